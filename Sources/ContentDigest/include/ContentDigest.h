#ifndef PENUMBRA_CONTENT_DIGEST_H
#define PENUMBRA_CONTENT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/// A SHA-256 in progress (FIPS 180-4). Plain memory: copying it forks the digest.
typedef struct {
  uint32_t state[8];
  uint64_t length;
  uint8_t block[64];
} penumbra_sha256;

/// Begins a digest.
void penumbra_sha256_init(penumbra_sha256 *digest);

/// Adds bytes.
void penumbra_sha256_update(penumbra_sha256 *digest, const void *bytes, size_t count);

/// The 32 bytes of the digest; it is used up.
void penumbra_sha256_finish(penumbra_sha256 *digest, uint8_t result[32]);

/// 0 forces the portable code even where the processor has SHA instructions, for tests; 1 undoes it.
void penumbra_sha256_allow_instructions(int allowed);

/// The XXH3 library that is opened: libxxhash.so.0, or what PENUMBRA_LIBXXHASH names.
const char *penumbra_rows_library_name(void);

/// Opens it, once for the process; NULL, or why it cannot be used. Without it none of the functions
/// below may be called.
const char *penumbra_rows_open(void);

/// Writes the XXH3-128 of each row, 16 bytes, the highest first.
void penumbra_rows_digest(
  const void *rows, size_t count, size_t row_bytes, size_t stride, uint8_t *digests);

/// Begins a digest over digests of rows; NULL when there is no memory.
void *penumbra_rows_begin(void);

/// Adds digests of rows, in the rows' order.
void penumbra_rows_add(void *state, const uint8_t *digests, size_t count);

/// The digest so far, the highest byte first; more may be added after it.
void penumbra_rows_result(const void *state, uint8_t result[16]);

/// Frees the digest.
void penumbra_rows_end(void *state);

#endif
