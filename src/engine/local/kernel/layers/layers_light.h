/* Blending of drawn shapes, light shafts, glow, and the conversion from linear light to bytes. */
#ifndef KINORA_LAYERS_LIGHT_H
#define KINORA_LAYERS_LIGHT_H

#include "layers_frame.h"

typedef struct {
  float left, top, width, height;
  float haze, haze_tone[3], gain, rim, rim_tone[3], rim_x, rim_y, grain, grain_x, grain_y, seed;
  float opacity, waterline, mirror, ripple, time, foot, foot_haze, add;
} Layer;

static float alpha_at(const Layer *l, int x, int y) {
  const int w = (int)l->width, h = (int)l->height;
  if (x < 0 || y < 0 || x >= w || y >= h) return 0.0f;
  return (float)frame.bytes[(y * w + x) * 4 + 3] * (1.0f / 255.0f);
}

/* One pixel of the layer, linear, premultiplied, with the rim light along its edge. */
static void layer_pixel(const Layer *l, int x, int y, float *out) {
  const uint8_t *p = frame.bytes + (y * (int)l->width + x) * 4;
  const float a = (float)p[3] * (1.0f / 255.0f);
  out[3] = a;
  if (a <= 0.0f) return;
  float k = l->gain;
  const float px = (float)x + l->left, py = (float)y + l->top;
  if (l->grain > 0.0f) {
    const f4 n = noise4(set4(px / l->grain_x) + (f4){0.0f, 13.7f, 0.0f, 0.0f}, set4(py / l->grain_y) * (f4){1.0f, 2.1f, 1.0f, 1.0f}, (uint32_t)l->seed);
    k *= 1.0f + l->grain * (n[0] + 0.5f * n[1]);
  }
  const float inverse = 1.0f / a;
  for (int j = 0; j < 3; j += 1) {
    const int byte = (int)min1((float)p[j] * inverse, 255.0f);
    out[j] = linear_table[byte] * k;
  }
  if (l->rim > 0.0f) {
    float beyond = 0.0f;
    for (int s = 1; s <= 3; s += 1) beyond += alpha_at(l, x + (int)floor1(l->rim_x * (float)s * 0.34f + 0.5f), y + (int)floor1(l->rim_y * (float)s * 0.34f + 0.5f));
    const float edge = saturate1(1.0f - beyond * (1.0f / 3.0f)) * l->rim;
    for (int j = 0; j < 3; j += 1) out[j] += l->rim_tone[j] * edge;
  }
  const float foot = l->foot > 0.0f ? l->foot_haze * smoothstep1(l->foot * 0.45f, 0.0f, fabs1(l->foot + l->top - py)) : 0.0f;
  const float haze = saturate1(l->haze + foot);
  for (int j = 0; j < 3; j += 1) out[j] = mix1(out[j], l->haze_tone[j], haze) * a;
}

/* `add` 0 covers the background, 1 only adds light. */
static void blend_pixel(int at, const float *c, float opacity, float add) {
  const float keep = 1.0f - c[3] * opacity * (1.0f - add);
  frame.r[at] = frame.r[at] * keep + c[0] * opacity;
  frame.g[at] = frame.g[at] * keep + c[1] * opacity;
  frame.b[at] = frame.b[at] * keep + c[2] * opacity;
  frame.open[at] *= keep;
}

