/*
 * Kernel of object removal and uncrop: fills the hole of an image from the rest of it. Multi-scale PatchMatch (Barnes
 * et al. 2009) finds for each patch of the hole the most similar patch outside it. The patches vote for the pixels
 * (Wexler et al. 2007), weighted by similarity and by nearness to the rim. A fourth channel holds the texture's
 * liveliness (Newson et al. 2014), so that texture is not filled with flat areas. The first, smallest image is filled
 * ring by ring from the rim. All arithmetic is in integers: the same input gives the same bytes on every machine.
 */
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

/* ---- pyramid ---- */
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

/* ---- search ---- */
static inline void consider(level *l, int x, int y, int sx, int sy) {
  const int i = y * l->w + x;
  if (sx < 0 || sy < 0 || sx >= l->w || sy >= l->h || !(l->flags[sy * l->w + sx] & SOURCE)) return;
  const uint32_t d = distance(l, x, y, sx, sy, l->cost[i]);
  if (d < l->cost[i]) { l->cost[i] = d; l->near[i] = (uint32_t)(sx | sy << 16); }
}
/*
 * One sweep over the targets, forward or backward: propagation from neighbours, then random search in a shrinking
 * window.
 */
static void sweep(level *l, int back, uint32_t seed, int window) {
  const int w = l->w, step = back ? 1 : -1;
  for (int v = 0; v < l->bottom - l->top; v += 1) for (int u = 0; u < l->right - l->left; u += 1) {
    const int x = back ? l->right - 1 - u : l->left + u, y = back ? l->bottom - 1 - v : l->top + v, i = y * w + x;
    if (!(l->flags[i] & TARGET)) continue;
    if (l->flags[i + step] & TARGET) { const uint32_t n = l->near[i + step]; consider(l, x, y, (int)(n & 0xffff) - step, (int)(n >> 16)); }
    if (l->flags[i + step * w] & TARGET) { const uint32_t n = l->near[i + step * w]; consider(l, x, y, (int)(n & 0xffff), (int)(n >> 16) - step); }
    uint32_t chance = mix(seed ^ ((uint32_t)i * 0x9e3779b1u));
    for (int r = window; r >= 1; r /= 2) {
      const int bx = (int)(l->near[i] & 0xffff), by = (int)(l->near[i] >> 16);
      chance = mix(chance + 0x9e3779b1u);
      consider(l, x, y, bx + (int)((chance & 0xffff) % (uint32_t)(2 * r + 1)) - r, by + (int)((chance >> 16) % (uint32_t)(2 * r + 1)) - r);
    }
  }
}
static void recount(level *l) {
  for (int y = l->top; y < l->bottom; y += 1) for (int x = l->left; x < l->right; x += 1) {
    const int i = y * l->w + x;
    if (l->flags[i] & TARGET) l->cost[i] = distance(l, x, y, (int)(l->near[i] & 0xffff), (int)(l->near[i] >> 16), FAR);
  }
}

/* ---- votes ---- */
/* Trust of a patch by the depth of its centre in the hole; it falls by a fifth per pixel. */
static float trust_of(int depth) {
  float t = 1.0f;
  for (int k = 0; k < least(depth, 40); k += 1) t *= 0.85f;
  return t;
}
static float trust[256];
/*
 * Weighted mean of the patches over a pixel; `sharp` 0 gentle, 1 almost only the best patch. Returns whether there was
 * any vote.
 */
