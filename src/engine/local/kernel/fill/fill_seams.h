/* Removal of the seams between copied pieces. */
#ifndef KINORA_FILL_SEAMS_H
#define KINORA_FILL_SEAMS_H

#include "fill_search.h"

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

#endif
