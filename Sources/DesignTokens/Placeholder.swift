enum DesignTokensPlaceholder {}