/* The layer's reflection below its waterline, distorted by ripples. */
static void mirror_layer(const Layer *l) {
  const int w = (int)l->width, h = (int)l->height;
  for (int y = (int)l->waterline; y < frame.height; y += 1) {
    const float below = (float)y - l->waterline;
    if (below > (float)h) break;
    const float fade = l->mirror * (1.0f - 0.75f * below / (float)h);
    for (int x = 0; x < frame.width; x += 1) {
      const float n = noise2((float)x / (l->ripple * 9.0f), ((float)y + l->time * l->ripple * 6.0f) / (l->ripple * 1.6f), (uint32_t)l->seed + 5u);
      const int sx = x - (int)l->left + (int)floor1(n * l->ripple * (0.3f + below / (float)h * 2.0f));
      const int sy = (int)(l->waterline - below * 1.05f - l->top + n * l->ripple * 0.5f);
      if (sx < 0 || sy < 0 || sx >= w || sy >= h) continue;
      float c[4];
      layer_pixel(l, sx, sy, c);
      if (c[3] <= 0.0f) continue;
      for (int j = 0; j < 3; j += 1) c[j] *= 0.8f;
      blend_pixel(y * frame.stride + x, c, fade, l->add);
    }
  }
}

/* Blends the canvas layer in the byte buffer (premultiplied sRGB) at (left, top). */
KERNEL_EXPORT(layers_layer) void layers_layer(void) {
  const Layer *l = (const Layer *)params;
  const int w = (int)l->width, h = (int)l->height, left = (int)l->left, top = (int)l->top;
  if (l->mirror > 0.0f) mirror_layer(l);
  for (int y = 0; y < h; y += 1) {
    const int fy = y + top;
    if (fy < 0 || fy >= frame.height) continue;
    for (int x = 0; x < w; x += 1) {
      const int fx = x + left;
      if (fx < 0 || fx >= frame.width || frame.bytes[(y * w + x) * 4 + 3] == 0) continue;
      float c[4];
      layer_pixel(l, x, y, c);
      blend_pixel(fy * frame.stride + fx, c, l->opacity, l->add);
    }
  }
}

typedef struct { float x, y, unit, strength, tone[3], reach, seed, time; } Rays;

#define SMALL 256
static int small_width, small_height;

/* A reduced copy, at most SMALL on a side: `pick` 0 copies what is brighter than white, 1 the open sky. */
static void shrink(float *to, int channel, float threshold) {
  const float sx = (float)frame.width / (float)small_width, sy = (float)frame.height / (float)small_height;
  const float *plane = channel == 0 ? frame.r : channel == 1 ? frame.g : channel == 2 ? frame.b : frame.open;
  for (int y = 0; y < small_height; y += 1) {
    const int y0 = (int)((float)y * sy), y1 = (int)((float)(y + 1) * sy);
    for (int x = 0; x < small_width; x += 1) {
      const int x0 = (int)((float)x * sx), x1 = (int)((float)(x + 1) * sx);
      float sum = 0.0f;
      int n = 0;
      for (int v = y0; v < (y1 > y0 ? y1 : y0 + 1) && v < frame.height; v += 1) {
        for (int u = x0; u < (x1 > x0 ? x1 : x0 + 1) && u < frame.width; u += 1) { sum += min1(max1(plane[v * frame.stride + u] - threshold, 0.0f), 4.0f); n += 1; }
      }
      to[y * SMALL + x] = n ? sum / (float)n : 0.0f;
    }
  }
}

static f4 enlarge(const float *from, f4 x, float y) {
  const float fy = clamp1(y * (float)small_height / (float)frame.height - 0.5f, 0.0f, (float)small_height - 1.001f);
  const int iy = (int)fy, down = iy + 1 < small_height ? SMALL : 0;
  const float ty = fy - (float)iy;
  f4 out;
  const float k0 = (x[0] + 0.5f) * (float)small_width / (float)frame.width - 0.5f;
  /* Four pixels inside one small cell, the common case, share its corners. */
  if (frame.width >= 4 * small_width && k0 >= 0.0f && k0 < (float)small_width - 1.001f) {
    const int ix = (int)k0, at = iy * SMALL + ix;
    const float pace = (float)small_width / (float)frame.width;
    if ((int)(k0 + 3.0f * pace) == ix) {
      const f4 tx = lanes4(k0 - (float)ix, pace);
      const float low = mix1(from[at], from[at + down], ty), high = mix1(from[at + 1], from[at + 1 + down], ty);
      return low + (high - low) * tx;
    }
  }
  for (int j = 0; j < 4; j += 1) {
    const float fx = clamp1((x[j] + 0.5f) * (float)small_width / (float)frame.width - 0.5f, 0.0f, (float)small_width - 1.001f);
    const int ix = (int)fx, at = iy * SMALL + ix, right = ix + 1 < small_width ? 1 : 0;
    const float tx = fx - (float)ix;
    out[j] = mix1(mix1(from[at], from[at + right], tx), mix1(from[at + down], from[at + down + right], tx), ty);
  }
  return out;
}

