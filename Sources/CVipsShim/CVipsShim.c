#include "CVipsShim.h"
#include "Functions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// An open file and the first error met in writing to it; nothing is written after that.
typedef struct {
  int descriptor;
  int error;
} Sink;

static gint64 sink_write(
  VipsTargetCustom *target, const void *data, gint64 length, void *user_data) {
  Sink *sink = user_data;
  gint64 written = -1;
  if (!sink->error) {
    do {
      written = write(sink->descriptor, data, (size_t) length);
    } while (written < 0 && errno == EINTR);
    if (written <= 0) sink->error = written < 0 && errno ? errno : EIO;
  }
  if (sink->error) {
    errno = sink->error;
    return -1;
  }
  return written;
}

static gint64 sink_read(VipsTargetCustom *target, void *data, gint64 length, void *user_data) {
  return read(((Sink *) user_data)->descriptor, data, (size_t) length);
}

static gint64 sink_seek(VipsTargetCustom *target, gint64 offset, int whence, void *user_data) {
  return lseek(((Sink *) user_data)->descriptor, offset, whence);
}

static int sink_end(VipsTargetCustom *target, void *user_data) { return 0; }

static void connect(VipsTargetCustom *target, const char *signal, GCallback handler, Sink *sink) {
  lib.g_signal_connect_data(target, signal, handler, sink, NULL, 0);
}

int penumbra_vips_write_to_descriptor(
  VipsImage *image, int descriptor, const char *path, const char *suffix, int *system_error) {
  Sink sink = {descriptor, 0};
  VipsTargetCustom *target = lib.vips_target_custom_new();
  connect(target, "write", G_CALLBACK(sink_write), &sink);
  connect(target, "read", G_CALLBACK(sink_read), &sink);
  connect(target, "seek", G_CALLBACK(sink_seek), &sink);
  connect(target, "end", G_CALLBACK(sink_end), &sink);
  int result = lib.vips_image_write_to_target(image, suffix, (VipsTarget *) target, NULL);
  lib.g_object_unref(target);
  *system_error = sink.error;
  if (sink.error) {
    lib.vips_error_system(sink.error, path, "write error");
    result = -1;
  }
  return result;
}

const char *penumbra_vips_saver(const char *suffix) {
  const char *name = penumbra_vips_find_save(suffix);
  if (!name) return NULL;
  return lib.vips_nickname_find(lib.g_type_from_name(name));
}

PenumbraVipsOption penumbra_vips_option(
  const char *saver, const char *option, double *least, double *most) {
  VipsOperation *operation = lib.vips_operation_new(saver);
  if (!operation) return PENUMBRA_VIPS_OPTION_NONE;
  GObjectClass *class = (GObjectClass *) G_TYPE_INSTANCE_GET_CLASS(operation, 0, GObjectClass);
  GParamSpec *spec = lib.g_object_class_find_property(class, option);
  // What a saver must have, its picture and where that goes, is nobody's option.
  const int is_option = spec && spec->flags & G_PARAM_WRITABLE &&
    !(lib.vips_object_get_argument_flags((VipsObject *) operation, option) & VIPS_ARGUMENT_REQUIRED);
  PenumbraVipsOption kind = is_option ? PENUMBRA_VIPS_OPTION_OTHER : PENUMBRA_VIPS_OPTION_NONE;
  if (is_option && G_PARAM_SPEC_TYPE(spec) == lib.g_type_from_name("GParamInt")) {
    kind = PENUMBRA_VIPS_OPTION_NUMBER;
    *least = ((GParamSpecInt *) spec)->minimum;
    *most = ((GParamSpecInt *) spec)->maximum;
  } else if (is_option && G_PARAM_SPEC_TYPE(spec) == lib.g_type_from_name("GParamDouble")) {
    kind = PENUMBRA_VIPS_OPTION_NUMBER;
    *least = ((GParamSpecDouble *) spec)->minimum;
    *most = ((GParamSpecDouble *) spec)->maximum;
  } else if (is_option && G_PARAM_SPEC_TYPE(spec) == lib.g_type_from_name("GParamEnum")) {
    kind = PENUMBRA_VIPS_OPTION_CHOICE;
  }
  lib.g_object_unref(operation);
  return kind;
}

int penumbra_vips_takes_options(const char *saver, const char *options) {
  VipsOperation *operation = lib.vips_operation_new(saver);
  if (!operation) return 0;
  const int failed = lib.vips_object_set_from_string((VipsObject *) operation, options);
  lib.g_object_unref(operation);
  return !failed;
}

