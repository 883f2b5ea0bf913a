#ifndef PENUMBRA_CVIPS_SHIM_H
#define PENUMBRA_CVIPS_SHIM_H

#include <stddef.h>
#include <stdint.h>

/// libvips for Swift, opened at run time: a program that links this starts without libvips, and
/// knows none of its headers. Everything but penumbra_vips_open_library needs the library to be
/// open.

typedef struct _VipsImage VipsImage;
typedef struct _VipsRegion VipsRegion;

/// A part of an image, as VipsRect.
typedef struct {
  int left;
  int top;
  int width;
  int height;
} PenumbraRect;

/// What came of opening the library.
typedef enum {
  PENUMBRA_VIPS_OPEN = 0,
  /// No such library, or one that the loader refuses.
  PENUMBRA_VIPS_NOT_FOUND,
  /// A library of another version than the headers that this was built with.
  PENUMBRA_VIPS_UNFIT,
  /// vips_init failed.
  PENUMBRA_VIPS_NOT_STARTED,
} PenumbraVipsOutcome;

/// Opens and starts libvips, once for the process, and drops its warnings.
///
/// The library is the one that PENUMBRA_LIBVIPS names, else that of the headers' own version,
/// as the loader finds it. libvips is started without the formats that it keeps in modules
/// (HEIF, JPEG XL, ImageMagick and their libraries): to load and bind them takes as long as to
/// render and encode ten megapixels; penumbra_vips_find_save and penumbra_vips_open do it for
/// the first file that needs one. `message` is the loader's or libvips's own, valid for ever,
/// or NULL.
PenumbraVipsOutcome penumbra_vips_open_library(const char *program, const char **message);

/// The name by which the library is asked for.
const char *penumbra_vips_library_name(void);

/// The file that was opened.
const char *penumbra_vips_library_file(void);

/// vips_version_string.
const char *penumbra_vips_version(void);

/// vips_concurrency_set.
void penumbra_vips_set_concurrency(int threads);

/// Turns the operation cache off.
void penumbra_vips_drop_cache(void);

/// vips_error_buffer_copy, which also clears the buffer; to be freed by penumbra_vips_free.
char *penumbra_vips_take_error(void);

/// g_free.
void penumbra_vips_free(void *memory);

/// vips_foreign_find_save_target, with the modules where nothing else takes the suffix.
const char *penumbra_vips_find_save(const char *suffix);

/// Encodes to an open file, which stays open; `path` is for messages, `suffix` carries the options:
/// `.png[compression=3]`.
///
/// Every failure to write fails the whole: libvips 8.14 forgets one that meets the last strip of a
/// picture, and goes on to finish a damaged file if there is room again by then. `system_error` is
/// the errno of such a failure, else 0.
int penumbra_vips_write_to_descriptor(
  VipsImage *image, int descriptor, const char *path, const char *suffix, int *system_error);

/// What a saver's option takes.
typedef enum {
  /// There is no such option.
  PENUMBRA_VIPS_OPTION_NONE = 0,
  /// A number from `least` to `most`; GObject only warns of others and goes on with the default.
  PENUMBRA_VIPS_OPTION_NUMBER,
  /// One of several words.
  PENUMBRA_VIPS_OPTION_CHOICE,
  PENUMBRA_VIPS_OPTION_OTHER,
} PenumbraVipsOption;

/// What an option of a saver takes.
PenumbraVipsOption penumbra_vips_option(
  const char *saver, const char *option, double *least, double *most);

/// Whether a saver takes options, in suffix syntax without brackets; libvips tells why not.
int penumbra_vips_takes_options(const char *saver, const char *options);

/// The name of the operation that writes a suffix to a target, or NULL.
const char *penumbra_vips_saver(const char *suffix);

/// dzsave to the path itself. `options` are in suffix syntax without brackets, or empty.
/// vips_image_write_to_file would always make one zip file of the tiles.
int penumbra_vips_save_tiles(VipsImage *image, const char *path, const char *options);

/// A partial image of 8-bit sRGB pixels, asked for in strips of full rows; NULL on failure.
/// `concurrency` is how many threads a sink may use on it.
VipsImage *penumbra_vips_image_new_partial(int width, int height, int bands, int concurrency);

