#define _GNU_SOURCE
#include "CVipsShim.h"
#include "Functions.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Where libvips keeps the formats that it loads at run time, beside itself; NULL if nowhere. To be
/// freed.
static char *modules_folder(void) {
  const char *file = penumbra_vips_library_file();
  const char *slash = file ? strrchr(file, '/') : NULL;
  char *folder = NULL;
  if (!slash) return NULL;
  const int length = asprintf(
    &folder, "%.*s/vips-modules-%d.%d", (int) (slash - file), file, lib.vips_version(0),
    lib.vips_version(1));
  if (length < 0) return NULL;
  struct stat status;
  if (!stat(folder, &status) && S_ISDIR(status.st_mode)) return folder;
  free(folder);
  return NULL;
}

int penumbra_vips_start(const char *program) {
  // vips_init looks for modules below VIPSHOME, if that is set.
  char *folder = getenv("VIPSHOME") ? NULL : modules_folder();
  if (folder) setenv("VIPSHOME", folder, 1);
  int result = lib.vips_init(program);
  if (folder) unsetenv("VIPSHOME");
  free(folder);
  return result;
}

/// Loads the modules and blocks the loaders among them as penumbra_vips_block_loaders does.
static void load_modules(void) {
  char *folder = getenv("VIPSHOME") ? NULL : modules_folder();
  DIR *names = folder ? opendir(folder) : NULL;
  for (struct dirent *entry; names && (entry = readdir(names));) {
    const size_t length = strlen(entry->d_name);
    char *path = NULL;
    if (length < 3 || strcmp(entry->d_name + length - 3, ".so")) continue;
    if (asprintf(&path, "%s/%s", folder, entry->d_name) < 0) continue;
    GModule *module = lib.g_module_open(path, G_MODULE_BIND_LAZY);
    if (module) lib.g_module_make_resident(module);
    free(path);
  }
  if (names) closedir(names);
  free(folder);
  penumbra_vips_block_loaders();
}

static pthread_once_t modules_once = PTHREAD_ONCE_INIT;

const char *penumbra_vips_find_save(const char *suffix) {
  const char *name = lib.vips_foreign_find_save_target(suffix);
  if (name) return name;
  lib.vips_error_clear();
  pthread_once(&modules_once, load_modules);
  return lib.vips_foreign_find_save_target(suffix);
}

const char *penumbra_vips_find_load(VipsSource *source) {
  const char *name = lib.vips_foreign_find_load_source(source);
  if (name) return name;
  lib.vips_error_clear();
  pthread_once(&modules_once, load_modules);
  return lib.vips_foreign_find_load_source(source);
}
