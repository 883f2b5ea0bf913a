#include "CVipsShim.h"
#include "Functions.h"

#include <pthread.h>

/// Pango allows a font map to one thread at a time.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static PangoContext *context;

/// A layout as vips_text makes it at 72 dpi; the mutex is held.
static PangoLayout *lay_out(const char *markup, const char *font) {
  if (!context) {
    PangoFontMap *map = lib.pango_cairo_font_map_new();
    context = lib.pango_font_map_create_context(map);
    lib.pango_cairo_context_set_resolution(context, 72);
  }
  PangoLayout *layout = lib.pango_layout_new(context);
  PangoFontDescription *description = lib.pango_font_description_from_string(font);
  lib.pango_layout_set_font_description(layout, description);
  lib.pango_font_description_free(description);
  lib.pango_layout_set_markup(layout, markup, -1);
  return layout;
}

PenumbraTextLayout penumbra_text_lay_out(
  const char *markup, const char *font, uint32_t *unknown, int room) {
  PenumbraTextLayout result = {0, 0, 0};
  pthread_mutex_lock(&mutex);
  PangoLayout *layout = lay_out(markup, font);
  PangoRectangle ink;
  lib.pango_layout_get_pixel_extents(layout, &ink, NULL);
  result.ink_width = ink.width;
  result.ink_height = ink.height;
  PangoLayoutIter *iterator = lib.pango_layout_get_iter(layout);
  do {
    PangoLayoutRun *run = lib.pango_layout_iter_get_run_readonly(iterator);
    for (int i = 0; run && i < run->glyphs->num_glyphs; ++i) {
      const PangoGlyph glyph = run->glyphs->glyphs[i].glyph;
      if (!(glyph & PANGO_GLYPH_UNKNOWN_FLAG)) continue;
      if (result.unknown_count < room)
        unknown[result.unknown_count] = glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
      ++result.unknown_count;
    }
  } while (lib.pango_layout_iter_next_run(iterator));
  lib.pango_layout_iter_free(iterator);
  lib.g_object_unref(layout);
  pthread_mutex_unlock(&mutex);
  return result;
}

char *penumbra_text_family(const char *markup, const char *font) {
  char *family = NULL;
  pthread_mutex_lock(&mutex);
  PangoLayout *layout = lay_out(markup, font);
  PangoLayoutIter *iterator = lib.pango_layout_get_iter(layout);
  PangoLayoutRun *run = lib.pango_layout_iter_get_run_readonly(iterator);
  if (run && run->item->analysis.font) {
    PangoFontDescription *description = lib.pango_font_describe(run->item->analysis.font);
    family = lib.g_strdup(lib.pango_font_description_get_family(description));
    lib.pango_font_description_free(description);
  }
  lib.pango_layout_iter_free(iterator);
  lib.g_object_unref(layout);
  pthread_mutex_unlock(&mutex);
  return family;
}

int penumbra_text_font_count(const char *family) {
  FcPattern *pattern = lib.FcPatternCreate();
  if (family) lib.FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *) family);
  FcObjectSet *keys = lib.FcObjectSetCreate();
  lib.FcObjectSetAdd(keys, FC_FILE);
  FcFontSet *fonts = lib.FcFontList(NULL, pattern, keys);
  const int count = fonts ? fonts->nfont : 0;
  if (fonts) lib.FcFontSetDestroy(fonts);
  lib.FcObjectSetDestroy(keys);
  lib.FcPatternDestroy(pattern);
  return count;
}

const char *penumbra_text_pango_version(void) { return lib.pango_version_string(); }

int penumbra_text_fontconfig_version(void) { return lib.FcGetVersion(); }

uint32_t penumbra_text_script(uint32_t character) {
  return lib.g_unicode_script_to_iso15924(lib.g_unichar_get_script(character));
}
