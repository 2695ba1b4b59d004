/* Everything that is not an object: studio walls, ground, water, skies, stars, and their light. */
#ifndef KINORA_SOLID_AIR_H
#define KINORA_SOLID_AIR_H

#include "solid-march.h"
#include "solid-place.h"

enum { COVE, GRADIENT, SPACE, POOL, GROUND };

/* The colours of oil on water, softened: a cycle of pale blue, indigo, magenta, orange and cream. */
static vec3 sheen(float phase) {
  static const float stops[6][3] = {{0.40f, 0.50f, 0.70f}, {0.11f, 0.11f, 0.58f}, {0.52f, 0.045f, 0.26f}, {0.86f, 0.24f, 0.06f}, {0.86f, 0.71f, 0.42f}, {0.40f, 0.50f, 0.70f}};
  const float t = fract1(phase) * 5.0f;
  const int i = (int)t < 4 ? (int)t : 4;
  return mix3(load3(stops[i]), load3(stops[i + 1]), smoothstep1(0.0f, 1.0f, t - (float)i));
}
static inline vec3 film(float phase) {
  return v3(0.5f + 0.5f * cos1(KERNEL_TAU * phase), 0.5f + 0.5f * cos1(KERNEL_TAU * (phase + 0.33f)), 0.5f + 0.5f * cos1(KERNEL_TAU * (phase + 0.67f)));
}

static vec3 stars(vec3 d, uint32_t seed) {
  vec3 sum = splat3(0.0f);
  for (int layer = 0; layer < 3; layer += 1) {
    const float f = layer == 0 ? 34.0f : (layer == 1 ? 70.0f : 120.0f);
    const vec3 p = scale3(d, f);
    const float fx = floor1(p.x), fy = floor1(p.y), fz = floor1(p.z);
    const uint32_t h = hash_cell3((int)fx, (int)fy, (int)fz, seed + (uint32_t)layer);
    if (unit_of(h) > 0.075f) continue;
    const float x = p.x - fx - 0.3f - 0.4f * unit_of(hash_u32(h + 1u)), y = p.y - fy - 0.3f - 0.4f * unit_of(hash_u32(h + 2u)), z = p.z - fz - 0.3f - 0.4f * unit_of(hash_u32(h + 3u));
    const float size = (0.045f + 0.085f * pow1(unit_of(hash_u32(h + 4u)), 5.0f)) * (layer == 0 ? 0.6f : 0.95f);
    const float r = sqrt1(x * x + y * y + z * z) / size;
    const float warm = unit_of(hash_u32(h + 5u));
    const vec3 tint = mix3(v3(0.7f, 0.82f, 1.0f), v3(1.0f, 0.86f, 0.68f), warm);
    sum = mad3(sum, tint, exp1(-r * r) * (layer == 0 ? 1.6f : 0.9f));
  }
  return sum;
}

static vec3 space(vec3 d) {
  const uint32_t seed = (uint32_t)world->seed;
  const vec3 low = load3(world->low), high = load3(world->high), accent = load3(world->accent);
  const vec3 w = warp3(scale3(d, 2.1f), 0.9f, 3, seed + 400u);
  const float a = fbm3(w.x, w.y, w.z, 5, seed + 410u), b = fbm3(w.x * 1.4f + 4.0f, w.y * 1.4f, w.z * 1.4f, 5, seed + 420u);
  vec3 out = mix3(low, high, smoothstep1(-0.45f, 0.5f, a));
  out = mad3(out, accent, 0.8f * pow1(smoothstep1(-0.05f, 0.55f, b), 1.6f));
  out = scale3(out, 0.35f + 0.9f * smoothstep1(-0.4f, 0.35f, a + 0.5f * b));
  return add3(out, stars(d, seed));
}