static void size_small(void) {
  const int longest = frame.width > frame.height ? frame.width : frame.height;
  const float k = min1((float)SMALL / (float)longest, 1.0f);
  small_width = (int)max1((float)frame.width * k, 1.0f);
  small_height = (int)max1((float)frame.height * k, 1.0f);
}

/* Shafts of light: the open sky along the line from each pixel to the light. */
KERNEL_EXPORT(layers_rays) void layers_rays(void) {
  const Rays *p = (const Rays *)params;
  size_small();
  float *sky = frame.scratch, *light = frame.scratch + SMALL * SMALL;
  shrink(sky, 3, 0.0f);
  const float lx = p->x * (float)small_width / (float)frame.width, ly = p->y * (float)small_height / (float)frame.height;
  const float unit = p->unit * (float)small_width / (float)frame.width;
  for (int y = 0; y < small_height; y += 1) {
    for (int x = 0; x < small_width; x += 1) {
      const float dx = lx - (float)x, dy = ly - (float)y, d = length2(dx, dy);
      const float jitter = unit_of(hash_cell2(x, y, 7u)) * 0.03f;
      float sum = 0.0f, weight = 1.0f, total = 0.0f;
      for (int i = 0; i < 32; i += 1) {
        const float k = (float)i / 32.0f + jitter;
        const int sx = (int)((float)x + dx * k), sy = (int)((float)y + dy * k);
        if (sx >= 0 && sy >= 0 && sx < small_width && sy < small_height) sum += weight * sky[sy * SMALL + sx];
        else sum += weight * 0.6f;
        total += weight;
      }
      const float beam = 0.9f + 0.22f * noise2(atan2_1(dy, dx) * 5.0f, p->time * 0.05f + 3.0f, (uint32_t)p->seed);
      light[y * SMALL + x] = sum / total * beam * exp1(-d / (unit * p->reach));
    }
  }
  for (int y = 0; y < frame.height; y += 1) {
    for (int x = 0; x < frame.stride; x += 4) {
      const int at = y * frame.stride + x;
      const f4 k = enlarge(light, lanes4((float)x, 1.0f), (float)y + 0.5f) * p->strength;
      put4(at, add_rgb(pixel4(at), scale_rgb(rgb_of(p->tone), k)));
    }
  }
}

typedef struct { float exposure, contrast, saturation, vignette, bloom, seed, lift[3], tint[3]; } Finish;

static void blur_small(float *image, float *spare, int radius) {
  for (int pass = 0; pass < 2; pass += 1) {
    for (int axis = 0; axis < 2; axis += 1) {
      const int lines = axis ? small_width : small_height, length = axis ? small_height : small_width, step = axis ? SMALL : 1, skip = axis ? 1 : SMALL;
      for (int i = 0; i < lines; i += 1) {
        float sum = 0.0f;
        float *line = image + i * skip;
        for (int k = -radius; k <= radius; k += 1) sum += line[(k < 0 ? 0 : k >= length ? length - 1 : k) * step];
        for (int k = 0; k < length; k += 1) {
          spare[k] = sum / (float)(2 * radius + 1);
          const int out = k - radius, in = k + radius + 1;
          sum += line[(in >= length ? length - 1 : in) * step] - line[(out < 0 ? 0 : out) * step];
        }
        for (int k = 0; k < length; k += 1) line[k * step] = spare[k];
      }
    }
  }
}

