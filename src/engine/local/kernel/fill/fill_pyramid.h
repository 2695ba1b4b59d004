/* The images of all sizes, the patches of each, and what is compared. */
#ifndef KINORA_FILL_PYRAMID_H
#define KINORA_FILL_PYRAMID_H

#include <stdint.h>
#include <wasm_simd128.h>
#include "../maths.h"

#define REACH 3               /* a patch is 7 by 7 */
#define SIDE (2 * REACH + 1)
#define LEVELS 9
#define SOME 2048
#define FAR 0xffffffffu
enum { HOLE = 1, TARGET = 2, SOURCE = 4 };

typedef struct {
  int w, h;
  uint8_t *px;      /* red, green, blue, liveliness */
  uint8_t *flags;
  uint8_t *depth;   /* of a target: pixels to the rim, at most 255 */
  uint32_t *near;   /* of a target: the source's centre, x | y << 16 */
  uint32_t *cost;
  int left, top, right, bottom; /* targets are within, right and bottom excluded */
  int sources;
  uint32_t some[SOME];
} level;

static level levels[LEVELS];
static int count;
static uint8_t *scratch;

static inline uint32_t mix(uint32_t v) {
  v = (v ^ (v >> 16)) * 0x85ebca6bu;
  v = (v ^ (v >> 13)) * 0xc2b2ae35u;
  return v ^ (v >> 16);
}
static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline uint32_t row_cost(const uint8_t *a, const uint8_t *b, v128_t sum, v128_t *out) {
  const v128_t last = wasm_i32x4_const(-1, -1, -1, 0);
  const v128_t a0 = wasm_v128_load(a), b0 = wasm_v128_load(b);
  const v128_t a1 = wasm_v128_and(wasm_v128_load(a + 16), last), b1 = wasm_v128_and(wasm_v128_load(b + 16), last);
  const v128_t d0 = wasm_v128_or(wasm_u8x16_sub_sat(a0, b0), wasm_u8x16_sub_sat(b0, a0));
  const v128_t d1 = wasm_v128_or(wasm_u8x16_sub_sat(a1, b1), wasm_u8x16_sub_sat(b1, a1));
  sum = wasm_i32x4_add(sum, wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extmul_low_u8x16(d0, d0)));
  sum = wasm_i32x4_add(sum, wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extmul_high_u8x16(d0, d0)));
  sum = wasm_i32x4_add(sum, wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extmul_low_u8x16(d1, d1)));
  sum = wasm_i32x4_add(sum, wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extmul_high_u8x16(d1, d1)));
  *out = sum;
  return 0;
}
static inline uint32_t total(v128_t v) {
  return (uint32_t)wasm_i32x4_extract_lane(v, 0) + (uint32_t)wasm_i32x4_extract_lane(v, 1) + (uint32_t)wasm_i32x4_extract_lane(v, 2) + (uint32_t)wasm_i32x4_extract_lane(v, 3);
}
/* Squared difference of two patches; stops with some number above `limit` once that is exceeded. */
static uint32_t distance(const level *l, int ax, int ay, int bx, int by, uint32_t limit) {
  const int step = l->w * 4;
  const uint8_t *a = l->px + ((ay - REACH) * l->w + ax - REACH) * 4;
  const uint8_t *b = l->px + ((by - REACH) * l->w + bx - REACH) * 4;
  v128_t sum = wasm_i32x4_const_splat(0);
  for (int y = 0; y < 3; y += 1) row_cost(a + y * step, b + y * step, sum, &sum);
  if (total(sum) > limit) return FAR;
  for (int y = 3; y < SIDE; y += 1) row_cost(a + y * step, b + y * step, sum, &sum);
  return total(sum);
}

static int level_bytes(int w, int h) { return ((w * h * (4 + 1 + 1 + 4 + 4) + 64) + 63) & ~63; }

KERNEL_EXPORT(fill_bytes) int fill_bytes(int w, int h) {
  int bytes = w * h * 4 + 64;
  for (int k = 0; k < LEVELS; k += 1) { bytes += level_bytes(w, h) + 64; w = (w + 1) / 2; h = (h + 1) / 2; }
  return bytes;
}
static uint8_t *lay_out(level *l, uint8_t *at, int w, int h) {
  const int n = w * h;
  l->w = w; l->h = h;
  l->near = (uint32_t *)at; l->cost = l->near + n;
  l->px = (uint8_t *)(l->cost + n);
  l->flags = l->px + 4 * n + 32; l->depth = l->flags + n;
  return at + level_bytes(w, h) + 64;
}
/* Returns the address for the image, RGBA: alpha above 127 is kept, the rest is the hole. */
KERNEL_EXPORT(fill_begin) int fill_begin(int heap, int w, int h) {
  uint8_t *at = (uint8_t *)heap;
  count = 0;
  for (int k = 0; k < LEVELS; k += 1) {
    at = lay_out(&levels[k], at, w, h);
    count += 1;
    if (least(w, h) < 4 * SIDE) break;
    w = (w + 1) / 2; h = (h + 1) / 2;
  }
  scratch = at;
  return (int)levels[0].px;
}
static inline int luma(const uint8_t *p) { return (p[0] * 77 + p[1] * 150 + p[2] * 29) >> 8; }

/*
 * The fourth channel of the known pixels: mean luma gradient around them. Two passes of a running mean would mix in the
 * hole, so the sums only count known pixels.
 */
