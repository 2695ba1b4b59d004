/* Sky: gradient, glow of the sun or moon, clouds lit from it, stars, aurora, nebula. Lengths in pixels. */
#ifndef KINORA_LAYERS_SKY_H
#define KINORA_LAYERS_SKY_H

#include "layers_frame.h"

typedef struct {
  float horizon, unit, seed, time;
  float stops[5][3];
  float sun_x, sun_y, sun_radius, disc, phase;
  float sun[3], glow[3], glow_strength;
  float cover, softness, scale, stretch, wind;
  float lit[3], shade[3];
  float stars, octaves, height;
} Sky;

static rgb4 gradient_at(const Sky *s, float up) {
  const float at = saturate1(up) * 4.0f;
  const int i = at >= 4.0f ? 3 : (int)at;
  const float t = at - (float)i, k = t * t * (3.0f - 2.0f * t) * 0.35f + t * 0.65f;
  float c[3];
  for (int j = 0; j < 3; j += 1) {
    const float root = mix1(sqrt1(s->stops[i][j]), sqrt1(s->stops[i + 1][j]), k);
    c[j] = root * root;
  }
  return rgb_of(c);
}

/* Stars on a jittered lattice, with larger ones rarer, and a slow twinkle. */
static rgb4 stars_at(const Sky *s, float y, f4 x, rgb4 base) {
  const uint32_t seed = (uint32_t)s->seed + 77u;
  f4 light = set4(0.0f), warm = set4(0.0f);
  for (int layer = 0; layer < 2; layer += 1) {
    const float cell = s->unit * (layer ? 0.047f : 0.0155f);
    const f4 gx = x / cell, gy = set4(y / cell);
    const f4 fx = floor4(gx), fy = floor4(gy);
    const i4 ix = __builtin_convertvector(fx, i4), iy = __builtin_convertvector(fy, i4);
    const u4 h = hash4(ix, iy, seed + (uint32_t)layer);
    const f4 a = unit4(h), b = unit4(h * 0x2c1b3c6du), c = unit4((h ^ 0x9e3779b1u) * 0x297a2d39u);
    const f4 dx = (gx - fx - 0.15f - 0.7f * a) * cell, dy = (gy - fy - 0.15f - 0.7f * b) * cell;
    /*
     * A star smaller than a pixel is dimmed instead, so that a small image does not contain more stars than a large
     * one.
     */
    const float own = s->unit * (layer ? 0.0010f : 0.00055f), size = max1(own, 0.5f), dim = min1(own * own / (size * size) * 1.5f, 1.0f);
    const f4 there = pick4(c < (layer ? 0.16f : 0.34f) * min1(s->stars, 1.6f), set4(1.0f), set4(0.0f));
    const f4 twinkle = 0.8f + 0.2f * sin4(set4(s->time * 2.2f) + c * 60.0f);
    const f4 d2 = (dx * dx + dy * dy) / (size * size * (0.6f + 0.9f * b));
    light += there * twinkle * exp4(-d2) * ((layer ? 1.6f : 0.62f) * dim) * (0.15f + a * a * 1.2f);
    warm += there * (b - 0.5f) * exp4(-d2);
  }
  light *= min1(s->stars, 1.2f);
  return (rgb4){base.r + light * (1.0f + 0.3f * warm), base.g + light, base.b + light * (1.06f - 0.3f * warm)};
}

static rgb4 disc_at(const Sky *s, f4 dx, f4 dy, f4 d, rgb4 base) {
  const f4 edge = sat4(s->sun_radius - d + 0.5f);
  if (!any4(edge > 0.0f)) return base;
  if (s->disc < 1.5f) {
    const f4 limb = 1.0f - 0.18f * (d / s->sun_radius) * (d / s->sun_radius);
    return mix_rgb(base, scale_rgb(rgb_of(s->sun), limb), edge);
  }
  const f4 u = dx / s->sun_radius, v = dy / s->sun_radius;
  const f4 z = sqrt4(max4(1.0f - u * u - v * v, set4(0.0f)));
  const f4 seas = smooth4(-0.05f, 0.3f, sum4(u * 1.7f + 4.0f, v * 1.7f, 4, (uint32_t)s->seed + 9u));
  const f4 rough = sum4(u * 6.0f, v * 6.0f, 3, (uint32_t)s->seed + 19u);
  const float turn = s->phase * KERNEL_PI;
  const f4 lit = smooth4(-0.08f, 0.2f, u * sin1(turn) + z * cos1(turn));
  const f4 shade = (1.0f - 0.30f * seas + 0.16f * rough) * (0.05f + 0.95f * lit) * (0.75f + 0.25f * z);
  return mix_rgb(base, scale_rgb(rgb_of(s->sun), shade), edge * (0.25f + 0.75f * lit));
}