/// Makes the pixels of a region, on any thread; 0 on success.
typedef int (*PenumbraFill)(VipsRegion *region, void *context);

/// vips_image_generate.
int penumbra_vips_generate(VipsImage *image, PenumbraFill fill, void *context);

/// An image over memory that the caller keeps alive and unchanged; NULL on failure.
VipsImage *penumbra_vips_image_new_from_memory(
  const void *data, size_t size, int width, int height, int bands);

/// vips_image_write_to_memory; to be freed by penumbra_vips_free.
void *penumbra_vips_image_to_memory(VipsImage *image, size_t *size);

/// Xsize, Ysize, Bands, Xoffset and Yoffset.
int penumbra_vips_width(VipsImage *image);
int penumbra_vips_height(VipsImage *image);
int penumbra_vips_bands(VipsImage *image);
int penumbra_vips_x_offset(VipsImage *image);
int penumbra_vips_y_offset(VipsImage *image);

/// vips_image_get_orientation.
int penumbra_vips_orientation(VipsImage *image);

/// How many bytes the decoder of an image that was opened holds at once: all of its pixels, where its
/// format gives no rows before the last byte is read; 0 where it gives rows one after another.
size_t penumbra_vips_whole_bytes(VipsImage *image);

/// vips_region_new.
VipsRegion *penumbra_vips_region_new(VipsImage *image);

/// vips_region_prepare.
int penumbra_vips_region_prepare(VipsRegion *region, PenumbraRect area);

/// The part of the image that the region holds.
PenumbraRect penumbra_vips_region_area(VipsRegion *region);

/// VIPS_REGION_ADDR, of an image of 8 bits a band.
void *penumbra_vips_region_address(VipsRegion *region, int x, int y);

/// VIPS_REGION_LSKIP: bytes from one row of the region to the next.
size_t penumbra_vips_region_stride(VipsRegion *region);

/// Opens a file as an image. The path is a path: a trailing `[...]` in it is no option. Damaged and
/// truncated files fail while they are read.
VipsImage *penumbra_vips_open(const char *path, int sequential);

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

/// g_object_unref.
void penumbra_vips_unref(void *object);

/// Blocks every loader but PNG, JPEG, WebP, TIFF, GIF and HEIF: vips_block_untrusted_set(TRUE)
/// leaves some that parse documents (PDF) and plain text. Savers read nothing untrusted and
/// stay.
void penumbra_vips_block_loaders(void);

/// vips_dE00 of two 8-bit sRGB images of three bands: one float a pixel.
int penumbra_vips_delta_e00(VipsImage *left, VipsImage *right, VipsImage **out);

/// Fonts, through the Pango and fontconfig that libvips brings.

/// Whether libvips brings Pango and fontconfig; everything below needs them.
int penumbra_text_is_available(void);

/// pango_version_string.
const char *penumbra_text_pango_version(void);

/// FcGetVersion: 21401 is 2.14.1.
int penumbra_text_fontconfig_version(void);

/// How many fonts of a family are installed; of all where `family` is NULL. Aliases do not
/// count: it is installed or it is not.
int penumbra_text_font_count(const char *family);

/// What a layout of a text comes to.
typedef struct {
  /// Of the ink, in pixels, up to one too few or too many.
  int ink_width;
  int ink_height;
  /// How many glyphs stand for characters that no font draws.
  int unknown_count;
} PenumbraTextLayout;

/// Lays a text out as vips_text does, without drawing it. `unknown`, room for `room` code
/// points, gets the characters that no font draws, one for each such glyph.
PenumbraTextLayout penumbra_text_lay_out(
  const char *markup, const char *font, uint32_t *unknown, int room);

/// The family of the font that draws a text's first letter, or NULL; to be freed by
/// penumbra_vips_free.
char *penumbra_text_family(const char *markup, const char *font);

/// The script of a character after ISO 15924, its four letters in one number: 'Latn' is 0x4C61746E.
uint32_t penumbra_text_script(uint32_t character);

#endif
