#include "ContentDigest.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What xxhash.h calls XXH128_hash_t; its binary interface is fixed since 0.8.0.
typedef struct {
  uint64_t low, high;
} Hash;

static struct {
  unsigned (*version)(void);
  Hash (*of)(const void *, size_t);
  void *(*create)(void);
  int (*release)(void *);
  int (*reset)(void *);
  int (*update)(void *, const void *, size_t);
  Hash (*digest)(const void *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char *failure;

const char *penumbra_rows_library_name(void) {
  const char *asked = getenv("PENUMBRA_LIBXXHASH");
  return asked && *asked ? asked : "libxxhash.so.0";
}

static void open_library(void) {
  void *handle = dlopen(penumbra_rows_library_name(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) {
    failure = strdup(dlerror());
    return;
  }
  const char *absent = NULL;
#define FIND(member, name) \
  if (!(library.member = (__typeof__(library.member)) dlsym(handle, name))) absent = name
  FIND(version, "XXH_versionNumber");
  FIND(of, "XXH3_128bits");
  FIND(create, "XXH3_createState");
  FIND(release, "XXH3_freeState");
  FIND(reset, "XXH3_128bits_reset");
  FIND(update, "XXH3_128bits_update");
  FIND(digest, "XXH3_128bits_digest");
#undef FIND
  char text[128];
  if (absent) {
    snprintf(text, sizeof text, "it has no function %s", absent);
    failure = strdup(text);
  } else if (library.version() < 800) {
    snprintf(text, sizeof text, "its version is %u and 800 is the first that can be used",
      library.version());
    failure = strdup(text);
  }
}

const char *penumbra_rows_open(void) {
  pthread_once(&once, open_library);
  return failure;
}

/// The highest byte first, as XXH128_canonicalFromHash writes it.
static void put(uint8_t *bytes, Hash hash) {
  for (int i = 0; i < 8; i++) {
    bytes[i] = (uint8_t)(hash.high >> (56 - 8 * i));
    bytes[8 + i] = (uint8_t)(hash.low >> (56 - 8 * i));
  }
}

void penumbra_rows_digest(
  const void *rows, size_t count, size_t row_bytes, size_t stride, uint8_t *digests) {
  const uint8_t *row = rows;
  for (size_t i = 0; i < count; i++, row += stride, digests += 16)
    put(digests, library.of(row, row_bytes));
}

void *penumbra_rows_begin(void) {
  void *state = library.create();
  if (state) library.reset(state);
  return state;
}

void penumbra_rows_add(void *state, const uint8_t *digests, size_t count) {
  library.update(state, digests, 16 * count);
}

void penumbra_rows_result(const void *state, uint8_t result[16]) {
  put(result, library.digest(state));
}

void penumbra_rows_end(void *state) { library.release(state); }