int penumbra_vips_save_tiles(VipsImage *image, const char *path, const char *options) {
  VipsOperation *operation = lib.vips_operation_new("dzsave");
  if (!operation) return -1;
  lib.g_object_set(operation, "in", image, "filename", path, NULL);
  int failed = lib.vips_object_set_from_string((VipsObject *) operation, options) ||
    lib.vips_cache_operation_buildp(&operation);
  lib.vips_object_unref_outputs((VipsObject *) operation);
  lib.g_object_unref(operation);
  return failed ? -1 : 0;
}

VipsImage *penumbra_vips_image_new_partial(int width, int height, int bands, int concurrency) {
  VipsImage *image = lib.vips_image_new();
  if (!image) return NULL;
  lib.vips_image_init_fields(
    image, width, height, bands, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1,
    1);
  lib.vips_image_set_int(image, VIPS_META_CONCURRENCY, concurrency);
  if (lib.vips_image_pipelinev(image, VIPS_DEMAND_STYLE_FATSTRIP, NULL)) {
    lib.g_object_unref(image);
    return NULL;
  }
  return image;
}

VipsImage *penumbra_vips_image_new_from_memory(
  const void *data, size_t size, int width, int height, int bands) {
  VipsImage *image =
    lib.vips_image_new_from_memory(data, size, width, height, bands, VIPS_FORMAT_UCHAR);
  if (image) image->Type = VIPS_INTERPRETATION_sRGB;
  return image;
}

/// The function is handed through vips_image_generate as one of its two pointers.
static int generate(VipsRegion *region, void *sequence, void *fill, void *context, gboolean *stop) {
  return ((PenumbraFill) fill)(region, context);
}

int penumbra_vips_generate(VipsImage *image, PenumbraFill fill, void *context) {
  return lib.vips_image_generate(image, NULL, generate, NULL, (void *) fill, context);
}

void *penumbra_vips_image_to_memory(VipsImage *image, size_t *size) {
  return lib.vips_image_write_to_memory(image, size);
}

VipsRegion *penumbra_vips_region_new(VipsImage *image) { return lib.vips_region_new(image); }

int penumbra_vips_region_prepare(VipsRegion *region, PenumbraRect area) {
  const VipsRect rect = {area.left, area.top, area.width, area.height};
  return lib.vips_region_prepare(region, &rect);
}

PenumbraRect penumbra_vips_region_area(VipsRegion *region) {
  const VipsRect rect = region->valid;
  return (PenumbraRect) {rect.left, rect.top, rect.width, rect.height};
}

void *penumbra_vips_region_address(VipsRegion *region, int x, int y) {
  return region->data + (y - region->valid.top) * (size_t) region->bpl +
    (x - region->valid.left) * (size_t) region->im->Bands;
}

size_t penumbra_vips_region_stride(VipsRegion *region) { return VIPS_REGION_LSKIP(region); }

VipsImage *penumbra_vips_open(const char *path, int sequential) {
  VipsSource *source = lib.vips_source_new_from_file(path);
  if (!source) return NULL;
  VipsImage *image = !penumbra_vips_find_load(source) ? NULL : lib.vips_image_new_from_source(
    source, "", "access", sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, "fail_on",
    VIPS_FAIL_ON_TRUNCATED, NULL);
  lib.g_object_unref(source);
  return image;
}

int penumbra_vips_upright(VipsImage *image, VipsImage **out) {
  return lib.vips_autorot(image, out, NULL);
}

int penumbra_vips_to_srgb8(VipsImage *image, VipsImage **out) {
  VipsImage *colour = NULL;
  int failed;
  if (lib.vips_image_get_typeof(image, VIPS_META_ICC_NAME) && image->Coding == VIPS_CODING_NONE)
    failed = lib.vips_icc_transform(image, &colour, "srgb", "embedded", TRUE, "depth", 8, NULL);
  else
    failed = lib.vips_colourspace(image, &colour, VIPS_INTERPRETATION_sRGB, NULL);
  if (failed) return -1;
  VipsImage *bytes = NULL;
  failed = lib.vips_cast_uchar(colour, &bytes, NULL);
  lib.g_object_unref(colour);
  if (failed) return -1;
  if (bytes->Bands == 3 || bytes->Bands == 4) {
    *out = bytes;
    return 0;
  }
  if (bytes->Bands < 3) {
    lib.vips_error("penumbra", "%d colour channels, expected 3", bytes->Bands);
    lib.g_object_unref(bytes);
    return -1;
  }
  failed = lib.vips_extract_band(bytes, out, 0, "n", 4, NULL);
  lib.g_object_unref(bytes);
  return failed;
}

