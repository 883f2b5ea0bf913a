#include "CVipsShim.h"

#include <errno.h>
#include <fcntl.h>
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

int penumbra_vips_write_to_file(VipsImage *image, const char *path, const char *suffix) {
  Sink sink = {open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), 0};
  if (sink.descriptor < 0) {
    vips_error_system(errno, path, "unable to open for write");
    return -1;
  }
  VipsTargetCustom *target = vips_target_custom_new();
  g_signal_connect(target, "write", G_CALLBACK(sink_write), &sink);
  g_signal_connect(target, "read", G_CALLBACK(sink_read), &sink);
  g_signal_connect(target, "seek", G_CALLBACK(sink_seek), &sink);
  g_signal_connect(target, "end", G_CALLBACK(sink_end), &sink);
  int result = vips_image_write_to_target(image, suffix, VIPS_TARGET(target), NULL);
  g_object_unref(target);
  if (close(sink.descriptor) && !sink.error) sink.error = errno;
  if (sink.error) {
    vips_error_system(sink.error, path, "write error");
    result = -1;
  }
  return result;
}

const char *penumbra_vips_saver(const char *suffix) {
  const char *name = penumbra_vips_find_save(suffix);
  if (!name) return NULL;
  return vips_nickname_find(g_type_from_name(name));
}

gboolean penumbra_vips_option_is_outside(
  const char *saver, const char *option, double value, double *least, double *most) {
  VipsOperation *operation = vips_operation_new(saver);
  if (!operation) return FALSE;
  GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(operation), option);
  gboolean is_number = TRUE;
  if (spec && G_IS_PARAM_SPEC_INT(spec)) {
    *least = G_PARAM_SPEC_INT(spec)->minimum;
    *most = G_PARAM_SPEC_INT(spec)->maximum;
  } else if (spec && G_IS_PARAM_SPEC_DOUBLE(spec)) {
    *least = G_PARAM_SPEC_DOUBLE(spec)->minimum;
    *most = G_PARAM_SPEC_DOUBLE(spec)->maximum;
  } else {
    is_number = FALSE;
  }
  g_object_unref(operation);
  return is_number && !(value >= *least && value <= *most);
}

int penumbra_vips_save_tiles(VipsImage *image, const char *path, const char *options) {
  VipsOperation *operation = vips_operation_new("dzsave");
  if (!operation) return -1;
  g_object_set(operation, "in", image, "filename", path, NULL);
  int failed = vips_object_set_from_string(VIPS_OBJECT(operation), options) ||
    vips_cache_operation_buildp(&operation);
  vips_object_unref_outputs(VIPS_OBJECT(operation));
  g_object_unref(operation);
  return failed ? -1 : 0;
}

VipsImage *penumbra_vips_image_new_partial(int width, int height, int bands, int concurrency) {
  VipsImage *image = vips_image_new();
  if (!image) return NULL;
  vips_image_init_fields(
    image, width, height, bands, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1,
    1);
  vips_image_set_int(image, VIPS_META_CONCURRENCY, concurrency);
  if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_FATSTRIP, NULL)) {
    g_object_unref(image);
    return NULL;
  }
  return image;
}

VipsImage *penumbra_vips_image_new_from_memory(
  const void *data, size_t size, int width, int height, int bands) {
  VipsImage *image =
    vips_image_new_from_memory(data, size, width, height, bands, VIPS_FORMAT_UCHAR);
  if (image) image->Type = VIPS_INTERPRETATION_sRGB;
  return image;
}

void *penumbra_vips_region_address(VipsRegion *region, int x, int y) {
  return VIPS_REGION_ADDR(region, x, y);
}

size_t penumbra_vips_region_stride(VipsRegion *region) { return VIPS_REGION_LSKIP(region); }

VipsImage *penumbra_vips_open(const char *path, gboolean sequential) {
  VipsSource *source = vips_source_new_from_file(path);
  if (!source) return NULL;
  VipsImage *image = !penumbra_vips_find_load(source) ? NULL : vips_image_new_from_source(
    source, "", "access", sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, "fail_on",
    VIPS_FAIL_ON_TRUNCATED, NULL);
  g_object_unref(source);
  return image;
}

int penumbra_vips_upright(VipsImage *image, VipsImage **out) {
  return vips_autorot(image, out, NULL);
}

int penumbra_vips_to_srgb8(VipsImage *image, VipsImage **out) {
  VipsImage *colour = NULL;
  int failed;
  if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) && image->Coding == VIPS_CODING_NONE)
    failed = vips_icc_transform(image, &colour, "srgb", "embedded", TRUE, "depth", 8, NULL);
  else
    failed = vips_colourspace(image, &colour, VIPS_INTERPRETATION_sRGB, NULL);
  if (failed) return -1;
  VipsImage *bytes = NULL;
  failed = vips_cast_uchar(colour, &bytes, NULL);
  g_object_unref(colour);
  if (failed) return -1;
  if (bytes->Bands == 3 || bytes->Bands == 4) {
    *out = bytes;
    return 0;
  }
  if (bytes->Bands < 3) {
    vips_error("penumbra", "%d colour channels, expected 3", bytes->Bands);
    g_object_unref(bytes);
    return -1;
  }
  failed = vips_extract_band(bytes, out, 0, "n", 4, NULL);
  g_object_unref(bytes);
  return failed;
}

int penumbra_vips_to_8_bits(VipsImage *image, VipsImage **out) {
  return vips_cast(image, out, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL);
}

int penumbra_vips_text(
  VipsImage **out, const char *markup, const char *font, int width, int align, int spacing) {
  const VipsAlign alignment =
    align == 1 ? VIPS_ALIGN_CENTRE : align == 2 ? VIPS_ALIGN_HIGH : VIPS_ALIGN_LOW;
  return vips_text(
    out, markup, "font", font, "width", width, "align", alignment, "spacing", spacing, "dpi", 72,
    "wrap", VIPS_TEXT_WRAP_WORD_CHAR, NULL);
}

int penumbra_vips_x_offset(VipsImage *image) { return image->Xoffset; }

int penumbra_vips_y_offset(VipsImage *image) { return image->Yoffset; }

void penumbra_vips_unref(void *object) { g_object_unref(object); }

static void drop_message(
  const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {}

void penumbra_vips_silence_warnings(void) {
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, drop_message, NULL);
}

void penumbra_vips_block_loaders(void) {
  static const char *const kept[] = {"Png", "Jpeg", "Webp", "Tiff", "Nsgif", "Heif"};
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignSave", FALSE);
  vips_operation_block_set("VipsForeignLoad", TRUE);
  for (size_t i = 0; i < G_N_ELEMENTS(kept); ++i) {
    char *name = g_strconcat("VipsForeignLoad", kept[i], NULL);
    if (g_type_from_name(name)) vips_operation_block_set(name, FALSE);
    g_free(name);
  }
}

int penumbra_vips_delta_e00(VipsImage *left, VipsImage *right, VipsImage **out) {
  VipsImage *lab[2] = {NULL, NULL};
  int failed = vips_colourspace(left, &lab[0], VIPS_INTERPRETATION_LAB, NULL) ||
    vips_colourspace(right, &lab[1], VIPS_INTERPRETATION_LAB, NULL) ||
    vips_dE00(lab[0], lab[1], out, NULL);
  if (lab[0]) g_object_unref(lab[0]);
  if (lab[1]) g_object_unref(lab[1]);
  return failed ? -1 : 0;
}
