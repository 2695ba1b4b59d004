/*
 * Shared by all styles: the image as float planes, blurs, edges, flow, a palette extracted from the image, paper.
 * Colours here are perceptual sRGB values 0..1. Textures are measured in units of a thousandth of the shorter side
 * (`frame.unit` pixels), so that a style looks the same at any size.
 */
#ifndef KINORA_STYLE_BASE_H
#define KINORA_STYLE_BASE_H

#include "../maths.h"

#define PLANES 9

typedef struct {
  int w, h, n;
  uint32_t seed;
  float unit, seconds;
  /* Size factor of the brush, already included in `unit`. */
  float coarse;
  /* Inks in addition to the style's own: a photograph has more hues than a drawn scene. */
  int inks;
  uint8_t *source, *result;
  float *plane[PLANES];
} Frame;

static Frame frame;

static inline int clampi(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
static inline int at(int x, int y) { return clampi(y, 0, frame.h - 1) * frame.w + clampi(x, 0, frame.w - 1); }
static inline float luma_of(float r, float g, float b) { return 0.299f * r + 0.587f * g + 0.114f * b; }
static inline vec3 colour_at(int i) { return v3(frame.plane[0][i], frame.plane[1][i], frame.plane[2][i]); }
static inline vec3 mixc(vec3 a, vec3 b, float t) { return v3(mix1(a.x, b.x, t), mix1(a.y, b.y, t), mix1(a.z, b.z, t)); }
static inline float luma3(vec3 c) { return luma_of(c.x, c.y, c.z); }
static inline vec3 rgb8(int r, int g, int b) { return v3((float)r / 255.0f, (float)g / 255.0f, (float)b / 255.0f); }
/* Pushes a colour away from its grey (or towards it, below 1). */
static inline vec3 saturate3(vec3 c, float amount) {
  const float y = luma3(c);
  return v3(saturate1(y + (c.x - y) * amount), saturate1(y + (c.y - y) * amount), saturate1(y + (c.z - y) * amount));
}
static inline float grain(int x, int y, uint32_t salt) { return unit_of(hash_cell2(x, y, frame.seed + salt)) - 0.5f; }
static inline void put(int i, vec3 c) {
  uint8_t *to = frame.result + 4 * i;
  to[0] = byte_of(c.x); to[1] = byte_of(c.y); to[2] = byte_of(c.z); to[3] = 255;
}
static inline vec3 sample3(float x, float y) {
  x = clamp1(x, 0.0f, (float)(frame.w - 1)); y = clamp1(y, 0.0f, (float)(frame.h - 1));
  const int ix = (int)x, iy = (int)y;
  const float u = x - (float)ix, v = y - (float)iy;
  const int a = at(ix, iy), b = at(ix + 1, iy), c = at(ix, iy + 1), d = at(ix + 1, iy + 1);
  vec3 out;
  float *to = &out.x;
  for (int k = 0; k < 3; k += 1) {
    const float *p = frame.plane[k];
    to[k] = mix1(mix1(p[a], p[b], u), mix1(p[c], p[d], u), v);
  }
  return out;
}

static void load_planes(void) {
  for (int i = 0; i < frame.n; i += 1) {
    const uint8_t *from = frame.source + 4 * i;
    for (int k = 0; k < 3; k += 1) frame.plane[k][i] = (float)from[k] * (1.0f / 255.0f);
  }
}
static void vivid_planes(float amount) {
  for (int i = 0; i < frame.n; i += 1) {
    const vec3 c = saturate3(colour_at(i), amount);
    frame.plane[0][i] = c.x; frame.plane[1][i] = c.y; frame.plane[2][i] = c.z;
  }
}
static void luma_plane(float *to) {
  for (int i = 0; i < frame.n; i += 1) to[i] = luma_of(frame.plane[0][i], frame.plane[1][i], frame.plane[2][i]);
}
static void copy_plane(float *to, const float *from) {
  for (int i = 0; i < frame.n; i += 1) to[i] = from[i];
}

static void blur_rows(const float *from, float *to, int r) {
  const float share = 1.0f / (float)(2 * r + 1);
  for (int y = 0; y < frame.h; y += 1) {
    const float *row = from + y * frame.w;
    float *out = to + y * frame.w;
    float sum = row[0] * (float)r;
    for (int x = 0; x <= r; x += 1) sum += row[clampi(x, 0, frame.w - 1)];
    for (int x = 0; x < frame.w; x += 1) {
      out[x] = sum * share;
      sum += row[clampi(x + r + 1, 0, frame.w - 1)] - row[clampi(x - r, 0, frame.w - 1)];
    }
  }
}
static float column_sum[4096];
static void blur_columns(const float *from, float *to, int r) {
  const float share = 1.0f / (float)(2 * r + 1);
  for (int x = 0; x < frame.w; x += 1) column_sum[x] = from[x] * (float)r;
  for (int y = 0; y <= r; y += 1) {
    const float *row = from + clampi(y, 0, frame.h - 1) * frame.w;
    for (int x = 0; x < frame.w; x += 1) column_sum[x] += row[x];
  }
  for (int y = 0; y < frame.h; y += 1) {
    const float *in = from + clampi(y + r + 1, 0, frame.h - 1) * frame.w;
    const float *out_of = from + clampi(y - r, 0, frame.h - 1) * frame.w;
    float *out = to + y * frame.w;
    for (int x = 0; x < frame.w; x += 1) {
      out[x] = column_sum[x] * share;
      column_sum[x] += in[x] - out_of[x];
    }
  }
}
/* `passes` box blurs of radius r pixels, in place; three are close to a Gaussian of deviation about 1.7 r^0.97. */
static void blur(float *plane, float *spare, int r, int passes) {
  if (r < 1) return;
  r = r < frame.w / 2 ? r : frame.w / 2;
  for (int i = 0; i < passes; i += 1) {
    blur_rows(plane, spare, r);
    blur_columns(spare, plane, r);
  }
}
static inline int pixels(float units) {
  const int r = (int)(units * frame.unit + 0.5f);
  return r < 1 ? 1 : r;
}

/*
 * Generalised Kuwahara filter: of eight windows around each pixel, those with the least variance win. Flat areas are
 * flattened, edges stay. Works on planes 0..2; planes 4..8 are overwritten.
 */
static void flatten(int r, float sharpness) {
  float *spare = frame.plane[8], *square = frame.plane[7];
  for (int k = 0; k < 3; k += 1) copy_plane(frame.plane[4 + k], frame.plane[k]);
  luma_plane(square);
  for (int i = 0; i < frame.n; i += 1) square[i] *= square[i];
  const int half = r > 1 ? r / 2 : 1;
  for (int k = 4; k < 8; k += 1) blur(frame.plane[k], spare, half, 1);
  for (int i = 0; i < frame.n; i += 1) {
    const float y = luma_of(frame.plane[4][i], frame.plane[5][i], frame.plane[6][i]);
    const float calm = 1.0f / (1.0f + sharpness * max1(square[i] - y * y, 0.0f));
    square[i] = calm * calm * calm * calm + 1e-6f;
  }
  const int d = (int)((float)half * 0.72f + 0.5f);
  const int dx[8] = {half, d, 0, -d, -half, -d, 0, d}, dy[8] = {0, d, half, d, 0, -d, -half, -d};
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      float r0 = 0.0f, g0 = 0.0f, b0 = 0.0f, sum = 0.0f;
      for (int k = 0; k < 8; k += 1) {
        const int i = at(x + dx[k], y + dy[k]);
        const float share = square[i];
        r0 += share * frame.plane[4][i]; g0 += share * frame.plane[5][i]; b0 += share * frame.plane[6][i];
        sum += share;
      }
      const int i = y * frame.w + x;
      frame.plane[0][i] = r0 / sum; frame.plane[1][i] = g0 / sum; frame.plane[2][i] = b0 / sum;
    }
  }
}

