/* Patterns that fill the whole frame: marble, ink, waves, spiral, fractal, gradient, smoke, and water seen from below. */
#ifndef KINORA_LAYERS_FIELDS_H
#define KINORA_LAYERS_FIELDS_H

#include "layers_frame.h"

enum { MARBLE, INK, WAVES, SPIRAL, FRACTAL, GRADIENT, SMOKE, DEEP };

typedef struct { float kind, unit, seed, time, scale, amount, x, y; float tones[8][3]; } Field;

/* Colour at 0..1 along the eight tones; blended in square-root light so that no step looks muddy. */
static rgb4 ramp4(const Field *f, f4 t) {
  t = sat4(t) * 6.999f;
  rgb4 c = {set4(0.0f), set4(0.0f), set4(0.0f)};
  for (int j = 0; j < 4; j += 1) {
    const int i = (int)t[j];
    const float k = t[j] - (float)i;
    float out[3];
    for (int q = 0; q < 3; q += 1) {
      const float root = mix1(sqrt1(f->tones[i][q]), sqrt1(f->tones[i + 1][q]), k * k * (3.0f - 2.0f * k));
      out[q] = root * root;
    }
    c.r[j] = out[0]; c.g[j] = out[1]; c.b[j] = out[2];
  }
  return c;
}

/* Cut stone: two rounds of warping, dark seams, thin gilded veins. */
static rgb4 marble_at(const Field *f, f4 u, f4 v) {
  const uint32_t s = (uint32_t)f->seed;
  const f4 drift = set4(f->time * 0.03f);
  const f4 ax = sum4(u * 1.1f + drift, v * 1.1f, 5, s), ay = sum4(u * 1.1f + 5.2f, v * 1.1f + 1.3f - drift, 5, s + 11u);
  const f4 bx = sum4(u + 2.4f * ax + 1.7f, v + 2.4f * ay + 9.2f, 6, s + 23u), by = sum4(u + 2.4f * ax + 8.3f, v + 2.4f * ay + 2.8f, 6, s + 37u);
  const f4 n = sum4(u + 2.2f * bx, v + 2.2f * by, 5, s + 51u);
  rgb4 c = ramp4(f, 0.5f + 0.85f * n + 0.42f * ax);
  const f4 layers = sin4((n * 2.2f + bx) * 26.0f);
  c = scale_rgb(c, 0.86f + 0.30f * smooth4(-0.6f, 0.6f, by) + 0.07f * layers);
  const f4 seam = smooth4(0.045f, 0.0f, abs4(bx + 0.12f * by));
  c = scale_rgb(c, 1.0f - 0.5f * seam);
  const f4 vein = smooth4(0.016f, 0.002f, abs4(ax - 0.5f * by + 0.03f)) * smooth4(-0.1f, 0.25f, by);
  const rgb4 gold = {set4(1.15f), set4(0.72f), set4(0.24f)};
  return mix_rgb(c, scale_rgb(gold, 0.75f + 0.9f * sat4(by + 0.3f)), vein * f->amount);
}