static vec3 sky(vec3 d) {
  const uint32_t seed = (uint32_t)world->seed;
  const vec3 low = load3(world->low), high = load3(world->high);
  const float up = max1(d.y, 0.0f);
  vec3 out = mix3(low, high, 1.0f - exp1(-up * 3.6f));
  const float toward = max1(dot3(d, load3(world->key)), 0.0f);
  const vec3 key = load3(world->key_colour);
  out = mad3(out, key, 0.10f * pow1(toward, 6.0f) + 0.14f * pow1(toward, 40.0f));
  if (world->sun_size > 0.0f) out = mad3(out, key, 2.0f * smoothstep1(1.0f - 0.004f * world->sun_size, 1.0f - 0.0025f * world->sun_size, toward));
  if (world->night > 0.0f) out = mad3(out, stars(d, seed), world->night);
  if (world->clouds > 0.0f && d.y > 0.01f) {
    const float s = 1.6f / (d.y + 0.16f), x = d.x * s + 0.02f * world->seconds, z = d.z * s;
    const vec2 w = warp2(x, z, 0.5f, 3, seed + 70u);
    const float n = fbm2(w.x * 0.8f, w.y * 0.8f, 5, seed + 80u);
    const float c = smoothstep1(0.12f, 0.5f, n + 0.35f * (world->clouds - 0.5f)) * smoothstep1(0.01f, 0.14f, d.y);
    const vec3 lit = add3(scale3(key, 0.36f), scale3(load3(world->sky), 0.55f));
    out = mix3(out, lit, 0.85f * c * (0.75f + 0.5f * n));
  }
  if (world->hills > 0.0f && d.y < 0.205f * world->hills) {
    const float angle = atan2_1(d.x, -d.z);
    for (int i = 0; i < 3; i += 1) {
      const float f = (float)i, h = world->hills * ((0.105f - 0.03f * f) + (0.10f - 0.02f * f) * fbm2(angle * (2.2f + f), f * 7.0f, 5, seed + 90u + (uint32_t)i));
      const float in = 1.0f - smoothstep1(h - 0.0015f, h + 0.0015f, d.y);
      const vec3 tint = mix3(low, load3(world->haze_colour), 0.28f + 0.24f * f);
      out = mix3(out, tint, in * 0.9f);
    }
  }
  return place_is(PEAKS) || place_is(LAKE) ? peaks(out, d) : out;
}

/* Light from direction d as reflected by a surface of the given roughness. */
static vec3 surroundings(vec3 d, float roughness) {
  const int kind = (int)world->backdrop;
  if (kind == GROUND || kind == POOL) {
    const vec3 ground = load3(world->bounce);
    const float t = smoothstep1(-0.08f - roughness * 0.4f, 0.08f + roughness * 0.4f, d.y);
    vec3 up = mix3(load3(world->low), load3(world->high), smoothstep1(0.0f, 0.6f, d.y));
    if (kind == POOL) up = mix3(load3(world->sky), v3(0.9f, 0.95f, 1.0f), smoothstep1(0.2f, 0.9f, d.y));
    const float toward = max1(dot3(d, load3(world->key)), 0.0f);
    up = mad3(up, load3(world->key_colour), 1.5f * pow1(toward, 12.0f + 80.0f * (1.0f - roughness)));
    return mix3(ground, up, t);
  }
  if (kind == SPACE) {
    const float toward = max1(dot3(d, load3(world->key)), 0.0f);
    vec3 out = add3(scale3(add3(load3(world->high), load3(world->accent)), 0.4f + 0.3f * d.y), splat3(0.05f + 0.06f * d.y));
    out = mad3(out, load3(world->key_colour), 0.32f * pow1(toward, 2.0f) + 1.4f * pow1(toward, 24.0f));
    return mad3(out, load3(world->rim_colour), 0.5f * pow1(max1(dot3(d, load3(world->rim)), 0.0f), 6.0f));
  }
  const vec3 low = load3(world->low), high = load3(world->high);
  const float soft = 0.05f + 0.6f * roughness;
  vec3 out = mix3(scale3(low, 0.55f), add3(scale3(high, 0.55f), scale3(load3(world->sky), 0.35f)), smoothstep1(-0.7f, 0.8f, d.y));
  const vec3 key = load3(world->key);
  const vec3 side = normalise3(cross3(key, v3(0.0f, 1.0f, 0.0f))), top = cross3(side, key);
  const float a = dot3(d, key);
  if (a > 0.05f) {
    const float u = fabs1(dot3(d, side)) / a, v = fabs1(dot3(d, top)) / a;
    const float box = (1.0f - smoothstep1(0.34f - soft * 0.5f, 0.34f + soft, u)) * (1.0f - smoothstep1(0.5f - soft * 0.5f, 0.5f + soft, v));
    out = mad3(out, load3(world->key_colour), world->box_strength * box * (1.0f - 0.55f * roughness));
  }
  const vec3 rim = load3(world->rim);
  const float r = dot3(d, rim);
  if (r > 0.05f) {
    const vec3 across = normalise3(cross3(rim, v3(0.0f, 1.0f, 0.0f)));
    const float u = fabs1(dot3(d, across)) / r, v = fabs1(d.y);
    const float strip = (1.0f - smoothstep1(0.14f, 0.16f + soft, u)) * (1.0f - smoothstep1(0.75f, 0.85f + soft * 0.3f, v));
    out = mad3(out, load3(world->rim_colour), 1.1f * strip * (1.0f - 0.5f * roughness));
  }
  return out;
}

