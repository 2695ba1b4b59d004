/* Water as a mirror with ripples, and fog banks. */
#ifndef KINORA_LAYERS_WATER_H
#define KINORA_LAYERS_WATER_H

#include "layers_frame.h"

typedef struct {
  float top, horizon, unit, cx, seed, time, ripple, roughness;
  float far[3], near[3], glint[3], mirror, sun_x, glitter, foam, reach;
} Water;

/* Slopes of the water at a position on its surface, in perspective: long crests across, finer towards the viewer. */
static f4 swell_at(const Water *w, f4 u, f4 v, f4 *fine) {
  const uint32_t seed = (uint32_t)w->seed;
  const f4 drift = set4(w->time * 0.35f);
  const f4 a = noise4(u * 1.1f + drift * 0.4f, v * 3.4f + drift, seed), b = noise4(u * 2.7f - drift * 0.3f, v * 8.0f + drift * 1.4f, seed + 1u);
  *fine = noise4(u * 6.1f + drift, v * 19.0f + drift * 2.0f, seed + 2u);
  return 0.55f * a + 0.4f * b + (0.2f + 0.35f * w->roughness) * *fine;
}

static rgb4 mirrored(const Water *w, f4 x, f4 row) {
  const int top = (int)w->top;
  rgb4 c = {set4(0.0f), set4(0.0f), set4(0.0f)};
  const f4 cx = clamp4(x, 0.0f, (float)frame.width - 1.001f), cy = clamp4(row, 0.0f, (float)top - 1.001f);
  for (int j = 0; j < 4; j += 1) {
    const int ix = (int)cx[j], iy = (int)cy[j];
    const float fx = cx[j] - (float)ix, fy = cy[j] - (float)iy;
    const int at = iy * frame.stride + ix, right = ix + 1 < frame.width ? 1 : 0, down = iy + 1 < top ? frame.stride : 0;
    const float a = (1.0f - fx) * (1.0f - fy), b = fx * (1.0f - fy), d = (1.0f - fx) * fy, e = fx * fy;
    c.r[j] = a * frame.r[at] + b * frame.r[at + right] + d * frame.r[at + down] + e * frame.r[at + right + down];
    c.g[j] = a * frame.g[at] + b * frame.g[at + right] + d * frame.g[at + down] + e * frame.g[at + right + down];
    c.b[j] = a * frame.b[at] + b * frame.b[at + right] + d * frame.b[at + down] + e * frame.b[at + right + down];
  }
  return c;
}

/* Glints of light below the sun, wider and rarer towards the viewer. */
static f4 glitter_at(const Water *w, f4 px, float depth, f4 u, f4 v) {
  const uint32_t seed = (uint32_t)w->seed + 40u;
  const f4 off = (px - w->sun_x) / (w->unit * (0.035f + 0.22f * depth));
  const f4 path = exp4(-off * off);
  if (!any4(path > 0.004f)) return set4(0.0f);
  const f4 drift = set4(w->time * 0.9f);
  const f4 a = noise4(u * 5.0f + drift * 0.2f, v * 34.0f + drift, seed), b = noise4(u * 11.0f - drift * 0.3f, v * 61.0f + drift * 1.3f, seed + 1u);
  const f4 core = exp4(-off * off * 2.5f);
  return path * (smooth4(0.26f, 0.60f, a + 0.35f * b) + 0.9f * core * smooth4(0.05f, 0.5f, b + 0.3f * a)) * (0.55f + 0.6f * w->reach);
}

KERNEL_EXPORT(layers_water) void layers_water(void) {
  const Water *w = (const Water *)params;
  const int top = (int)w->top;
  if (top < 2) return;
  /* With more water than sky the reflection is stretched, because there is no more sky to show. */
  const float tall = max1((float)frame.height - w->top, 1.0f), squeeze = min1(1.0f, 0.93f * w->top / tall);
  for (int y = top; y < frame.height; y += 1) {
    const float below = ((float)y + 0.5f - w->top), depth = below / w->unit, share = below / tall;
    const float flat = 1.0f / (depth + 0.035f);
    const float sight = 1.0f - smoothstep1(0.0f, 1.05f, share);
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 px = lanes4((float)x + 0.5f, 1.0f);
      const f4 u = (px - w->cx) / w->unit * (flat * 0.42f), v = set4(flat * 0.9f);
      f4 fine;
      const f4 swell = swell_at(w, u, v, &fine);
      const f4 push = swell * (w->ripple * w->unit * (0.10f + 0.9f * share));
      const f4 across = fine * (w->ripple * w->unit * 0.28f * (0.1f + share));
      rgb4 sky = mirrored(w, px + across, w->top - below * squeeze * (1.0f + 0.10f * w->roughness) + push - 1.0f);
      const rgb4 body = mix_rgb(rgb_of(w->far), rgb_of(w->near), set4(smoothstep1(0.0f, 0.9f, share)));
      const f4 tilt = swell * w->roughness;
      const f4 mirror = sat4(w->mirror * (0.42f + 0.58f * sight) - 0.55f * tilt * (0.4f + share) );
      rgb4 c = mix_rgb(body, sky, mirror);
      c = scale_rgb(c, 1.0f + (0.28f + 0.22f * w->roughness) * tilt * (0.5f + share) + 0.05f * fine);
      if (w->foam > 0.0f) {
        const f4 crest = smooth4(0.30f, 0.62f, swell + 0.35f * fine) * (w->foam * (0.25f + 0.75f * share));
        c = mix_rgb(c, add_rgb(scale_rgb(rgb_of(w->glint), set4(0.45f)), scale_rgb(sky, set4(0.4f))), crest * 0.75f);
      }
      const f4 glint = glitter_at(w, px, depth, u, v) * w->glitter * (1.0f - 0.55f * share);
      c = add_rgb(c, scale_rgb(rgb_of(w->glint), glint));
      put4(y * frame.stride + x, c);
      store4(frame.open + y * frame.stride + x, set4(0.0f));
    }
  }
}

typedef struct { float centre, above, below, unit, seed, time, strength, patch; float tone[3]; float glow_x, glow[3]; } Fog;

/* A bank of mist: densest at `centre`, thinning over `above` and `below` pixels, with slow noise. */
KERNEL_EXPORT(layers_fog) void layers_fog(void) {
  const Fog *f = (const Fog *)params;
  const uint32_t seed = (uint32_t)f->seed;
  for (int y = 0; y < frame.height; y += 1) {
    const float d = (float)y - f->centre;
    const float k = exp1(-(d < 0.0f ? d * d / (f->above * f->above) : d * d / (f->below * f->below)));
    if (k < 0.004f) continue;
    for (int x = 0; x < frame.stride; x += 4) {
      const f4 px = lanes4((float)x, 1.0f), u = px / f->unit;
      const f4 n = sum4(u * 1.5f + f->time * 0.02f, set4((float)y / f->unit * 6.0f), 4, seed);
      const f4 off = (px - f->glow_x) / (f->unit * 0.4f);
      const rgb4 air = mix_rgb(rgb_of(f->tone), rgb_of(f->glow), 0.6f * exp4(-off * off));
      const int at = y * frame.stride + x;
      const f4 t = sat4(f->strength * k * (1.0f + f->patch * n * 1.6f));
      put4(at, mix_rgb(pixel4(at), air, t));
      store4(frame.open + at, load4(frame.open + at) * (1.0f - 0.5f * t));
    }
  }
}

#endif