/* Dye in water: soft bodies with thin curled edges on a pale ground. */
static rgb4 ink_at(const Field *f, f4 u, f4 v) {
  const uint32_t s = (uint32_t)f->seed;
  const f4 drift = set4(f->time * 0.05f);
  const f4 ax = sum4(u * 0.8f, v * 0.8f + drift, 3, s), ay = sum4(u * 0.8f + 3.1f, v * 0.8f + 7.7f, 3, s + 7u);
  rgb4 c = rgb_of(f->tones[0]);
  for (int k = 0; k < 3; k += 1) {
    const uint32_t own = s + 61u + (uint32_t)k * 17u;
    const f4 wx = sum4(u * 1.3f + 1.9f * ax + (float)k * 4.0f, v * 1.3f + 1.9f * ay, 5, own), wy = sum4(u * 1.3f + 1.9f * ax + 6.0f, v * 1.3f + 1.9f * ay + (float)k, 5, own + 5u);
    const f4 n = sum4(u * 0.9f + 2.0f * wx, v * 0.9f + 2.0f * wy + drift, 6, own + 9u) + 0.32f * ax;
    const f4 body = smooth4(0.02f, 0.36f, n);
    const f4 edge = smooth4(0.06f, 0.0f, abs4(n - 0.05f)) * 0.5f;
    const f4 fold = 0.5f + 0.5f * sin4(wx * 17.0f + n * 22.0f);
    const rgb4 dye = mix_rgb(rgb_of(f->tones[5 - 2 * k]), rgb_of(f->tones[6 - 2 * k]), sat4(0.5f + 1.3f * wy + 0.25f * fold));
    const f4 k4 = sat4(body * (0.70f + 0.3f * fold) + edge * 0.6f);
    const rgb4 through = {c.r * (0.12f + dye.r), c.g * (0.12f + dye.g), c.b * (0.12f + dye.b)};
    c = mix_rgb(c, mix_rgb(through, dye, set4(0.55f)), k4);
  }
  return c;
}

/* Overlapping sheets of silk, each with its own light on the fold. */
static rgb4 waves_at(const Field *f, f4 u, f4 v) {
  const uint32_t s = (uint32_t)f->seed;
  rgb4 c = ramp4(f, 0.05f + 0.1f * v);
  const int sheets = 9;
  for (int k = 0; k < sheets; k += 1) {
    const float t = (float)k / (float)(sheets - 1), phase = (float)k * 1.9f + f->time * (0.25f + 0.05f * (float)k);
    const f4 y = 0.10f + 0.86f * t + (0.10f * sin4(u * (1.5f + 0.35f * (float)(k % 3)) + phase) + 0.05f * sin4(u * 3.7f - phase * 1.4f) + 0.09f * noise4(u * 0.9f, set4(phase), s + (uint32_t)k));
    const f4 d = v - y;
    const f4 in = sat4(d * f->unit * 0.8f + 0.5f);
    const f4 shadow = exp4(max4(-d, set4(0.0f)) * -26.0f);
    c = scale_rgb(c, 1.0f - 0.5f * shadow * (1.0f - in));
    const f4 fold = 0.5f + 0.5f * sin4(d * 21.0f + u * 2.0f + phase + 2.0f * noise4(u * 1.4f, v * 2.0f, s + 90u + (uint32_t)k));
    rgb4 sheet = ramp4(f, t * 0.86f + 0.12f * fold);
    const f4 edge = exp4(-max4(d, set4(0.0f)) * 60.0f);
    sheet = scale_rgb(sheet, 0.74f + 0.34f * fold * exp4(-max4(d, set4(0.0f)) * 3.0f) + 0.55f * edge);
    c = mix_rgb(c, sheet, in);
  }
  return c;
}

static rgb4 spiral_at(const Field *f, f4 u, f4 v) {
  const uint32_t s = (uint32_t)f->seed;
  f4 angle;
  const f4 r = sqrt4(u * u + v * v) + 1e-4f;
  for (int j = 0; j < 4; j += 1) angle[j] = atan2_1(v[j], u[j]);
  const f4 turn = angle * (1.0f / KERNEL_TAU), depth = log2_4(r) * f->scale + f->time * 0.12f;
  const f4 p = turn * f->amount + depth + 0.05f * noise4(u * 3.0f, v * 3.0f, s);
  const f4 arm = fract4(p), across = fract4(depth * 2.0f - turn * f->amount * 2.0f);
  /* Each arm keeps its own colour to the centre, so that no seam shows where the angle wraps. */
  const f4 which = (p - arm) / f->amount, own = (which - floor4(which)) * f->amount;
  rgb4 c = ramp4(f, 0.12f + 0.8f * fract4((own + 0.5f + (float)(s % 5u)) * 0.618034f) + 0.05f * sin4(depth * 3.0f));
  const f4 roll = sqrt4(max4(1.0f - (2.0f * arm - 1.0f) * (2.0f * arm - 1.0f), set4(0.0f)));
  const f4 rib = 0.86f + 0.14f * sin4(across * KERNEL_TAU);
  c = scale_rgb(c, (0.16f + 0.92f * roll) * rib + 0.45f * pow4(sat4(1.0f - abs4(arm - 0.36f) * 5.0f), 3.0f));
  const f4 eye = exp4(-r * 5.0f);
  return add_rgb(scale_rgb(c, 1.0f - 0.4f * eye), scale_rgb(rgb_of(f->tones[6]), eye * 1.1f));
}