static void liveliness(level *l) {
  const int w = l->w, h = l->h;
  for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) {
    const int i = y * w + x;
    int step = 0;
    if (!(l->flags[i] & HOLE)) {
      const int v = luma(l->px + 4 * i);
      if (x + 1 < w && !(l->flags[i + 1] & HOLE)) { const int d = luma(l->px + 4 * (i + 1)) - v; step += d < 0 ? -d : d; }
      if (y + 1 < h && !(l->flags[i + w] & HOLE)) { const int d = luma(l->px + 4 * (i + w)) - v; step += d < 0 ? -d : d; }
    }
    scratch[i] = (uint8_t)least(step, 255);
  }
  for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) {
    const int i = y * w + x;
    int sum = 0, known = 0;
    if (l->flags[i] & HOLE) { l->px[4 * i + 3] = 0; continue; }
    for (int b = most(y - 4, 0); b <= least(y + 4, h - 1); b += 2) for (int a = most(x - 4, 0); a <= least(x + 4, w - 1); a += 2) {
      const int j = b * w + a;
      if (!(l->flags[j] & HOLE)) { sum += scratch[j]; known += 1; }
    }
    l->px[4 * i + 3] = (uint8_t)least(known ? 3 * sum / known : 0, 255);
  }
}
static void shrink(const level *from, level *to) {
  for (int y = 0; y < to->h; y += 1) for (int x = 0; x < to->w; x += 1) {
    int sum[4] = {0, 0, 0, 0}, known = 0, all = 0;
    for (int b = 2 * y; b < least(2 * y + 2, from->h); b += 1) for (int a = 2 * x; a < least(2 * x + 2, from->w); a += 1) {
      const int i = b * from->w + a;
      all += 1;
      if (from->flags[i] & HOLE) continue;
      known += 1;
      for (int c = 0; c < 4; c += 1) sum[c] += from->px[4 * i + c];
    }
    const int i = y * to->w + x;
    to->flags[i] = 2 * known >= all ? 0 : HOLE;
    for (int c = 0; c < 4; c += 1) to->px[4 * i + c] = known ? (uint8_t)((sum[c] + known / 2) / known) : 0;
  }
}
/* Marks targets and sources, computes depths, and picks a sample of the sources. */
static void mark(level *l) {
  const int w = l->w, h = l->h;
  l->left = w; l->top = h; l->right = 0; l->bottom = 0; l->sources = 0;
  /* Whether the row of seven around a pixel contains hole; then the same down the columns. */
  for (int y = 0; y < h; y += 1) {
    int last = -1000, next = -1000;
    for (int x = 0; x < w; x += 1) {
      if (next < x) { next = x; while (next < w && !(l->flags[y * w + next] & HOLE)) next += 1; if (next == w) next = 100000; }
      if (l->flags[y * w + x] & HOLE) last = x;
      scratch[y * w + x] = x - last <= REACH || next - x <= REACH;
    }
  }
  int seen = 0;
  for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) {
    const int i = y * w + x, inside = x >= REACH && y >= REACH && x < w - REACH - 1 && y < h - REACH - 1;
    int touches = 0;
    for (int b = most(y - REACH, 0); b <= least(y + REACH, h - 1); b += 1) touches |= scratch[b * w + x];
    l->flags[i] = (uint8_t)((l->flags[i] & HOLE) | (inside ? (touches ? TARGET : SOURCE) : 0));
    if (inside && touches) {
      l->left = least(l->left, x); l->right = most(l->right, x + 1);
      l->top = least(l->top, y); l->bottom = most(l->bottom, y + 1);
    }
    if (inside && !touches) {
      if (seen < SOME) l->some[seen] = (uint32_t)(x | y << 16);
      else { const uint32_t k = mix((uint32_t)seen * 0x9e3779b1u) % (uint32_t)(seen + 1); if (k < SOME) l->some[k] = (uint32_t)(x | y << 16); }
      seen += 1;
    }
  }
  l->sources = seen;
  for (int pass = 0; pass < 2; pass += 1) for (int k = 0; k < w * h; k += 1) {
    const int i = pass ? w * h - 1 - k : k, x = i % w, y = i / w;
    if (!(l->flags[i] & HOLE)) { l->depth[i] = 0; continue; }
    int d = pass ? l->depth[i] : 255;
    const int sx = pass ? x + 1 : x - 1, sy = pass ? y + 1 : y - 1, row = pass ? w : -w, side = pass ? 1 : -1;
    if (sx >= 0 && sx < w) d = least(d, l->depth[i + side] + 1);
    if (sy >= 0 && sy < h) d = least(d, l->depth[i + row] + 1);
    l->depth[i] = (uint8_t)d;
  }
}
/*
 * Call after the image is written. Builds the smaller levels; returns the number of levels, 0 when there is no source.
 */
KERNEL_EXPORT(fill_build) int fill_build(void) {
  level *first = &levels[0];
  for (int i = 0; i < first->w * first->h; i += 1) {
    first->flags[i] = first->px[4 * i + 3] > 127 ? 0 : HOLE;
    if (first->flags[i]) first->px[4 * i] = first->px[4 * i + 1] = first->px[4 * i + 2] = 0;
  }
  liveliness(first);
  for (int k = 1; k < count; k += 1) shrink(&levels[k - 1], &levels[k]);
  int usable = 0;
  for (int k = 0; k < count; k += 1) {
    mark(&levels[k]);
    if (levels[k].sources < 2 * SIDE * SIDE && levels[k].sources < levels[k].w * levels[k].h / 8) break;
    usable = k + 1;
    /* Small enough when the middle of the hole is within reach of its rim. */
    int deepest = 0;
    for (int i = 0; i < levels[k].w * levels[k].h; i += 1) deepest = most(deepest, levels[k].depth[i]);
    if (deepest <= REACH) break;
  }
  count = usable;
  return usable;
}

#endif
