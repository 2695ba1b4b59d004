/* Extracts a palette from the image, and repaints the image with it. */
#ifndef KINORA_STYLE_PALETTE_H
#define KINORA_STYLE_PALETTE_H

#include "style_base.h"

#define MOST_COLOURS 28
static float palette[MOST_COLOURS][3];

static inline int inks_of(int own) { return clampi(own + frame.inks, 2, MOST_COLOURS); }
/* Distance between colours, slightly more perceptual than plain RGB: hue counts more than lightness. */
static inline float colour_distance(const float *a, float r, float g, float b) {
  const float dr = r - a[0], dg = g - a[1], db = b - a[2];
  const float dy = luma_of(dr, dg, db);
  return dr * dr + dg * dg + db * db + 0.6f * dy * dy;
}
static int nearest_colour(int count, float r, float g, float b) {
  int best = 0;
  float least = 1e9f;
  for (int k = 0; k < count; k += 1) {
    const float d = colour_distance(palette[k], r, g, b);
    if (d < least) { least = d; best = k; }
  }
  return best;
}
/*
 * Finds `count` colours that represent the image (planes 0..2): starts with the most distant ones of a sample, then
 * moves each to the mean of its nearest colours. Sorted from dark to light.
 */
static void find_palette(int count) {
  static float sums[MOST_COLOURS][4];
  const int step = frame.n > 12000 ? frame.n / 12000 | 1 : 1;
  int chosen = 1;
  for (int k = 0; k < 3; k += 1) {
    double mean = 0.0;
    for (int i = 0; i < frame.n; i += step) mean += (double)frame.plane[k][i];
    palette[0][k] = (float)(mean / (double)((frame.n + step - 1) / step));
  }
  while (chosen < count) {
    float most = -1.0f;
    int far_one = 0;
    for (int i = 0; i < frame.n; i += step * 3) {
      const int near_one = nearest_colour(chosen, frame.plane[0][i], frame.plane[1][i], frame.plane[2][i]);
      const float d = colour_distance(palette[near_one], frame.plane[0][i], frame.plane[1][i], frame.plane[2][i]);
      if (d > most) { most = d; far_one = i; }
    }
    for (int k = 0; k < 3; k += 1) palette[chosen][k] = frame.plane[k][far_one];
    chosen += 1;
  }
  for (int round = 0; round < 9; round += 1) {
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < frame.n; i += step) {
      const int k = nearest_colour(count, frame.plane[0][i], frame.plane[1][i], frame.plane[2][i]);
      for (int c = 0; c < 3; c += 1) sums[k][c] += frame.plane[c][i];
      sums[k][3] += 1.0f;
    }
    for (int k = 0; k < count; k += 1) {
      if (sums[k][3] > 0.0f) for (int c = 0; c < 3; c += 1) palette[k][c] = sums[k][c] / sums[k][3];
    }
  }
  for (int i = 1; i < count; i += 1) {
    for (int j = i; j > 0; j -= 1) {
      if (luma_of(palette[j][0], palette[j][1], palette[j][2]) >= luma_of(palette[j - 1][0], palette[j - 1][1], palette[j - 1][2])) break;
      for (int c = 0; c < 3; c += 1) { const float t = palette[j][c]; palette[j][c] = palette[j - 1][c]; palette[j - 1][c] = t; }
    }
  }
}

/*
 * The palette colour of a pixel, with a one-pixel antialiased border to its neighbour: the pixel's distance past the
 * middle between two colours, divided by the image's gradient there.
 */
static vec3 soft_colour(int count, int x, int y, int *index) {
  const int i = y * frame.w + x;
  const float r = frame.plane[0][i], g = frame.plane[1][i], b = frame.plane[2][i];
  int first = 0, second = 1;
  float d1 = 1e9f, d2 = 1e9f;
  for (int k = 0; k < count; k += 1) {
    const float d = colour_distance(palette[k], r, g, b);
    if (d < d1) { d2 = d1; second = first; d1 = d; first = k; } else if (d < d2) { d2 = d; second = k; }
  }
  *index = first;
  const float *p = palette[first], *q = palette[second];
  const int east = at(x + 1, y), west = at(x - 1, y), south = at(x, y + 1), north = at(x, y - 1);
  float gx = 0.0f, gy = 0.0f;
  for (int c = 0; c < 3; c += 1) {
    const float axis = q[c] - p[c];
    gx += axis * (frame.plane[c][east] - frame.plane[c][west]) * 0.5f;
    gy += axis * (frame.plane[c][south] - frame.plane[c][north]) * 0.5f;
  }
  const float past = (d2 - d1) * 0.5f;
  const float width = sqrt1(gx * gx + gy * gy) * 1.1f + 1e-6f;
  const float share = clamp1(0.5f - past / width, 0.0f, 0.5f);
  return v3(mix1(p[0], q[0], share), mix1(p[1], q[1], share), mix1(p[2], q[2], share));
}

#endif