static void add_bloom(float strength) {
  size_small();
  float *image = frame.scratch, *wide = frame.scratch + SMALL * SMALL, *spare = frame.scratch + 2 * SMALL * SMALL;
  for (int channel = 0; channel < 3; channel += 1) {
    float *plane = channel == 0 ? frame.r : channel == 1 ? frame.g : frame.b;
    float brightest = 0.0f;
    shrink(image, channel, 0.95f);
    for (int i = 0; i < small_height * SMALL; i += 1) { if (i % SMALL < small_width) brightest = max1(brightest, image[i]); }
    if (brightest <= 0.0f) continue;
    blur_small(image, spare, 4);
    for (int i = 0; i < small_height * SMALL; i += 4) store4(wide + i, load4(image + i));
    blur_small(wide, spare, 14);
    for (int i = 0; i < small_height * SMALL; i += 4) store4(image + i, strength * (0.5f * load4(image + i) + 0.6f * load4(wide + i)));
    for (int y = 0; y < frame.height; y += 1) {
      for (int x = 0; x < frame.stride; x += 4) {
        const int at = y * frame.stride + x;
        store4(plane + at, load4(plane + at) + enlarge(image, lanes4((float)x, 1.0f), (float)y + 0.5f));
      }
    }
  }
}

/* Linear up to three quarters, then a shoulder that never quite reaches white. */
static f4 shoulder(f4 x) {
  const f4 over = max4(x - 0.62f, set4(0.0f));
  return min4(x, set4(0.62f)) + 0.40f * (1.0f - exp4(-over * 2.5f));
}

static f4 encode(f4 x) {
  x = sat4(x);
  return pick4(x <= 0.0031308f, x * 12.92f, 1.055f * exp2_4(log2_4(x) * (1.0f / 2.4f)) - 0.055f);
}

/* Writes the image as opaque RGBA to the byte buffer. Fixed noise of half a step before rounding hides banding. */
KERNEL_EXPORT(layers_finish) void layers_finish(void) {
  const Finish *f = (const Finish *)params;
  if (f->bloom > 0.0f) add_bloom(f->bloom);
  const float cx = 0.5f * (float)frame.width, cy = 0.5f * (float)frame.height;
  for (int y = 0; y < frame.height; y += 1) {
    const float vy = ((float)y - cy) / cy;
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 px = lanes4((float)x + 0.5f, 1.0f), vx = (px - cx) / cx;
      const f4 dark = 1.0f - f->vignette * smooth4(0.5f, 2.1f, vx * vx + vy * vy);
      rgb4 c = scale_rgb(pixel4(y * frame.stride + x), dark * f->exposure);
      const f4 grey = 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b;
      c = mix_rgb((rgb4){grey, grey, grey}, c, set4(f->saturation));
      const u4 h = hash4(__builtin_convertvector(px, i4), (i4){y, y, y, y}, (uint32_t)f->seed);
      const f4 noise = (unit4(h) + unit4(h * 0x2c1b3c6du) - 1.0f) * 0.9f;
      f4 channels[3] = {c.r, c.g, c.b};
      for (int j = 0; j < 3; j += 1) {
        f4 v = encode(shoulder(max4(channels[j] * f->tint[j], set4(0.0f))));
        v = v + f->contrast * (v - 0.5f) * v * (1.0f - v) * 2.0f;
        channels[j] = clamp4((v * (1.0f - f->lift[j]) + f->lift[j]) * 255.0f + 0.5f + noise, 0.0f, 255.0f);
      }
      for (int k = 0; k < 4 && x + k < frame.width; k += 1) {
        uint8_t *out = frame.bytes + (y * frame.width + x + k) * 4;
        out[0] = (uint8_t)channels[0][k];
        out[1] = (uint8_t)channels[1][k];
        out[2] = (uint8_t)channels[2][k];
        out[3] = 255;
      }
    }
  }
}

#endif
