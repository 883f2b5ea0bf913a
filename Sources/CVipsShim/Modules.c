#define _GNU_SOURCE
#include "CVipsShim.h"

#include <dlfcn.h>
#include <gmodule.h>

/// Where libvips keeps the formats that it loads at run time, beside itself; NULL if nowhere.
static char *modules_folder(void) {
  Dl_info library;
  if (!dladdr((void *) vips_init, &library) || !library.dli_fname) return NULL;
  char *beside = g_path_get_dirname(library.dli_fname);
  char *folder = g_strdup_printf("%s/vips-modules-%d.%d", beside, vips_version(0), vips_version(1));
  g_free(beside);
  if (!g_file_test(folder, G_FILE_TEST_IS_DIR)) g_clear_pointer(&folder, g_free);
  return folder;
}

int penumbra_vips_start(const char *program) {
  // vips_init looks for modules below VIPSHOME, if that is set.
  char *folder = g_getenv("VIPSHOME") ? NULL : modules_folder();
  if (folder) g_setenv("VIPSHOME", folder, TRUE);
  int result = VIPS_INIT(program);
  if (folder) g_unsetenv("VIPSHOME");
  g_free(folder);
  return result;
}

/// Loads the modules, once, and blocks the loaders among them as penumbra_vips_block_loaders does.
static void load_modules(void) {
  static gsize loaded;
  if (!g_once_init_enter(&loaded)) return;
  char *folder = g_getenv("VIPSHOME") ? NULL : modules_folder();
  GDir *names = folder ? g_dir_open(folder, 0, NULL) : NULL;
  for (const char *name; names && (name = g_dir_read_name(names));) {
    if (!g_str_has_suffix(name, ".so")) continue;
    char *path = g_build_filename(folder, name, NULL);
    GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
    if (module) g_module_make_resident(module);
    g_free(path);
  }
  if (names) g_dir_close(names);
  g_free(folder);
  penumbra_vips_block_loaders();
  g_once_init_leave(&loaded, 1);
}

const char *penumbra_vips_find_save(const char *suffix) {
  const char *name = vips_foreign_find_save_target(suffix);
  if (name) return name;
  vips_error_clear();
  load_modules();
  return vips_foreign_find_save_target(suffix);
}

const char *penumbra_vips_find_load(VipsSource *source) {
  const char *name = vips_foreign_find_load_source(source);
  if (name) return name;
  vips_error_clear();
  load_modules();
  return vips_foreign_find_load_source(source);
}