/* A Julia set: smooth escape time, and the closest approach to the axes as an inner light. */
static rgb4 fractal_at(const Field *f, f4 u, f4 v) {
  f4 zx = u * f->scale, zy = v * f->scale, count = set4(0.0f), trap = set4(1e9f), last = set4(4.0f);
  i4 alive = {-1, -1, -1, -1};
  for (int i = 0; i < 110; i += 1) {
    const f4 x = zx * zx - zy * zy + f->x, y = 2.0f * zx * zy + f->y;
    zx = pick4(alive, x, zx); zy = pick4(alive, y, zy);
    const f4 d = zx * zx + zy * zy;
    trap = pick4(alive, min4(trap, abs4(zx * zy) + 0.15f * abs4(zx + zy)), trap);
    last = pick4(alive, d, last);
    count += pick4(alive, set4(1.0f), set4(0.0f));
    alive = alive & (d < 256.0f);
    if (!any4(alive)) break;
  }
  const f4 smooth = count - log2_4(log2_4(max4(last, set4(2.0f)))) + 3.0f;
  rgb4 outside = ramp4(f, 0.5f - 0.5f * sin4(1.5708f + sqrt4(max4(smooth, set4(0.0f))) * 1.05f + f->time * 0.1f));
  outside = scale_rgb(outside, 0.25f + 0.95f * smooth4(0.0f, 26.0f, smooth));
  const rgb4 inside = scale_rgb(ramp4(f, 0.95f - 1.6f * sqrt4(trap)), 0.35f + 0.8f * exp4(-trap * 18.0f));
  return mix_rgb(outside, inside, pick4(alive, set4(1.0f), set4(0.0f)));
}

static rgb4 gradient_field(const Field *f, f4 u, f4 v) {
  const uint32_t s = (uint32_t)f->seed;
  const f4 drift = set4(f->time * 0.05f);
  const f4 wx = sum4(u * 0.55f + drift, v * 0.55f, 2, s), wy = sum4(u * 0.55f + 4.0f, v * 0.55f - drift, 2, s + 5u);
  const f4 t = 0.5f + 0.7f * (u * f->x + v * f->y) + 0.95f * wx + 0.25f * sin4(wy * 3.0f + u);
  rgb4 c = ramp4(f, t);
  const f4 light = exp4(-((u - wy) * (u - wy) + (v + 0.35f) * (v + 0.35f)) * 2.2f);
  return add_rgb(scale_rgb(c, 0.82f + 0.24f * wy), scale_rgb(rgb_of(f->tones[7]), light * 0.28f));
}

/*
 * Wisps of smoke: density bent upwards, lit from one side by comparing it with the density a little towards the light.
 */