static int vote(const level *l, int x, int y, int sharp, uint8_t *out) {
  float sum[4] = {0, 0, 0, 0}, weights = 0;
  uint32_t lowest = FAR;
  for (int b = most(y - REACH, l->top); b <= least(y + REACH, l->bottom - 1); b += 1) for (int a = most(x - REACH, l->left); a <= least(x + REACH, l->right - 1); a += 1) {
    const int q = b * l->w + a;
    if ((l->flags[q] & TARGET) && l->cost[q] < lowest) lowest = l->cost[q];
  }
  if (lowest == FAR) return 0;
  const float scale = 1.0f / ((float)lowest * 0.5f + 49.0f * 12.0f);
  for (int b = most(y - REACH, l->top); b <= least(y + REACH, l->bottom - 1); b += 1) for (int a = most(x - REACH, l->left); a <= least(x + REACH, l->right - 1); a += 1) {
    const int q = b * l->w + a;
    if (!(l->flags[q] & TARGET)) continue;
    const float d = 1.0f + (float)(l->cost[q] - lowest) * scale;
    float weight = 1.0f / (d * d * d);
    if (sharp) {
      const int off = most(a - x < 0 ? x - a : a - x, b - y < 0 ? y - b : b - y);
      weight *= weight; weight *= weight;
      weight *= off == 0 ? 8.0f : off == 1 ? 2.0f : off == 2 ? 0.5f : 0.2f;
    }
    weight *= trust[l->depth[q]];
    const uint32_t n = l->near[q];
    const uint8_t *p = l->px + (((int)(n >> 16) + y - b) * l->w + (int)(n & 0xffff) + x - a) * 4;
    for (int c = 0; c < 4; c += 1) sum[c] += weight * (float)p[c];
    weights += weight;
  }
  for (int c = 0; c < 4; c += 1) out[c] = (uint8_t)least(255, (int)(sum[c] / weights + 0.5f));
  return 1;
}
static void vote_all(level *l, int sharp) {
  for (int k = 0; k < 256; k += 1) trust[k] = trust_of(k);
  for (int y = most(l->top - REACH, 0); y < least(l->bottom + REACH, l->h); y += 1) for (int x = most(l->left - REACH, 0); x < least(l->right + REACH, l->w); x += 1) {
    const int i = y * l->w + x;
    if (l->flags[i] & HOLE) vote(l, x, y, sharp, l->px + 4 * i);
  }
}

/* ---- initial fill ---- */
/* Difference over the pixels that are known or already filled up to ring `ring`. */
static uint32_t part_distance(const level *l, int ax, int ay, int bx, int by, int ring, uint32_t limit) {
  uint32_t sum = 0;
  int known = 0;
  for (int y = -REACH; y <= REACH; y += 1) for (int x = -REACH; x <= REACH; x += 1) {
    const int i = (ay + y) * l->w + ax + x, j = (by + y) * l->w + bx + x;
    if (l->depth[i] >= ring) continue;
    known += 1;
    for (int c = 0; c < 4; c += 1) { const int d = (int)l->px[4 * i + c] - l->px[4 * j + c]; sum += (uint32_t)(d * d); }
    if (sum > limit) return FAR;
  }
  return known ? sum : FAR - 1;
}
/* Fills ring by ring from the rim: each pixel from the source that best matches the known pixels around it. */
static void peel(level *l) {
  int deepest = 0;
  for (int i = 0; i < l->w * l->h; i += 1) deepest = most(deepest, l->depth[i]);
  const int step = 1 + least(l->sources, SOME) / 1024;
  for (int ring = 1; ring <= deepest; ring += 1) {
    for (int y = 0; y < l->h; y += 1) for (int x = 0; x < l->w; x += 1) {
      const int i = y * l->w + x;
      if (l->depth[i] != ring) continue;
      const int cx = most(REACH, least(x, l->w - REACH - 2)), cy = most(REACH, least(y, l->h - REACH - 2));
      uint32_t best = FAR, place = l->some[0];
      for (int k = 0; k < least(l->sources, SOME); k += step) {
        const int sx = (int)(l->some[k] & 0xffff), sy = (int)(l->some[k] >> 16);
        const uint32_t d = part_distance(l, cx, cy, sx, sy, ring, best);
        if (d < best) { best = d; place = l->some[k]; }
      }
      const uint8_t *p = l->px + (((int)(place >> 16) + y - cy) * l->w + (int)(place & 0xffff) + x - cx) * 4;
      for (int c = 0; c < 4; c += 1) l->px[4 * i + c] = p[c];
      l->near[cy * l->w + cx] = place;
    }
  }
}
/* Begins a level: the smallest from its rim, the others from the previous one. */
KERNEL_EXPORT(fill_level) void fill_level(int k) {
  level *l = &levels[k];
  const int known = least(l->sources, SOME);
  for (int i = 0; i < l->w * l->h; i += 1) { l->near[i] = l->some[mix((uint32_t)i + 77u) % (uint32_t)known]; l->cost[i] = FAR; }
  if (k == count - 1) { peel(l); recount(l); return; }
  const level *from = &levels[k + 1];
  for (int y = l->top; y < l->bottom; y += 1) for (int x = l->left; x < l->right; x += 1) {
    const int i = y * l->w + x;
    if (!(l->flags[i] & TARGET)) continue;
    const int fx = most(from->left, least(x / 2, from->right - 1)), fy = most(from->top, least(y / 2, from->bottom - 1)), j = fy * from->w + fx;
    if (!(from->flags[j] & TARGET)) continue;
    const int sx = 2 * (int)(from->near[j] & 0xffff) + (x - 2 * fx), sy = 2 * (int)(from->near[j] >> 16) + (y - 2 * fy);
    if (sx >= 0 && sy >= 0 && sx < l->w && sy < l->h && (l->flags[sy * l->w + sx] & SOURCE)) { l->near[i] = (uint32_t)(sx | sy << 16); l->cost[i] = 0; }
  }
  vote_all(l, 0);
  recount(l);
}
/* Maps a position outside `from` to `to` into it by repeated mirroring at both ends. */
static int reflected(int at, int from, int to) {
  const int n = to - from, period = 2 * n;
  const int k = ((at - from) % period + period) % period;
  return from + (k < n ? k : period - 1 - k);
}
/*
 * Restarts the smallest level for an image in a frame: the missing part is the image mirrored at its edges, and patches
 * are searched for that.
 */
