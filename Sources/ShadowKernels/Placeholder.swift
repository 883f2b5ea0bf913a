enum ShadowKernelsPlaceholder {}