static f4 wisp(const Field *f, f4 u, f4 v, int octaves) {
  const uint32_t s = (uint32_t)f->seed;
  const f4 rise = set4(f->time * 0.12f);
  const f4 a = sum4(u * 1.2f, v * 0.8f + rise, 3, s), b = sum4(u * 1.2f + 7.0f, v * 0.8f + rise, 3, s + 3u);
  const f4 column = exp4(-(u + 0.5f * a) * (u + 0.5f * a) * (3.0f + 1.5f * v));
  return column * (0.42f + 1.3f * sum4(u * 1.6f + 1.9f * a, v * 1.1f + 1.9f * b + rise, octaves, s + 11u));
}
static rgb4 smoke_at(const Field *f, f4 u, f4 v) {
  const f4 n = wisp(f, u, v, 6), m = wisp(f, u - 0.05f, v - 0.06f, 4);
  const f4 density = smooth4(0.05f, 0.85f, n), light = sat4(0.45f + 2.2f * (n - m));
  const f4 back = exp4(-(u * u + v * v) * 1.4f);
  rgb4 c = mix_rgb(rgb_of(f->tones[0]), rgb_of(f->tones[1]), back * 0.6f);
  const rgb4 body = mix_rgb(mix_rgb(rgb_of(f->tones[2]), rgb_of(f->tones[4]), light), rgb_of(f->tones[6]), sat4(light * light * 0.8f));
  return mix_rgb(c, body, sat4(density * 1.15f));
}

/* Under water: light that falls off with depth, shafts from the surface, and caustics. */
static rgb4 deep_at(const Field *f, f4 u, f4 v, float share) {
  const uint32_t s = (uint32_t)f->seed;
  const f4 drift = set4(f->time * 0.25f);
  rgb4 c = ramp4(f, set4(share) + 0.05f * sum4(u * 1.2f + drift * 0.2f, v * 1.2f, 3, s));
  const f4 slant = (u - f->x) / (v + 1.35f);
  const f4 beam = smooth4(-0.1f, 0.75f, noise4(slant * 7.0f + drift * 0.3f, drift * 0.35f, s + 3u) + 0.5f * noise4(slant * 17.0f, drift * 0.5f, s + 4u));
  const f4 fall = exp4(-(v + 0.5f) * 1.9f) * exp4(-slant * slant * 1.1f);
  c = add_rgb(c, scale_rgb(rgb_of(f->tones[0]), beam * fall * 0.55f * f->amount));
  const f4 flat = 1.0f / (v + 0.56f), sx = u * flat * 2.4f, sy = flat * 2.2f;
  const f4 net = pow4(1.0f - abs4(noise4(sx + drift, sy, s + 8u) + 0.5f * noise4(sx * 1.9f, sy * 1.9f + drift, s + 9u)), 7.0f);
  const f4 surface = smooth4(-0.30f, -0.5f, v) ;
  return add_rgb(c, scale_rgb(rgb_of(f->tones[0]), net * surface * 0.85f));
}


KERNEL_EXPORT(layers_field) void layers_field(void) {
  const Field *f = (const Field *)params;
  const float cx = 0.5f * (float)frame.width, cy = 0.5f * (float)frame.height;
  for (int y = 0; y < frame.height; y += 1) {
    const float share = ((float)y + 0.5f) / (float)frame.height;
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 u = (lanes4((float)x + 0.5f, 1.0f) - cx) / f->unit, v = set4(((float)y + 0.5f - cy) / f->unit);
      rgb4 c;
      switch ((int)f->kind) {
        case MARBLE: c = marble_at(f, u * f->scale, v * f->scale); break;
        case INK: c = ink_at(f, u * f->scale, v * f->scale); break;
        case WAVES: c = waves_at(f, u, set4(share)); break;
        case SPIRAL: c = spiral_at(f, u - f->x, v - f->y); break;
        case FRACTAL: {
          const float h = 0.25f / f->unit;
          const rgb4 a = fractal_at(f, u - h, v - h), b = fractal_at(f, u + h, v + h), d = fractal_at(f, u + h, v - h), e = fractal_at(f, u - h, v + h);
          c = scale_rgb(add_rgb(add_rgb(a, b), add_rgb(d, e)), set4(0.25f));
          break;
        }
        case GRADIENT: c = gradient_field(f, u, v); break;
        case SMOKE: c = smoke_at(f, u * f->scale, v * f->scale); break;
        default: c = deep_at(f, u, v, share); break;
      }
      put4(y * frame.stride + x, c);
      store4(frame.open + y * frame.stride + x, set4(0.0f));
    }
  }
}

#endif