/* The direction along which the image changes least, as unit vectors in tx, ty; `smooth` units of blur. */
static void find_flow(float *tx, float *ty, float *mixed, float *light, float *spare, float smooth) {
  luma_plane(light);
  blur(light, spare, pixels(1.5f), 1);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const float gx = light[at(x + 1, y)] - light[at(x - 1, y)], gy = light[at(x, y + 1)] - light[at(x, y - 1)];
      const int i = y * frame.w + x;
      tx[i] = gx * gx; ty[i] = gy * gy; mixed[i] = gx * gy;
    }
  }
  blur(tx, spare, pixels(smooth), 2);
  blur(ty, spare, pixels(smooth), 2);
  blur(mixed, spare, pixels(smooth), 2);
  for (int i = 0; i < frame.n; i += 1) {
    const float angle = 0.5f * atan2_1(2.0f * mixed[i], tx[i] - ty[i]) + 0.5f * KERNEL_PI;
    const float strength = sqrt1((tx[i] - ty[i]) * (tx[i] - ty[i]) + 4.0f * mixed[i] * mixed[i]);
    tx[i] = cos1(angle); ty[i] = sin1(angle);
    mixed[i] = strength;
  }
}

/* A value of one plane averaged along the flow. */
static void draw_out(const float *from, float *to, const float *tx, const float *ty, int reach, float step, float gain) {
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      float sum = from[y * frame.w + x];
      for (int way = -1; way <= 1; way += 2) {
        float px = (float)x, py = (float)y;
        float dx = (float)way * tx[y * frame.w + x], dy = (float)way * ty[y * frame.w + x];
        for (int k = 0; k < reach; k += 1) {
          px += dx * step; py += dy * step;
          const int i = at((int)px, (int)py);
          const float turn = tx[i] * dx + ty[i] * dy < 0.0f ? -1.0f : 1.0f;
          dx = tx[i] * turn; dy = ty[i] * turn;
          sum += from[i];
        }
      }
      to[y * frame.w + x] = sum * gain;
    }
  }
}
/* Where the image is darker than its surroundings: 0 no line, 1 a line (extended difference of Gaussians). */
static void find_lines(float *lines, float *wide, float *spare, float thickness, float gain) {
  luma_plane(lines);
  copy_plane(wide, lines);
  blur(lines, spare, pixels(thickness), 2);
  blur(wide, spare, pixels(thickness * 2.4f), 2);
  for (int i = 0; i < frame.n; i += 1) lines[i] = saturate1((wide[i] - lines[i]) * gain - 0.12f);
}
/* Colour gradient, 0 to about 1, on planes 0..2. */
static void find_edges(float *edges, int reach) {
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      float sum = 0.0f;
      for (int c = 0; c < 3; c += 1) {
        const float *p = frame.plane[c];
        const float gx = p[at(x + reach, y)] - p[at(x - reach, y)], gy = p[at(x, y + reach)] - p[at(x, y - reach)];
        sum += gx * gx + gy * gy;
      }
      edges[y * frame.w + x] = sqrt1(sum);
    }
  }
}