KERNEL_EXPORT(fill_mirror) void fill_mirror(int k) {
  level *l = &levels[k];
  int left = l->w, top = l->h, right = 0, bottom = 0;
  for (int y = 0; y < l->h; y += 1) for (int x = 0; x < l->w; x += 1) {
    if (l->flags[y * l->w + x] & HOLE) continue;
    left = least(left, x); right = most(right, x + 1); top = least(top, y); bottom = most(bottom, y + 1);
  }
  for (int y = 0; y < l->h; y += 1) for (int x = 0; x < l->w; x += 1) {
    const int i = y * l->w + x;
    if (!(l->flags[i] & HOLE)) continue;
    const uint8_t *p = l->px + (reflected(y, top, bottom) * l->w + reflected(x, left, right)) * 4;
    for (int c = 0; c < 4; c += 1) l->px[4 * i + c] = p[c];
  }
  recount(l);
}
/* One round: search from the current pixels, then votes. */
KERNEL_EXPORT(fill_round) void fill_round(int k, int round, int window, int sharp) {
  level *l = &levels[k];
  const int widest = window > 0 ? window : most(l->w, l->h);
  sweep(l, 0, mix((uint32_t)(k * 64 + round) * 2u + 1u), widest);
  sweep(l, 1, mix((uint32_t)(k * 64 + round) * 2u + 2u), widest);
  vote_all(l, sharp);
  recount(l);
}
KERNEL_EXPORT(fill_width) int fill_width(int k) { return levels[k].w; }
KERNEL_EXPORT(fill_height) int fill_height(int k) { return levels[k].h; }
/* Address of a level's pixels: red, green, blue, liveliness. */
KERNEL_EXPORT(fill_pixels) int fill_pixels(int k) { return (int)levels[k].px; }
/*
 * What the patches predict for the kept pixels around the hole: RGB and 255 where there is a prediction, else 0. For
 * the largest level only; written to `out`.
 */
KERNEL_EXPORT(fill_rim) void fill_rim(uint8_t *out) {
  const level *l = &levels[0];
  for (int i = 0; i < l->w * l->h; i += 1) ((uint32_t *)out)[i] = 0;
  for (int y = most(l->top - 1, 0); y < least(l->bottom + 1, l->h); y += 1) for (int x = most(l->left - 1, 0); x < least(l->right + 1, l->w); x += 1) {
    const int i = y * l->w + x;
    if ((l->flags[i] & (HOLE | TARGET)) == TARGET && vote(l, x, y, 0, out + 4 * i)) out[4 * i + 3] = 255;
  }
}

