#include "CVipsShim.h"

int penumbra_vips_write_to_file(VipsImage *image, const char *name) {
  return vips_image_write_to_file(image, name, NULL);
}