/*
 * Textures. Paper grain is drawn once on a seamless tile. Slowly varying fields are computed on every fourth pixel and
 * interpolated linearly.
 */
#define TILE 512
static float *tooth_tile;

static inline float wrapped_noise(float x, float y, int period, uint32_t seed) {
  const float fx = floor1(x), fy = floor1(y), px = x - fx, py = y - fy;
  const int ix = (int)fx, iy = (int)fy, jx = (ix + 1) % period, jy = (iy + 1) % period;
  const float u = fade1(px), v = fade1(py);
  const float a = slope2(hash_cell2(ix, iy, seed), px, py), b = slope2(hash_cell2(jx, iy, seed), px - 1.0f, py);
  const float c = slope2(hash_cell2(ix, jy, seed), px, py - 1.0f), d = slope2(hash_cell2(jx, jy, seed), px - 1.0f, py - 1.0f);
  return 1.4f * mix1(mix1(a, b, u), mix1(c, d, u), v);
}
static int tile_period(float per_unit) {
  const int period = (int)((float)TILE * per_unit / frame.unit + 0.5f);
  return clampi(period, 2, TILE / 2);
}
static void weave_tile(void) {
  const int fine = tile_period(0.42f), fibre_x = tile_period(0.16f), slow = tile_period(0.033f);
  const float step = 1.0f / (float)TILE;
  for (int y = 0; y < TILE; y += 1) {
    for (int x = 0; x < TILE; x += 1) {
      const float u = (float)x * step, v = (float)y * step;
      tooth_tile[y * TILE + x] = 0.55f * wrapped_noise(u * (float)fine, v * (float)fine, fine, frame.seed + 1u)
        + 0.35f * wrapped_noise(u * (float)fibre_x, v * (float)fibre_x, fibre_x, frame.seed + 2u)
        + 0.3f * wrapped_noise(u * (float)slow, v * (float)slow, slow, frame.seed + 3u);
    }
  }
}
/* Paper grain, about -1..1; each salt gives a different piece of the same paper. */
static inline float paper(int x, int y, uint32_t salt) {
  return tooth_tile[((y + (int)salt * 89) & (TILE - 1)) * TILE + ((x + (int)salt * 37) & (TILE - 1))];
}