/* ---- seams ---- */
/* Step between two neighbouring pixels as the patches over them predict it. Returns whether there is a prediction. */
static int vote_step(const level *l, int x, int y, int dx, int dy, float *out) {
  float weights = 0;
  uint32_t lowest = FAR;
  out[0] = out[1] = out[2] = 0;
  const int top = most(y + dy - REACH, l->top), bottom = least(y + REACH, l->bottom - 1), left = most(x + dx - REACH, l->left), right = least(x + REACH, l->right - 1);
  for (int b = top; b <= bottom; b += 1) for (int a = left; a <= right; a += 1) {
    const int q = b * l->w + a;
    if ((l->flags[q] & TARGET) && l->cost[q] < lowest) lowest = l->cost[q];
  }
  if (lowest == FAR) return 0;
  const float scale = 1.0f / ((float)lowest * 0.5f + 49.0f * 12.0f);
  for (int b = top; b <= bottom; b += 1) for (int a = left; a <= right; a += 1) {
    const int q = b * l->w + a;
    if (!(l->flags[q] & TARGET)) continue;
    const float d = 1.0f + (float)(l->cost[q] - lowest) * scale, off = (float)((a - x) * (a - x) + (b - y) * (b - y));
    float weight = 1.0f / (d * d * d * (1.0f + off * off));
    weight *= weight * trust[l->depth[q]];
    const uint32_t n = l->near[q];
    const uint8_t *p = l->px + (((int)(n >> 16) + y - b) * l->w + (int)(n & 0xffff) + x - a) * 4, *next = p + (dy * l->w + dx) * 4;
    for (int c = 0; c < 3; c += 1) out[c] += weight * (float)((int)next[c] - p[c]);
    weights += weight;
  }
  for (int c = 0; c < 3; c += 1) out[c] /= weights;
  return 1;
}
KERNEL_EXPORT(fill_seam_bytes) int fill_seam_bytes(void) {
  const level *l = &levels[0];
  return (l->right - l->left + 2 * REACH + 2) * (l->bottom - l->top + 2 * REACH + 2) * 24;
}
/*
 * Removes the seams between copied pieces from the largest image. Solves for pixels whose gradients are those of the
 * patches, that match the surroundings of the hole, and that stay close to their values (a screened Poisson equation,
 * by relaxation).
 */
KERNEL_EXPORT(fill_seams) void fill_seams(float *memory, int rounds) {
  level *l = &levels[0];
  const int x0 = most(l->left - REACH, 0), y0 = most(l->top - REACH, 0), x1 = least(l->right + REACH, l->w), y1 = least(l->bottom + REACH, l->h), w = x1 - x0, h = y1 - y0;
  float *value = memory, *push = memory + 3 * w * h;
  const float stay = 0.0008f, pull = 1.88f;
  for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) for (int c = 0; c < 3; c += 1) {
    const int k = (y * w + x) * 3 + c;
    value[k] = (float)l->px[((y + y0) * l->w + x + x0) * 4 + c];
    push[k] = stay * value[k];
  }
  for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) for (int side = 0; side < 2; side += 1) {
    const int nx = x + 1 - side, ny = y + side, i = (y + y0) * l->w + x + x0, j = (ny + y0) * l->w + nx + x0;
    if (nx >= w || ny >= h || !((l->flags[i] | l->flags[j]) & HOLE)) continue;
    float step[3];
    const int here = (y * w + x) * 3, there = (ny * w + nx) * 3;
    if (!vote_step(l, x + x0, y + y0, 1 - side, side, step)) for (int c = 0; c < 3; c += 1) step[c] = value[there + c] - value[here + c];
    for (int c = 0; c < 3; c += 1) { push[here + c] -= step[c]; push[there + c] += step[c]; }
  }
  for (int round = 0; round < rounds; round += 1) for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) {
    if (!(l->flags[(y + y0) * l->w + x + x0] & HOLE)) continue;
    const int k = (y * w + x) * 3;
    float sides = stay;
    sides += (float)((x > 0) + (x + 1 < w) + (y > 0) + (y + 1 < h));
    for (int c = 0; c < 3; c += 1) {
      float sum = push[k + c];
      if (x > 0) sum += value[k - 3 + c];
      if (x + 1 < w) sum += value[k + 3 + c];
      if (y > 0) sum += value[k - 3 * w + c];
      if (y + 1 < h) sum += value[k + 3 * w + c];
      value[k + c] += pull * (sum / sides - value[k + c]);
    }
  }
  for (int y = 0; y < h; y += 1) for (int x = 0; x < w; x += 1) {
    const int i = (y + y0) * l->w + x + x0;
    if (l->flags[i] & HOLE) for (int c = 0; c < 3; c += 1) l->px[4 * i + c] = (uint8_t)(clamp1(value[(y * w + x) * 3 + c], 0.0f, 255.0f) + 0.5f);
  }
}