/* The backdrop hit by a ray: its distance, or FAR_AWAY, and its normal there. */
static float backdrop_hit(vec3 o, vec3 d, vec3 *n) {
  const int kind = (int)world->backdrop;
  *n = v3(0.0f, 1.0f, 0.0f);
  if (kind == GRADIENT || kind == SPACE) return FAR_AWAY;
  const float floor_t = d.y < -1e-4f ? -o.y / d.y : FAR_AWAY;
  if (kind == GROUND && indoors()) return floor_t < FAR_AWAY && o.z + d.z * floor_t > (place_is(TABLE) ? TABLE_EDGE : FLOOR_EDGE) ? floor_t : FAR_AWAY;
  if (kind != COVE) return floor_t < (kind == GROUND && by_water() ? 900.0f : 90.0f) ? floor_t : FAR_AWAY;
  const float r = world->fillet, wall = world->wall_z;
  if (floor_t < FAR_AWAY && o.z + d.z * floor_t >= wall + r) return floor_t;
  if (d.z >= -1e-4f) return floor_t;
  const float wall_t = (wall - o.z) / d.z;
  if (o.y + d.y * wall_t >= r) { *n = v3(0.0f, 0.0f, 1.0f); return wall_t; }
  const float y = o.y - r, z = o.z - wall - r;
  const float a = d.y * d.y + d.z * d.z, b = y * d.y + z * d.z, c = y * y + z * z - r * r;
  const float t = (-b + sqrt1(b * b - a * c)) / a;
  *n = normalise3(v3(0.0f, -(y + d.y * t), -(z + d.z * t)));
  return t;
}

static float caustics(float x, float z) {
  const uint32_t seed = (uint32_t)world->seed;
  const float s = world->seconds * 0.35f;
  const vec2 w = warp2(x * 1.1f, z * 1.1f, 0.55f, 3, seed + 31u);
  const float a = 1.0f - fabs1(noise3(w.x * 1.5f, w.y * 1.5f, s, seed + 33u)) * 2.4f;
  const float b = 1.0f - fabs1(noise3(w.x * 2.6f + 3.0f, w.y * 2.6f, s + 9.0f, seed + 34u)) * 2.4f;
  return pow1(saturate1(a), 4.0f) + 0.5f * pow1(saturate1(b), 5.0f);
}

/* Tiles at the bottom of the pool under a rippled surface; `light` is the light that passes the objects above. */
static vec3 water(vec3 p, vec3 d, float light, float open) {
  const uint32_t seed = (uint32_t)world->seed;
  const float s = world->seconds * 0.5f;
  const float hx = noise3(p.x * 1.1f, p.z * 1.1f, s, seed + 1u) + 0.5f * noise3(p.x * 2.6f, p.z * 2.6f, s, seed + 2u);
  const float hz = noise3(p.x * 1.1f + 9.0f, p.z * 1.1f, s, seed + 3u) + 0.5f * noise3(p.x * 2.6f, p.z * 2.6f + 5.0f, s, seed + 4u);
  const vec3 n = normalise3(v3(0.10f * hx, 1.0f, 0.10f * hz));
  const float depth = 0.85f, x = p.x + d.x / max1(-d.y, 0.15f) * depth * 0.72f + hx * 0.13f, z = p.z + d.z / max1(-d.y, 0.15f) * depth * 0.72f + hz * 0.13f;
  const float tile = 1.25f;
  const float gx = fabs1(fract1(x * tile) - 0.5f), gz = fabs1(fract1(z * tile) - 0.5f);
  const float grout = 1.0f - smoothstep1(0.012f, 0.03f, 0.5f - max1(gx, gz));
  const float vary = 0.94f + 0.1f * unit_of(hash_cell2((int)floor1(x * tile), (int)floor1(z * tile), seed));
  vec3 out = scale3(mix3(load3(world->low), load3(world->high), smoothstep1(-3.5f, 3.5f, z + 0.4f * x)), vary);
  out = mix3(out, scale3(load3(world->low), 0.5f), 0.75f * grout);
  const vec3 key = load3(world->key_colour);
  out = mul3(out, add3(scale3(key, 0.56f * light), scale3(load3(world->sky), 0.5f * (0.55f + 0.45f * open))));
  out = mad3(out, mul3(key, load3(world->accent)), 0.12f * caustics(x * 0.8f, z * 0.8f) * (0.2f + 0.8f * light));
  const float facing = max1(-dot3(d, n), 0.0f), fresnel = 0.02f + 0.98f * pow1(1.0f - facing, 5.0f);
  return mix3(out, surroundings(reflect3(d, n), 0.05f), fresnel);
}

