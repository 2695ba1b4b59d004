/* Surface colours as functions of a point in the primitive's own space. */
#ifndef KINORA_SOLID_PAINT_H
#define KINORA_SOLID_PAINT_H

#include "solid-scene.h"

enum {
  PLAIN, RISE, SECTORS, BANDS, MARBLE, WOOD, SPECKLE, LABEL, GAS, LAND, CRATERS, DIAL, MELON, BLUSH, PETALS, CHECKS, FACE, PAGES,
  CRUST, SEEDS, BELT, HALO, SPINES, FANS, COVER, WAFFLE, DOTS, VEINS, FROST, EMBERS, CITRUS
};

static inline float ink_box(float x, float y, float cx, float cy, float w, float h, float soft) {
  const float d = max1(fabs1(x - cx) - w, fabs1(y - cy) - h);
  return 1.0f - smoothstep1(-soft, soft, d);
}
static inline float line_at(float x, float at, float half, float soft) { return 1.0f - smoothstep1(half - soft, half + soft, fabs1(x - at)); }

/* Scattered round spots: 1 inside, 0 outside; `size` in cells. */
static float spots(vec3 q, float scale, float size, float chance, uint32_t seed) {
  const vec3 p = scale3(q, scale);
  const float fx = floor1(p.x), fy = floor1(p.y), fz = floor1(p.z);
  float best = 9.0f;
  for (int k = -1; k <= 1; k += 1) for (int j = -1; j <= 1; j += 1) for (int i = -1; i <= 1; i += 1) {
    const uint32_t h = hash_cell3((int)fx + i, (int)fy + j, (int)fz + k, seed);
    if (unit_of(h) > chance) continue;
    const float x = fx + (float)i + 0.2f + 0.6f * unit_of(hash_u32(h + 1u)) - p.x;
    const float y = fy + (float)j + 0.2f + 0.6f * unit_of(hash_u32(h + 2u)) - p.y;
    const float z = fz + (float)k + 0.2f + 0.6f * unit_of(hash_u32(h + 3u)) - p.z;
    const float s = size * (0.6f + 0.6f * unit_of(hash_u32(h + 4u)));
    best = min1(best, sqrt1(x * x + y * y + z * z) / s);
  }
  return 1.0f - smoothstep1(0.85f, 1.05f, best);
}

static vec3 paint_land(const Material *m, vec3 q, vec3 a, vec3 b, vec3 c, uint32_t seed) {
  const vec3 d = scale3(normalise3(q), m->p[0]);
  const vec3 w = warp3(d, 0.7f, 3, seed);
  const float h = fbm3(w.x, w.y, w.z, 6, seed + 7u) + m->p[1];
  const float coast = smoothstep1(-0.01f, 0.02f, h);
  const float high = smoothstep1(0.08f, 0.32f, h + 0.1f * noise3(d.x * 9.0f, d.y * 9.0f, d.z * 9.0f, seed));
  const vec3 sea = scale3(a, 0.75f + 0.6f * smoothstep1(-0.35f, 0.0f, h));
  vec3 out = mix3(sea, mix3(b, mix3(b, c, 0.75f), high), coast);
  const float pole = smoothstep1(0.72f, 0.86f, fabs1(normalise3(q).y) + 0.12f * h);
  out = mix3(out, splat3(0.72f), pole);
  const vec3 v = warp3(scale3(d, 1.3f), 1.1f, 3, seed + 50u);
  const float cloud = smoothstep1(0.02f, 0.42f, fbm3(v.x, v.y * 1.7f, v.z, 5, seed + 60u)) * m->p[2];
  return mix3(out, splat3(0.74f), 0.82f * cloud);
}