static f4 cloud_density(const Sky *s, f4 u, f4 v, int octaves) {
  const uint32_t seed = (uint32_t)s->seed;
  const f4 drift = set4(s->time * 0.012f);
  const f4 wx = sum4(u * 0.6f + drift, v * 0.6f, 2, seed + 31u), wy = sum4(u * 0.6f + 5.2f, v * 0.6f - drift, 2, seed + 37u);
  return sum4(u + 0.9f * wx + drift, v + 0.9f * wy, octaves, seed + 41u);
}

/* Clouds on a plane overhead in perspective, so that they are flat and close together towards the horizon. */
static rgb4 clouds_at(const Sky *s, f4 x, float up, f4 dx, f4 dy, f4 glow, rgb4 base, f4 *open) {
  const float flat = 1.0f / (max1(up, 0.0f) * s->height + 0.22f);
  const f4 u = (x / s->unit - 0.5f) * (flat * s->scale) + s->wind + s->time * 0.01f;
  const f4 v = set4(flat * s->scale * s->stretch);
  const f4 n = cloud_density(s, u, v, (int)s->octaves);
  const float low = 0.42f - s->cover * 0.82f;
  const f4 density = smooth4(low, low + s->softness, n) * smoothstep1(-0.01f, 0.10f, up);
  if (!any4(density > 0.002f)) return base;
  const f4 d = sqrt4(dx * dx + dy * dy) + 1.0f;
  const f4 m = cloud_density(s, u + dx / d * -0.16f, v + dy / d * 0.20f, 3);
  const f4 light = sat4(0.5f + 1.5f * (n - m) - 0.35f * density);
  rgb4 c = mix_rgb(rgb_of(s->shade), rgb_of(s->lit), light);
  const f4 silver = glow * (1.2f - density) * 0.9f;
  c = add_rgb(c, scale_rgb(rgb_of(s->sun), silver * 0.35f));
  *open = *open * (1.0f - 0.8f * density);
  return mix_rgb(base, c, density * 0.94f);
}

KERNEL_EXPORT(layers_sky) void layers_sky(void) {
  const Sky *s = (const Sky *)params;
  for (int y = 0; y < frame.height; y += 1) {
    const float up = (s->horizon - (float)y) / max1(s->horizon, 1.0f);
    const rgb4 row = gradient_at(s, up);
    const float fade = smoothstep1(0.02f, 0.5f, up);
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 px = lanes4((float)x + 0.5f, 1.0f), dx = px - s->sun_x, dy = set4((float)y + 0.5f - s->sun_y);
      const f4 d = sqrt4(dx * dx + dy * dy), wide = sqrt4(dx * dx * 0.45f + dy * dy * 1.6f) / s->unit;
      const f4 glow = 0.55f * exp4(-wide * 3.1f) + 0.50f * exp4(-d / s->unit * 9.0f) + 0.5f * exp4(-max4(d - s->sun_radius, set4(0.0f)) / s->unit * 34.0f);
      rgb4 c = row;
      if (s->stars > 0.0f && fade > 0.0f) c = mix_rgb(c, stars_at(s, (float)y + 0.5f, px, c), set4(fade));
      c = add_rgb(c, scale_rgb(rgb_of(s->glow), glow * s->glow_strength));
      if (s->disc > 0.5f) c = disc_at(s, dx, dy, d, c);
      f4 open = set4(1.0f);
      if (s->cover > 0.0f) c = clouds_at(s, px, up, dx, dy, glow, c, &open);
      put4(y * frame.stride + x, c);
      store4(frame.open + y * frame.stride + x, open);
    }
  }
}

typedef struct { float horizon, unit, seed, time, strength; float low[3], mid[3], high[3]; float curtains; } Aurora;

