/*
 * Kernel of object removal and uncrop: fills the hole of an image from the rest of it. Multi-scale PatchMatch (Barnes
 * et al. 2009) finds for each patch of the hole the most similar patch outside it. The patches vote for the pixels
 * (Wexler et al. 2007), weighted by similarity and by nearness to the rim. A fourth channel holds the texture's
 * liveliness (Newson et al. 2014), so that texture is not filled with flat areas. The first, smallest image is filled
 * ring by ring from the rim. All arithmetic is in integers: the same input gives the same bytes on every machine.
 */
#include "fill_pyramid.h"
#include "fill_search.h"

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

#include "fill_seams.h"
