#define _GNU_SOURCE
#include "CVipsShim.h"
#include "Functions.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

Functions penumbra_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static PenumbraVipsOutcome outcome;
static char *message;
static const char *program_name;
static int has_text;

const char *penumbra_vips_library_name(void) {
  static char usual[64];
  const char *asked = getenv("PENUMBRA_LIBVIPS");
  if (asked && *asked) return asked;
  snprintf(usual, sizeof usual, "libvips.so.%d", VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE);
  return usual;
}

static void fail(PenumbraVipsOutcome kind, const char *text) {
  outcome = kind;
  message = text ? strdup(text) : NULL;
}

static void drop_warning(
  const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {}

/// What libvips is linked with is found through it: its own libraries follow it.
static void open_library(void) {
  void *handle = dlopen(penumbra_vips_library_name(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return fail(PENUMBRA_VIPS_NOT_FOUND, dlerror());
  const char *absent = NULL;
#define FIND(name) \
  if (!(lib.name = (__typeof__(lib.name)) dlsym(handle, #name))) absent = #name;
  PENUMBRA_TEXT_FUNCTIONS(FIND)
  has_text = !absent;
  absent = NULL;
  PENUMBRA_VIPS_FUNCTIONS(FIND)
#undef FIND
  char text[256];
  if (absent) {
    snprintf(text, sizeof text, "it has no function %s", absent);
    return fail(PENUMBRA_VIPS_UNFIT, text);
  }
  const int needed = VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE;
  const int found = lib.vips_version(3) - lib.vips_version(5);
  if (found != needed) {
    snprintf(text, sizeof text, "its binary interface is %d and %d is needed", found, needed);
    return fail(PENUMBRA_VIPS_UNFIT, text);
  }
  if (penumbra_vips_start(program_name)) {
    char *own = lib.vips_error_buffer_copy();
    fail(PENUMBRA_VIPS_NOT_STARTED, own);
    lib.g_free(own);
    return;
  }
  penumbra_vips_block_loaders();
  lib.g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, drop_warning, NULL);
}

PenumbraVipsOutcome penumbra_vips_open_library(const char *program, const char **text) {
  program_name = program;
  pthread_once(&once, open_library);
  if (text) *text = message;
  return outcome;
}

const char *penumbra_vips_library_file(void) {
  Dl_info library;
  if (!dladdr((void *) lib.vips_init, &library)) return NULL;
  return library.dli_fname;
}

int penumbra_text_is_available(void) { return has_text; }
