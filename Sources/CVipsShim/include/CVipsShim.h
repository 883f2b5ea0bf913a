#ifndef PENUMBRA_CVIPS_SHIM_H
#define PENUMBRA_CVIPS_SHIM_H

#include <vips/vips.h>

/// vips_init with the library's version check, without the formats that libvips keeps in modules (HEIF,
/// JPEG XL, ImageMagick and their libraries); 0 on success.
///
/// To load and bind them takes as long as to render and encode ten megapixels; penumbra_vips_find_save
/// and penumbra_vips_find_load do it for the first file that needs one.
int penumbra_vips_start(const char *program);

/// vips_foreign_find_save_target, with the modules where nothing else takes the suffix.
const char *penumbra_vips_find_save(const char *suffix);

/// vips_foreign_find_load_source, with the modules where nothing else takes the file.
const char *penumbra_vips_find_load(VipsSource *source);

/// Encodes to a file whose path is taken as it is; `suffix` carries the options:
/// `.png[compression=3]`.
///
/// Every failure to write fails the whole: libvips 8.14 forgets one that meets the last strip of a
/// picture, and goes on to finish a damaged file if there is room again by then.
int penumbra_vips_write_to_file(VipsImage *image, const char *path, const char *suffix);

/// Whether a number lies outside of what a saver's option takes: then the ends of its range are given.
///
/// GObject only warns of such a number and goes on with the default. FALSE also for what is no
/// option, or none of numbers: libvips tells.
gboolean penumbra_vips_option_is_outside(
  const char *saver, const char *option, double value, double *least, double *most);

/// The name of the operation that writes a suffix to a target, or NULL.
const char *penumbra_vips_saver(const char *suffix);

/// dzsave to the path itself. `options` are in suffix syntax without brackets, or empty.
/// vips_image_write_to_file would always make one zip file of the tiles.
int penumbra_vips_save_tiles(VipsImage *image, const char *path, const char *options);

/// A partial image of 8-bit sRGB pixels, asked for in strips of full rows; NULL on failure.
/// `concurrency` is how many threads a sink may use on it.
VipsImage *penumbra_vips_image_new_partial(int width, int height, int bands, int concurrency);

/// An image over memory that the caller keeps alive and unchanged; NULL on failure.
VipsImage *penumbra_vips_image_new_from_memory(
  const void *data, size_t size, int width, int height, int bands);

/// VIPS_REGION_ADDR.
void *penumbra_vips_region_address(VipsRegion *region, int x, int y);

/// VIPS_REGION_LSKIP: bytes from one row of the region to the next.
size_t penumbra_vips_region_stride(VipsRegion *region);

/// Opens a file as an image. The path is a path: a trailing `[...]` in it is no option. Damaged and
/// truncated files fail while they are read.
VipsImage *penumbra_vips_open(const char *path, gboolean sequential);

/// vips_autorot.
int penumbra_vips_upright(VipsImage *image, VipsImage **out);

/// Whatever the file holds, as 8-bit sRGB with or without alpha (3 or 4 bands), through the
/// embedded profile when there is one.
int penumbra_vips_to_srgb8(VipsImage *image, VipsImage **out);

/// Bands as they are, cast to 8 bits by a shift: for comparing decoded pixels, no colour change.
int penumbra_vips_to_8_bits(VipsImage *image, VipsImage **out);

/// vips_text at 72 dpi: one band of coverage, cropped to the ink, whose place in the layout is
/// Xoffset, Yoffset. `align` is 0 left, 1 centre, 2 right; `width` 0 is no wrapping.
int penumbra_vips_text(
  VipsImage **out, const char *markup, const char *font, int width, int align, int spacing);

/// Xoffset and Yoffset.
int penumbra_vips_x_offset(VipsImage *image);
int penumbra_vips_y_offset(VipsImage *image);

/// g_object_unref.
void penumbra_vips_unref(void *object);

/// Drops what libvips warns of on the standard error: what matters comes back as an error.
void penumbra_vips_silence_warnings(void);

/// Blocks every loader but PNG, JPEG, WebP, TIFF, GIF and HEIF: vips_block_untrusted_set(TRUE) leaves
/// some that parse documents (PDF) and plain text. Savers read nothing untrusted and stay.
void penumbra_vips_block_loaders(void);

/// vips_dE00 of two 8-bit sRGB images of three bands: one float a pixel.
int penumbra_vips_delta_e00(VipsImage *left, VipsImage *right, VipsImage **out);

#endif