static vec3 paint_gas(const Material *m, vec3 q, vec3 a, vec3 b, vec3 c, uint32_t seed) {
  const vec3 d = normalise3(q);
  const float swirl = 0.10f * fbm3(d.x * 2.2f, d.y * 9.0f, d.z * 2.2f, 4, seed) + 0.03f * noise3(d.x * 9.0f, d.y * 22.0f, d.z * 9.0f, seed + 5u);
  const float y = (d.y + swirl) * m->p[0];
  const float s = noise2(y, 3.3f, seed + 9u) + 0.5f * noise2(y * 2.7f, 8.1f, seed + 11u);
  vec3 out = mix3(a, b, smoothstep1(-0.25f, 0.25f, s));
  out = mix3(out, c, smoothstep1(0.25f, 0.6f, noise2(y * 1.6f, 17.0f, seed + 13u) + 0.3f * s));
  const float sx = atan2_1(d.z, d.x) - 1.3f, sy = (d.y + 0.32f) * 2.6f;
  const float storm = 1.0f - smoothstep1(0.16f, 0.34f, sqrt1(sx * sx + sy * sy) + 0.05f * s);
  return mix3(out, scale3(c, 0.85f), 0.7f * storm);
}

static vec3 paint_craters(const Material *m, vec3 q, vec3 a, vec3 b, uint32_t seed) {
  const vec3 d = scale3(normalise3(q), m->p[0]);
  const float sea = smoothstep1(-0.05f, 0.25f, fbm3(d.x * 0.6f, d.y * 0.6f, d.z * 0.6f, 4, seed));
  float rim = 0.0f, floor_ = 0.0f;
  for (int o = 0; o < 3; o += 1) {
    const float f = o == 0 ? 1.1f : (o == 1 ? 2.6f : 6.0f);
    floor_ = max1(floor_, spots(d, f, 0.34f, 0.35f, seed + (uint32_t)o));
    rim = max1(rim, spots(d, f, 0.42f, 0.35f, seed + (uint32_t)o));
  }
  vec3 out = mix3(a, b, 0.75f * sea);
  out = mix3(out, scale3(a, 1.22f), 0.55f * rim * (1.0f - floor_));
  return mix3(out, scale3(b, 0.8f), 0.5f * floor_);
}

static vec3 paint_dial(const Material *m, vec3 q, vec3 a, vec3 b, vec3 c) {
  const float r = sqrt1(q.x * q.x + q.y * q.y) / m->p[0], angle = atan2_1(q.x, q.y);
  const float hour = fabs1(fract1(angle * (12.0f / KERNEL_TAU) + 0.5f) - 0.5f) * (KERNEL_TAU / 12.0f) * r;
  const float minute = fabs1(fract1(angle * (60.0f / KERNEL_TAU) + 0.5f) - 0.5f) * (KERNEL_TAU / 60.0f) * r;
  const float quarter = fabs1(fract1(angle * (4.0f / KERNEL_TAU) + 0.5f) - 0.5f) * (KERNEL_TAU / 4.0f) * r;
  float ink = line_at(r, 0.82f, 0.07f, 0.01f) * (1.0f - smoothstep1(0.016f, 0.026f, hour));
  ink = max1(ink, line_at(r, 0.80f, 0.09f, 0.01f) * (1.0f - smoothstep1(0.03f, 0.04f, quarter)));
  ink = max1(ink, line_at(r, 0.87f, 0.02f, 0.008f) * (1.0f - smoothstep1(0.005f, 0.012f, minute)));
  vec3 out = mix3(a, b, ink);
  return mix3(out, c, line_at(r, 0.955f, 0.012f, 0.006f));
}

static vec3 paint_face(const Material *m, vec3 q, vec3 a, vec3 c) {
  const float x = fabs1(q.x) - m->p[0], y = q.y - m->p[1], s = m->p[2];
  const float eye = 1.0f - smoothstep1(s * 0.92f, s, sqrt1(x * x + y * y));
  const float mx = q.x / (m->p[0] * 0.62f), my = q.y - m->p[1] + s * 1.75f - 0.35f * s * mx * mx;
  const float mouth = m->p[3] * (1.0f - smoothstep1(s * 0.1f, s * 0.17f, fabs1(my))) * (1.0f - smoothstep1(0.9f, 1.0f, fabs1(mx)));
  return mix3(a, c, max1(eye, mouth));
}

