#ifndef PENUMBRA_CVIPS_SHIM_H
#define PENUMBRA_CVIPS_SHIM_H

#include <vips/vips.h>

/// vips_image_write_to_file without options beyond the suffix's own: `x.png[compression=3]`.
int penumbra_vips_write_to_file(VipsImage *image, const char *name);

#endif
