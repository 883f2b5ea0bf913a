#ifndef PENUMBRA_CVIPS_FUNCTIONS_H
#define PENUMBRA_CVIPS_FUNCTIONS_H

#include <vips/vips.h>

#include <fontconfig/fontconfig.h>
#include <gmodule.h>
#include <pango/pangocairo.h>

// Newer versions of GLib wrap these in macros, which would take the table's members for calls.
#undef g_free
#undef g_strdup

/// The functions of libvips, and of the GLib under it, that are called: all are needed.
#define PENUMBRA_VIPS_FUNCTIONS(each) \
  each(vips_autorot) \
  each(vips_block_untrusted_set) \
  each(vips_cache_operation_buildp) \
  each(vips_cache_set_max) \
  each(vips_cast) \
  each(vips_cast_uchar) \
  each(vips_colourspace) \
  each(vips_concurrency_set) \
  each(vips_dE00) \
  each(vips_error) \
  each(vips_error_buffer_copy) \
  each(vips_error_clear) \
  each(vips_error_system) \
  each(vips_extract_band) \
  each(vips_foreign_find_load_source) \
  each(vips_foreign_find_save_target) \
  each(vips_icc_transform) \
  each(vips_image_generate) \
  each(vips_image_get_orientation) \
  each(vips_image_get_string) \
  each(vips_image_get_typeof) \
  each(vips_image_init_fields) \
  each(vips_image_new) \
  each(vips_image_new_from_memory) \
  each(vips_image_new_from_source) \
  each(vips_image_pipelinev) \
  each(vips_image_set_int) \
  each(vips_image_write_to_memory) \
  each(vips_image_write_to_target) \
  each(vips_init) \
  each(vips_nickname_find) \
  each(vips_object_get_argument_flags) \
  each(vips_object_set_from_string) \
  each(vips_object_unref_outputs) \
  each(vips_operation_block_set) \
  each(vips_operation_new) \
  each(vips_region_new) \
  each(vips_region_prepare) \
  each(vips_source_new_from_file) \
  each(vips_target_custom_new) \
  each(vips_text) \
  each(vips_version) \
  each(vips_version_string) \
  each(g_free) \
  each(g_log_set_handler) \
  each(g_module_make_resident) \
  each(g_module_open) \
  each(g_object_class_find_property) \
  each(g_object_set) \
  each(g_object_unref) \
  each(g_signal_connect_data) \
  each(g_strdup) \
  each(g_type_from_name) \
  each(g_unichar_get_script) \
  each(g_unicode_script_to_iso15924)

/// The functions of Pango and fontconfig that are called: a libvips built without text has none.
#define PENUMBRA_TEXT_FUNCTIONS(each) \
  each(pango_cairo_context_set_resolution) \
  each(pango_cairo_font_map_new) \
  each(pango_font_describe) \
  each(pango_font_description_free) \
  each(pango_font_description_from_string) \
  each(pango_font_description_get_family) \
  each(pango_font_map_create_context) \
  each(pango_layout_get_iter) \
  each(pango_layout_get_pixel_extents) \
  each(pango_layout_iter_free) \
  each(pango_layout_iter_get_run_readonly) \
  each(pango_layout_iter_next_run) \
  each(pango_layout_new) \
  each(pango_layout_set_font_description) \
  each(pango_layout_set_markup) \
  each(pango_version_string) \
  each(FcFontList) \
  each(FcFontSetDestroy) \
  each(FcGetVersion) \
  each(FcObjectSetCreate) \
  each(FcObjectSetAdd) \
  each(FcObjectSetDestroy) \
  each(FcPatternAddString) \
  each(FcPatternCreate) \
  each(FcPatternDestroy)

#define PENUMBRA_FUNCTION_MEMBER(name) __typeof__(name) *name;

/// Every function that is called, typed by the headers.
typedef struct {
  PENUMBRA_VIPS_FUNCTIONS(PENUMBRA_FUNCTION_MEMBER)
  PENUMBRA_TEXT_FUNCTIONS(PENUMBRA_FUNCTION_MEMBER)
} Functions;

/// Filled by penumbra_vips_open_library, and never changed afterwards.
extern Functions penumbra_library;

/// How the table is called: `lib.vips_image_new()`.
#define lib penumbra_library

/// vips_init, without the modules.
int penumbra_vips_start(const char *program);

/// vips_foreign_find_load_source, with the modules where nothing else takes the file.
const char *penumbra_vips_find_load(VipsSource *source);

#endif
