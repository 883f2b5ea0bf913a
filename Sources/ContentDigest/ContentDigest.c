#include "ContentDigest.h"

#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <arm_neon.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

static void compress_portable(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks--, bytes += 64) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
      w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
        (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    for (int i = 16; i < 64; i++) {
      uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
      uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
      uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__)
/// The SHA extensions do two rounds an instruction. The state is kept as they want it: ABEF, CDGH.
__attribute__((target("sha,sse4.1"))) static void compress_instructions(
  uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++)
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), swap);
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      __m128i message = w[group & 3];
      if (group >= 4) {
        const __m128i last = w[(group + 3) & 3];
        message = _mm_sha256msg1_epu32(message, w[(group + 1) & 3]);
        message = _mm_add_epi32(message, _mm_alignr_epi8(last, w[(group + 2) & 3], 4));
        message = _mm_sha256msg2_epu32(message, last);
        w[group & 3] = message;
      }
      __m128i rounds =
        _mm_add_epi32(message, _mm_loadu_si128((const __m128i *)(constants + 4 * group)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, rounds);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(rounds, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

static int has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return (b >> 29 & 1) && __builtin_cpu_supports("sse4.1");
}
#elif defined(__aarch64__) && defined(__linux__)
/// The SHA-256 instructions of Armv8 do four rounds a pair.
__attribute__((target("sha2"))) static void compress_instructions(
  uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; blocks > 0; blocks--, bytes += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t w[4];
    for (int i = 0; i < 4; i++)
      w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * i)));
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      if (group >= 4)
        w[group & 3] = vsha256su1q_u32(
          vsha256su0q_u32(w[group & 3], w[(group + 1) & 3]), w[(group + 2) & 3],
          w[(group + 3) & 3]);
      const uint32x4_t rounds = vaddq_u32(w[group & 3], vld1q_u32(constants + 4 * group));
      const uint32x4_t before = abcd;
      abcd = vsha256hq_u32(abcd, efgh, rounds);
      efgh = vsha256h2q_u32(efgh, before, rounds);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

static int has_instructions(void) { return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0; }
#endif

/// -1 not known yet, 0 portable, 1 instructions.
static atomic_int use_instructions = -1;

void penumbra_sha256_allow_instructions(int allowed) {
  atomic_store_explicit(&use_instructions, allowed ? -1 : 0, memory_order_relaxed);
}

static void compress(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
#if defined(__x86_64__) || (defined(__aarch64__) && defined(__linux__))
  int chosen = atomic_load_explicit(&use_instructions, memory_order_relaxed);
  if (chosen < 0) {
    chosen = has_instructions();
    atomic_store_explicit(&use_instructions, chosen, memory_order_relaxed);
  }
  if (chosen) {
    compress_instructions(state, bytes, blocks);
    return;
  }
#endif
  compress_portable(state, bytes, blocks);
}

void penumbra_sha256_init(penumbra_sha256 *digest) {
  static const uint32_t start[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  memcpy(digest->state, start, sizeof start);
  digest->length = 0;
  memset(digest->block, 0, sizeof digest->block);
}

void penumbra_sha256_update(penumbra_sha256 *digest, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  size_t held = digest->length & 63;
  digest->length += count;
  if (held > 0) {
    size_t taken = count < 64 - held ? count : 64 - held;
    if (taken > 0) memcpy(digest->block + held, next, taken);
    next += taken, count -= taken;
    if (held + taken < 64) return;
    compress(digest->state, digest->block, 1);
  }
  if (count >= 64) compress(digest->state, next, count / 64);
  next += count & ~(size_t)63;
  if (count & 63) memcpy(digest->block, next, count & 63);
}

void penumbra_sha256_finish(penumbra_sha256 *digest, uint8_t result[32]) {
  const uint64_t bits = digest->length * 8;
  uint8_t padding[72] = {0x80};
  const size_t held = digest->length & 63;
  const size_t zeros = held < 56 ? 56 - held : 120 - held;
  for (int i = 0; i < 8; i++) padding[zeros + i] = (uint8_t)(bits >> (56 - 8 * i));
  penumbra_sha256_update(digest, padding, zeros + 8);
  for (int i = 0; i < 32; i++) result[i] = (uint8_t)(digest->state[i / 4] >> (24 - 8 * (i % 4)));
}
