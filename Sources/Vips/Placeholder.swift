enum VipsPlaceholder {}
