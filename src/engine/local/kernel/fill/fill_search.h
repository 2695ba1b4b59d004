/* Search for similar patches, and the votes of patches for pixels. */
#ifndef KINORA_FILL_SEARCH_H
#define KINORA_FILL_SEARCH_H

#include "fill_pyramid.h"

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

#endif