/* Emissive share of the colour, for the patterns that glow. */
static vec3 paint(const Material *m, vec3 q, float *shine) {
  const vec3 a = load3(m->a), b = load3(m->b), c = load3(m->c);
  const uint32_t seed = (uint32_t)m->seed;
  const float *p = m->p;
  *shine = m->emission;
  switch ((int)m->pattern) {
    case RISE: return mix3(a, b, smoothstep1(p[0], p[1], q.y));
    case SECTORS: {
      const float s = sin1(atan2_1(q.z, q.x) * p[0] + p[1]);
      return mix3(a, b, smoothstep1(-0.03f, 0.03f, s));
    }
    case BANDS: return mix3(a, b, smoothstep1(-0.06f, 0.06f, sin1(q.y * p[0] + p[1])));
    case MARBLE: {
      const vec3 w = warp3(scale3(q, p[0]), 0.9f, 4, seed);
      const float v = 1.0f - fabs1(noise3(w.x * 1.3f, w.y * 1.3f, w.z * 1.3f, seed + 3u)) * 2.2f;
      const float fine = 1.0f - fabs1(noise3(w.x * 3.1f, w.y * 3.1f, w.z * 3.1f, seed + 4u)) * 3.0f;
      const float cloud = 0.5f + 0.5f * fbm3(w.x, w.y, w.z, 3, seed + 8u);
      vec3 out = mix3(a, mix3(a, b, 0.35f), cloud);
      out = mix3(out, b, 0.85f * pow1(saturate1(v), 7.0f));
      return mix3(out, c, 0.6f * pow1(saturate1(fine), 9.0f));
    }
    case WOOD: {
      const float x = q.x * p[0] + 0.35f * noise3(q.x * 2.0f, q.y * 0.7f, q.z * 2.0f, seed), z = q.z * p[0] + 0.35f * noise3(q.z * 2.0f, q.y * 0.7f, q.x * 2.0f, seed + 1u);
      const float ring = fract1(sqrt1(x * x + z * z) * 2.3f + 0.22f * noise3(q.x * 5.0f, q.y * 1.2f, q.z * 5.0f, seed + 2u));
      const float grain = 0.5f + 0.5f * noise3(q.x * 40.0f, q.y * 3.0f, q.z * 40.0f, seed + 3u);
      return mix3(mix3(a, b, smoothstep1(0.1f, 0.75f, ring) * (1.0f - smoothstep1(0.85f, 1.0f, ring))), scale3(b, 0.8f), 0.25f * grain);
    }
    case SPECKLE: return mix3(a, b, spots(q, p[0], p[1], p[2], seed));
    case LABEL: {
      const float x = q.x, y = q.y, w = p[0], h = p[1];
      if (q.z < 0.0f) return a;
      float ink = ink_box(x, y, 0.0f, 0.22f * h, 0.50f * w, 0.15f * h, 0.004f);
      ink = max1(ink, ink_box(x, y, 0.0f, -0.18f * h, 0.36f * w, 0.045f * h, 0.004f));
      ink = max1(ink, ink_box(x, y, 0.0f, -0.40f * h, 0.26f * w, 0.04f * h, 0.004f));
      ink = max1(ink, max1(line_at(y, 0.86f * h, 0.02f * h, 0.003f), line_at(y, -0.86f * h, 0.02f * h, 0.003f)));
      return mix3(a, b, ink);
    }
    case GAS: return paint_gas(m, q, a, b, c, seed);
    case LAND: return paint_land(m, q, a, b, c, seed);
    case CRATERS: return paint_craters(m, q, a, b, seed);
    case DIAL: return paint_dial(m, q, a, b, c);
    case MELON: {
      const float r = length3(q) / p[0];
      vec3 out = mix3(a, c, smoothstep1(0.86f, 0.90f, r));
      out = mix3(out, b, smoothstep1(0.945f, 0.96f, r));
      const float angle = atan2_1(q.y, q.x), n = floor1(angle * 6.0f), row = r < 0.5f ? 0.36f : 0.66f;
      const float ca = (n + 0.5f) / 6.0f + (r < 0.5f ? 0.0f : 0.04f), da = (angle - ca) * r, dr = r - row;
      const float seedling = 1.0f - smoothstep1(0.8f, 1.0f, sqrt1(da * da / (0.022f * 0.022f) + dr * dr / (0.05f * 0.05f)));
      return mix3(out, v3(0.02f, 0.012f, 0.01f), seedling);
    }
    case BLUSH: {
      const float angle = atan2_1(q.z, q.x);
      const float streak = 0.5f + 0.5f * noise3(sin1(angle) * 9.0f, q.y * 1.1f, cos1(angle) * 9.0f, seed);
      const float t = smoothstep1(p[0], p[1], q.y + p[2] * (streak - 0.5f) + 0.25f * noise3(q.x, q.y, q.z, seed + 2u));
      return mix3(mix3(a, scale3(a, 0.82f), streak), b, t);
    }
    case PETALS: {
      const float r = sqrt1(q.x * q.x + q.z * q.z + 0.35f * q.y * q.y) / p[0], angle = atan2_1(q.z, q.x);
      const float streak = 0.5f + 0.5f * noise2(angle * p[1], r * 0.8f, seed);
      const vec3 base = mix3(b, a, smoothstep1(0.3f, 0.95f, r + 0.3f * (streak - 0.5f)));
      return scale3(mix3(base, c, 0.8f * smoothstep1(0.8f, 1.08f, r)), 0.84f + 0.22f * streak);
    }
    case CHECKS: {
      const float s = sin1(q.x * p[0]) * sin1(q.z * p[0]);
      return mix3(a, b, smoothstep1(-0.02f, 0.02f, s));
    }
    case FACE: {
      const vec3 out = paint_face(m, q, a, c);
      *shine = 1.6f * smoothstep1(0.15f, 0.5f, out.x + out.y + out.z - a.x - a.y - a.z);
      return out;
    }
    case PAGES: return mix3(a, b, 0.55f * smoothstep1(-0.2f, 0.6f, sin1(q.y * p[0] + 0.4f * noise2(q.x * 3.0f, q.z * 3.0f, seed))));
    case CRUST: {
      const float n = fbm3(q.x * p[0], q.y * p[0], q.z * p[0], 4, seed);
      return mix3(mix3(a, b, smoothstep1(p[1], p[2], q.y + 0.35f * n)), scale3(b, 0.6f), 0.6f * smoothstep1(0.15f, 0.5f, n));
    }
    case SEEDS: {
      const float on = spots(q, p[0], p[1], p[2], seed) * smoothstep1(p[3], p[3] + 0.1f, q.y);
      return mix3(a, b, on);
    }
    case BELT: return mix3(a, b, line_at(q.y, p[0], p[1], 0.004f));
    case HALO: {
      const float r = sqrt1(q.x * q.x + q.z * q.z);
      return mix3(a, b, smoothstep1(p[0], p[1], r + 0.06f * noise3(q.x * 6.0f, q.y * 6.0f, q.z * 6.0f, seed)));
    }
    case SPINES: {
      const float f = fabs1(fract1(atan2_1(q.z, q.x) * (p[0] / KERNEL_TAU) + p[1]) - 0.5f);
      const float dash = fabs1(fract1(q.y * p[2]) - 0.5f);
      const float spine = (1.0f - smoothstep1(0.06f, 0.12f, f)) * (1.0f - smoothstep1(0.14f, 0.22f, dash));
      return mix3(mix3(a, scale3(a, 0.62f), smoothstep1(0.25f, 0.5f, f)), b, spine);
    }
    case FANS: {
      const float s = 0.5f + 0.5f * sin1(q.y * p[0] + 0.6f * noise3(q.x * 3.0f, q.y * 3.0f, q.z * 3.0f, seed));
      return mix3(a, b, s * 0.8f);
    }
    case COVER: {
      const float w = p[0], h = p[1], x = fabs1(q.x), y = fabs1(q.z);
      float ink = max1(line_at(x, w * 0.84f, 0.012f, 0.003f) * step1(y, h * 0.88f), line_at(y, h * 0.86f, 0.012f, 0.003f) * step1(x, w * 0.86f));
      const float r = sqrt1(q.x * q.x + q.z * q.z);
      ink = max1(ink, line_at(r, w * 0.34f, 0.012f, 0.004f));
      const float s = r / w, petals = 0.2f + 0.07f * cos1(6.0f * atan2_1(q.z, q.x));
      ink = max1(ink, 1.0f - smoothstep1(petals - 0.01f, petals + 0.01f, s));
      return mix3(a, b, ink);
    }
    case WAFFLE: {
      const float angle = atan2_1(q.z, q.x) * p[1], u = q.y * p[0] + angle, v = q.y * p[0] - angle;
      const float cut = max1(smoothstep1(0.72f, 0.95f, fabs1(sin1(u))), smoothstep1(0.72f, 0.95f, fabs1(sin1(v))));
      return mix3(b, a, cut);
    }
    case DOTS: {
      const float x = fract1(q.x * p[0] + 0.5f * floor1(q.y * p[0])) - 0.5f, y = fract1(q.y * p[0]) - 0.5f;
      return mix3(a, b, 1.0f - smoothstep1(p[1], p[1] + 0.03f, sqrt1(x * x + y * y)));
    }
    case VEINS: {
      const float mid = line_at(q.y, 0.0f, 0.012f + 0.012f * saturate1(-q.x), 0.006f);
      const float side = fabs1(fract1((q.x - 0.75f * fabs1(q.y)) * p[0]) - 0.5f);
      const float vein = max1(mid, 0.7f * (1.0f - smoothstep1(0.03f, 0.09f, side)));
      const float shade = 0.85f + 0.25f * noise2(q.x * 4.0f, q.y * 4.0f, seed);
      return mix3(scale3(mix3(a, c, smoothstep1(0.1f, 0.55f, fabs1(q.y))), shade), b, 0.75f * vein);
    }
    case FROST: {
      const float n = 0.10f * noise3(q.x * 4.0f, 1.0f, q.z * 4.0f, seed);
      return mix3(a, b, smoothstep1(p[0] - 0.01f, p[0] + 0.01f, q.y + n));
    }
    case EMBERS: {
      *shine = m->emission * (0.45f + 0.75f * smoothstep1(p[0], p[1], q.y));
      return mix3(a, b, smoothstep1(p[0], p[1], q.y));
    }
    case CITRUS: {
      const float r = sqrt1(q.x * q.x + q.z * q.z) / p[0], angle = atan2_1(q.z, q.x);
      const float rib = fabs1(fract1(angle * (10.0f / KERNEL_TAU)) - 0.5f) * (KERNEL_TAU / 10.0f) * r;
      const float wall = max1(1.0f - smoothstep1(0.012f, 0.03f, rib), 1.0f - smoothstep1(0.06f, 0.1f, r));
      const float pulp = 0.86f + 0.2f * noise2(angle * 22.0f, r * 3.0f, seed);
      vec3 out = mix3(scale3(b, pulp), c, max1(wall * 0.85f, smoothstep1(0.83f, 0.87f, r)));
      return mix3(out, a, smoothstep1(0.93f, 0.95f, r));
    }
    default: return a;
  }
}

#endif