/* Colour of the cove or ground at p under the given light. */
static vec3 backdrop_shade(vec3 p, vec3 n, vec3 d, float t, float light, float open) {
  const int kind = (int)world->backdrop;
  if (kind == POOL) return water(p, d, light, open);
  const vec3 key = load3(world->key_colour);
  const float facing = max1(dot3(n, load3(world->key)), 0.0f);
  if (kind == GROUND) {
    const float out = by_water() ? offshore(p, (uint32_t)world->seed) : -1.0f;
    if (out > 0.0f) return open_water(p, d, t, out);
    const vec3 base = mul3(ground_base(p, d, t), add3(scale3(key, facing * light), scale3(load3(world->sky), 0.25f + 0.75f * open)));
    return indoors() ? base : mix3(base, distance_colour(), 1.0f - exp1(-max1(t - 6.0f, 0.0f) * 0.016f * (0.6f + world->haze)));
  }
  const vec3 base = mix3(load3(world->low), load3(world->high), smoothstep1(0.0f, 1.0f, 1.0f - n.y));
  const float x = p.x * 0.16f, y = (p.y - 1.4f) * 0.16f, pool = 1.0f - world->spot * smoothstep1(0.05f, 1.3f, x * x + y * y);
  vec3 out = mul3(base, add3(scale3(key, facing * light * pool), scale3(load3(world->sky), (0.35f + 0.65f * open) * (0.75f + 0.25f * pool))));
  if (n.y > 0.99f && world->floor_gloss > 0.0f) out = mad3(out, splat3(0.02f), world->floor_gloss);
  return out;
}

/* Colour of a ray that hits nothing; u and v are -1..1 across the image. */
static vec3 beyond(vec3 d, float u, float v) {
  switch ((int)world->backdrop) {
    case SPACE: return space(d);
    case GROUND: return sky(d);
    case POOL: return sky(d);
    case COVE: return surroundings(d, 0.5f);
    default: {
      const float t = saturate1(0.5f + 0.42f * v - 0.16f * u);
      const float x = u - 0.35f, y = v - 0.5f;
      vec3 out = mix3(load3(world->low), load3(world->high), smoothstep1(0.0f, 1.0f, t));
      return mad3(out, load3(world->accent), world->spot * exp1(-1.5f * (x * x + y * y)));
    }
  }
}

static float ring_gap(float r, uint32_t seed) {
  const float n = 0.5f + 0.5f * noise2(r * 22.0f, 1.0f, seed + 1u), fine = 0.5f + 0.5f * noise2(r * 90.0f, 3.0f, seed + 2u);
  const float gap = 1.0f - smoothstep1(0.012f, 0.02f, fabs1(r - 0.66f)) ;
  return saturate1((0.25f + 0.75f * n) * (0.6f + 0.4f * fine)) * (1.0f - 0.92f * gap) * smoothstep1(0.0f, 0.04f, r) * (1.0f - smoothstep1(0.95f, 1.0f, r));
}
/* How much the planet's ring occludes along o + t d, and where. */
static float ring_cover(vec3 o, vec3 d, float *t) {
  if (world->ring_on <= 0.0f) return 0.0f;
  const vec3 axis = load3(world->ring_axis), at = load3(world->ring_at);
  const float slope = dot3(d, axis);
  if (fabs1(slope) < 1e-4f) return 0.0f;
  *t = dot3(sub3(at, o), axis) / slope;
  if (*t <= 0.0f) return 0.0f;
  const float r = (length3(sub3(mad3(o, d, *t), at)) - world->ring_inner) / (world->ring_outer - world->ring_inner);
  return r <= 0.0f || r >= 1.0f ? 0.0f : ring_gap(r, (uint32_t)world->seed);
}

#endif