int penumbra_vips_to_8_bits(VipsImage *image, VipsImage **out) {
  return lib.vips_cast(image, out, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL);
}

int penumbra_vips_text(
  VipsImage **out, const char *markup, const char *font, int width, int align, int spacing) {
  const VipsAlign alignment =
    align == 1 ? VIPS_ALIGN_CENTRE : align == 2 ? VIPS_ALIGN_HIGH : VIPS_ALIGN_LOW;
  return lib.vips_text(
    out, markup, "font", font, "width", width, "align", alignment, "spacing", spacing, "dpi", 72,
    "wrap", VIPS_TEXT_WRAP_WORD_CHAR, NULL);
}

int penumbra_vips_width(VipsImage *image) { return image->Xsize; }

int penumbra_vips_height(VipsImage *image) { return image->Ysize; }

int penumbra_vips_bands(VipsImage *image) { return image->Bands; }

int penumbra_vips_orientation(VipsImage *image) { return lib.vips_image_get_orientation(image); }

static size_t bytes_of_a_value(VipsImage *image) {
  switch (image->BandFmt) {
    case VIPS_FORMAT_UCHAR:
    case VIPS_FORMAT_CHAR: return 1;
    case VIPS_FORMAT_USHORT:
    case VIPS_FORMAT_SHORT: return 2;
    case VIPS_FORMAT_UINT:
    case VIPS_FORMAT_INT:
    case VIPS_FORMAT_FLOAT: return 4;
    case VIPS_FORMAT_DPCOMPLEX: return 16;
    default: return 8;
  }
}

size_t penumbra_vips_whole_bytes(VipsImage *image) {
  static const char *const by_rows[] = {"png", "jpeg", "tiff"};
  const size_t values = (size_t) image->Xsize * image->Ysize * image->Bands;
  // Libjpeg keeps two bytes of each coefficient until the last scan.
  if (lib.vips_image_get_typeof(image, "jpeg-multiscan")) return 2 * values;
  if (!lib.vips_image_get_typeof(image, "interlaced")) {
    const char *loader = NULL;
    if (!lib.vips_image_get_typeof(image, VIPS_META_LOADER) ||
      lib.vips_image_get_string(image, VIPS_META_LOADER, &loader))
      loader = "";
    for (size_t index = 0; index < sizeof by_rows / sizeof *by_rows; index++)
      if (!strncmp(loader, by_rows[index], strlen(by_rows[index]))) return 0;
  }
  return values * bytes_of_a_value(image);
}

int penumbra_vips_x_offset(VipsImage *image) { return image->Xoffset; }

int penumbra_vips_y_offset(VipsImage *image) { return image->Yoffset; }

void penumbra_vips_unref(void *object) { lib.g_object_unref(object); }

void penumbra_vips_block_loaders(void) {
  static const char *const kept[] = {"Png", "Jpeg", "Webp", "Tiff", "Nsgif", "Heif"};
  lib.vips_block_untrusted_set(TRUE);
  lib.vips_operation_block_set("VipsForeignSave", FALSE);
  lib.vips_operation_block_set("VipsForeignLoad", TRUE);
  for (size_t i = 0; i < G_N_ELEMENTS(kept); ++i) {
    char name[64];
    snprintf(name, sizeof name, "VipsForeignLoad%s", kept[i]);
    if (lib.g_type_from_name(name)) lib.vips_operation_block_set(name, FALSE);
  }
}

int penumbra_vips_delta_e00(VipsImage *left, VipsImage *right, VipsImage **out) {
  VipsImage *lab[2] = {NULL, NULL};
  int failed = lib.vips_colourspace(left, &lab[0], VIPS_INTERPRETATION_LAB, NULL) ||
    lib.vips_colourspace(right, &lab[1], VIPS_INTERPRETATION_LAB, NULL) ||
    lib.vips_dE00(lab[0], lab[1], out, NULL);
  if (lab[0]) lib.g_object_unref(lab[0]);
  if (lab[1]) lib.g_object_unref(lab[1]);
  return failed ? -1 : 0;
}

const char *penumbra_vips_version(void) { return lib.vips_version_string(); }

void penumbra_vips_set_concurrency(int threads) { lib.vips_concurrency_set(threads); }

void penumbra_vips_drop_cache(void) { lib.vips_cache_set_max(0); }

char *penumbra_vips_take_error(void) { return lib.vips_error_buffer_copy(); }

void penumbra_vips_free(void *memory) { lib.g_free(memory); }
