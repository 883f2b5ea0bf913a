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

#endif