/* Aurora: folded curtains of light whose rays rise from a sharp lower edge. */
KERNEL_EXPORT(layers_aurora) void layers_aurora(void) {
  const Aurora *a = (const Aurora *)params;
  const uint32_t seed = (uint32_t)a->seed;
  for (int y = 0; y < frame.height; y += 1) {
    const float up = (a->horizon - (float)y) / a->horizon;
    if (up < -0.02f) break;
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 u = lanes4((float)x, 1.0f) / a->unit;
      rgb4 sum = {set4(0.0f), set4(0.0f), set4(0.0f)};
      for (int k = 0; k < (int)a->curtains; k += 1) {
        const float shift = (float)k * 3.1f + a->time * 0.03f;
        const uint32_t own = seed + (uint32_t)k * 13u;
        const f4 fold = noise4(u * (1.1f + 0.3f * (float)k) + shift, set4(shift), own) * 0.26f + noise4(u * 3.7f + shift, set4(shift * 0.7f), own + 1u) * 0.07f;
        const f4 base = 0.20f + 0.13f * (float)k + fold;
        const f4 above = up - base;
        const f4 ray = 0.55f + 0.55f * noise4(u * 26.0f + fold * 14.0f, set4(shift * 2.0f + up * 0.5f), own + 2u) + 0.3f * noise4(u * 9.0f + fold * 20.0f, set4(shift), own + 3u);
        const f4 body = smooth4(-0.035f, 0.02f, above) * exp4(-max4(above, set4(0.0f)) * (3.2f + 1.0f * (float)k));
        const f4 patch = smooth4(-0.45f, 0.35f, noise4(u * 0.9f + shift, set4(1.7f), own + 4u));
        const f4 light = body * max4(ray, set4(0.05f)) * (0.25f + 0.75f * patch) * (a->strength / (1.0f + 0.35f * (float)k));
        const f4 t = sat4(above * 2.0f);
        const rgb4 tone = mix_rgb(mix_rgb(rgb_of(a->low), rgb_of(a->mid), sat4(t * 2.0f)), rgb_of(a->high), sat4(t * 2.0f - 0.7f));
        sum = add_rgb(sum, scale_rgb(tone, light));
      }
      const int at = y * frame.stride + x;
      put4(at, add_rgb(pixel4(at), sum));
    }
  }
}

typedef struct { float unit, seed, time, strength, scale, spiral, cx, cy, tilt, turn; float a[3], b[3], c[3]; } Nebula;

/* Glowing gas with dust lanes; with `spiral` > 0 the gas winds around a core into a galaxy of that radius. */
KERNEL_EXPORT(layers_nebula) void layers_nebula(void) {
  const Nebula *p = (const Nebula *)params;
  const uint32_t seed = (uint32_t)p->seed;
  const float ct = cos1(p->turn), st = sin1(p->turn);
  for (int y = 0; y < frame.height; y += 1) {
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 ox = (lanes4((float)x, 1.0f) - p->cx) / p->unit, oy = set4(((float)y - p->cy) / p->unit);
      f4 u = ox * p->scale, v = oy * p->scale, mask = set4(1.0f), core = set4(0.0f), arms = set4(0.0f);
      if (p->spiral > 0.0f) {
        const f4 rx = (ox * ct + oy * st) / p->spiral, ry = (oy * ct - ox * st) / (p->spiral * p->tilt);
        const f4 r = sqrt4(rx * rx + ry * ry) + 1e-4f;
        const f4 twist = log2_4(r + 0.06f) * 2.6f + p->time * 0.05f;
        const f4 cs = sin4(twist + 0.5f * KERNEL_PI), sn = sin4(twist);
        const f4 wx = (rx * cs - ry * sn) / r, wy = (rx * sn + ry * cs) / r;
        arms = pow4(0.5f + 0.5f * (wx * wx - wy * wy), 1.6f);
        mask = exp4(-r * r * 3.0f) * (0.22f + 1.1f * arms);
        core = exp4(-r * 6.5f) * 1.9f + exp4(-r * r * 90.0f) * 1.6f;
        u = rx * 2.2f; v = ry * 2.2f;
      }
      const f4 qx = sum4(u, v, 4, seed), qy = sum4(u + 5.2f, v + 1.3f, 4, seed + 7u);
      const f4 n = sum4(u + 1.7f * qx, v + 1.7f * qy, 5, seed + 13u);
      const f4 dust = smooth4(0.02f, 0.45f, crest4(u * 0.9f + qx, v * 0.9f + qy, 4, seed + 23u) - 0.25f);
      const f4 gas = smooth4(-0.28f, 0.5f, n) * mask * p->strength;
      const rgb4 hue = mix_rgb(mix_rgb(rgb_of(p->a), rgb_of(p->b), sat4(0.5f + 1.5f * qx)), rgb_of(p->c), sat4(0.1f + 1.8f * qy));
      const int at = y * frame.stride + x;
      rgb4 c = scale_rgb(pixel4(at), 1.0f - 0.45f * dust * gas);
      c = add_rgb(c, scale_rgb(hue, gas * gas * (1.55f - 1.1f * dust) + gas * 0.22f));
      const rgb4 white = {set4(1.0f), set4(0.86f), set4(0.66f)};
      put4(at, add_rgb(c, scale_rgb(white, core * p->strength)));
    }
  }
}

#endif