static float slow_row[2][1100];
static void slow_line(float *to, int y, int step, float fx, float fy, int octaves, uint32_t salt) {
  const int count = frame.w / step + 2;
  for (int k = 0; k < count; k += 1) to[k] = fbm2((float)(k * step) / frame.unit * fx, (float)y / frame.unit * fy, octaves, frame.seed + salt);
}
/* Summed noise over the whole image, about -0.7..0.7; fx and fy are waves per unit. */
static void slow_field(float *to, float fx, float fy, int octaves, uint32_t salt) {
  const int step = frame.unit >= 0.6f ? 4 : 2;
  const float share = 1.0f / (float)step;
  float *above = slow_row[0], *below = slow_row[1];
  slow_line(below, 0, step, fx, fy, octaves, salt);
  for (int y0 = 0; y0 < frame.h; y0 += step) {
    float *old = above; above = below; below = old;
    slow_line(below, y0 + step, step, fx, fy, octaves, salt);
    for (int y = y0; y < frame.h && y < y0 + step; y += 1) {
      const float v = (float)(y - y0) * share;
      float *row = to + y * frame.w;
      for (int x = 0; x < frame.w; x += 1) {
        const int k = x / step;
        const float u = (float)(x - k * step) * share;
        row[x] = mix1(mix1(above[k], above[k + 1], u), mix1(below[k], below[k + 1], u), v);
      }
    }
  }
}
static inline float source_luma(int i) {
  const uint8_t *p = frame.source + 4 * i;
  return luma_of((float)p[0], (float)p[1], (float)p[2]) * (1.0f / 255.0f);
}
/*
 * Restores small lights that smoothing removes (stars, windows, flakes): where a pixel is much brighter than the ring
 * around it, the image's own colour shows with `strength`.
 */
static inline vec3 sparkle(vec3 c, int x, int y, float strength) {
  const int i = y * frame.w + x, far = pixels(5.0f), near_by = pixels(3.5f);
  const float own = source_luma(i);
  if (own < 0.3f) return c;
  const float ring = 0.125f * (source_luma(at(x + far, y)) + source_luma(at(x - far, y)) + source_luma(at(x, y + far)) + source_luma(at(x, y - far))
    + source_luma(at(x + near_by, y + near_by)) + source_luma(at(x - near_by, y - near_by)) + source_luma(at(x + near_by, y - near_by)) + source_luma(at(x - near_by, y + near_by)));
  const uint8_t *p = frame.source + 4 * i;
  return mixc(c, rgb8(p[0], p[1], p[2]), strength * smoothstep1(0.14f, 0.3f, own - ring));
}
/* Darkening towards the corners, 1 in the middle. */
static inline float corner(int x, int y, float amount) {
  const float u = (float)x / (float)frame.w - 0.5f, v = (float)y / (float)frame.h - 0.5f;
  return 1.0f - amount * smoothstep1(0.18f, 0.55f, u * u + v * v);
}
/* Stretches the tones so that the darkest and lightest hundredth become 0 and 1. */
static void stretch(float *plane, float gamma) {
  int counts[256] = {0};
  for (int i = 0; i < frame.n; i += 1) counts[clampi((int)(plane[i] * 255.0f), 0, 255)] += 1;
  int low = 0, high = 255, sum = 0;
  while (low < 254 && (sum += counts[low]) < frame.n / 100) low += 1;
  sum = 0;
  while (high > low + 1 && (sum += counts[high]) < frame.n / 100) high -= 1;
  /* An image with few tones is not stretched too far: its range counts as at least half of the scale. */
  const float middle = (float)(low + high) / 510.0f, half = max1((float)(high - low) / 510.0f, 0.25f);
  const float a = middle - half, b = middle + half;
  for (int i = 0; i < frame.n; i += 1) plane[i] = pow1(saturate1((plane[i] - a) / (b - a)), gamma);
}

#endif
