/* Surfaces under objects outdoors and on a table: the ground of each place as albedo, and water as light. */
#ifndef KINORA_SOLID_PLACE_H
#define KINORA_SOLID_PLACE_H

#include "solid-scene.h"

/* The order is that of SURROUNDINGS in ../solid/stage.ts. */
enum { OPEN, SHORE, QUAY, LAKE, FOREST, JUNGLE, PEAKS, DUNES, STREET, CITY, SNOW, MEADOW, TABLE, FLOOR, ROAD };

#define TABLE_EDGE -3.4f
#define FLOOR_EDGE -4.2f
#define WALL_AT -6.5f

static inline int place_is(int kind) { return (int)world->place == kind; }
static inline int indoors(void) { return place_is(TABLE) || place_is(FLOOR); }
/* Colour of things so far away that haze hides them. */
static inline vec3 distance_colour(void) { return mix3(load3(world->low), load3(world->haze_colour), 0.3f); }
static inline float haze_at(float t) { return 1.0f - exp1(-max1(t - 6.0f, 0.0f) * 0.014f * (0.6f + world->haze)); }
static inline vec3 day_light(float facing) { return add3(scale3(load3(world->key_colour), facing), load3(world->sky)); }

static vec3 turf(vec3 base, vec3 p, float t, uint32_t seed) {
  const float near = 1.0f - smoothstep1(6.0f, 26.0f, t);
  const float blade = near <= 0.0f ? 0.0f : 0.6f * noise2(p.x * 30.0f, p.z * 5.0f, seed + 23u) + noise2(p.x * 12.0f + 4.0f, p.z * 2.4f, seed + 24u);
  const float patch = fbm2(p.x * 0.45f, p.z * 0.45f, 2, seed + 25u);
  base = mix3(base, mul3(base, v3(1.45f, 1.22f, 0.62f)), 0.6f * smoothstep1(-0.15f, 0.5f, patch));
  return scale3(base, 1.0f + 0.42f * near * blade);
}

/* Flower heads slightly above the grass: round in screen space, searched up to three cells along the view direction. */
static vec3 blossoms(vec3 base, vec3 p, vec3 d, float t, uint32_t seed) {
  static const float colours[5][3] = {{0.95f, 0.93f, 0.86f}, {0.95f, 0.72f, 0.10f}, {0.86f, 0.16f, 0.30f}, {0.55f, 0.30f, 0.80f}, {0.95f, 0.45f, 0.62f}};
  const float head = 0.12f, cell = 0.42f, down = max1(-d.y, 0.07f);
  if (t > 40.0f) return base;
  const float x = p.x - d.x / down * head, z = p.z - d.z / down * head;
  const float cx = floor1(x / cell), cz = floor1(z / cell);
  for (int j = -1; j <= 1; j += 1) {
    const uint32_t h = hash_cell2((int)cx, (int)cz + j, seed + 61u);
    const float many = 0.26f + 0.5f * noise2(cx * 0.16f, (cz + (float)j) * 0.16f, seed + 62u);
    if (unit_of(h) > many) continue;
    const float dx = x - (cx + 0.3f + 0.4f * unit_of(hash_u32(h + 1u))) * cell, dz = (z - (cz + (float)j + 0.5f) * cell) * max1(down, 0.12f);
    const float r = length2(dx, dz) / (0.05f + 0.045f * unit_of(hash_u32(h + 2u)));
    if (r > 1.0f) continue;
    const vec3 petal = load3(colours[hash_u32(h + 3u) % 5u]);
    base = mix3(base, mix3(v3(0.80f, 0.50f, 0.05f), petal, smoothstep1(0.25f, 0.4f, r)), 1.0f - smoothstep1(0.8f, 1.0f, r));
  }
  return base;
}

static vec3 planks(vec3 base, vec3 p, float t, float wide, uint32_t seed) {
  const float at = p.x / wide + 0.37f, row = floor1(at), f = at - row;
  const uint32_t h = hash_cell2((int)row, 3, seed + 41u);
  const float along = p.z + 9.0f * unit_of(h), near = 1.0f - smoothstep1(8.0f, 26.0f, t);
  const vec2 w = warp2(p.x * 1.5f + 7.0f * unit_of(h), along * 0.22f, 0.55f, 3, seed + (h & 255u));
  const float ring = sin1(w.x * 17.0f + 5.0f * w.y) * (0.5f + noise2(p.x * 3.0f, along * 0.4f, seed + 43u)), fine = noise2(p.x * 58.0f, along * 1.7f, seed + 42u);
  vec3 out = scale3(base, 0.86f + 0.30f * unit_of(hash_u32(h + 1u)));
  out = scale3(out, 1.0f + near * (0.13f * ring + 0.2f * fine));
  out = mix3(out, mul3(out, v3(1.16f, 0.94f, 0.74f)), 0.5f + 0.5f * ring);
  const float gap = 0.5f - fabs1(f - 0.5f);
  return scale3(out, 1.0f - 0.72f * (1.0f - smoothstep1(0.006f, 0.02f + 0.002f * t, gap)));
}

static vec3 paving(vec3 base, vec3 p, float t, float size, uint32_t seed) {
  const float gx = p.x / size, gz = p.z / size + 0.5f * fract1(0.5f * floor1(gx));
  const float x = fract1(gx), z = fract1(gz), gap = min1(0.5f - fabs1(x - 0.5f), 0.5f - fabs1(z - 0.5f));
  const float near = 1.0f - smoothstep1(8.0f, 30.0f, t), vary = unit_of(hash_cell2((int)floor1(gx), (int)floor1(gz), seed + 31u));
  return scale3(base, (0.88f + 0.24f * vary) * (1.0f - near * 0.4f * (1.0f - smoothstep1(0.012f, 0.035f, gap))));
}

/* A road along z with its lines, kerbs and verges. */
static vec3 carriageway(vec3 side, vec3 p, float t, float half, uint32_t seed) {
  const float ax = fabs1(p.x), soft = 0.01f + 0.0022f * t;
  if (ax > half + 0.22f) return place_is(ROAD) ? turf(side, p, t, seed) : paving(side, p, t, 1.1f, seed);
  const float grit = noise2(p.x * 40.0f, p.z * 40.0f, seed + 22u) * (1.0f - smoothstep1(3.0f, 13.0f, t)), worn = fbm2(p.x * 0.6f, p.z * 0.25f, 3, seed + 26u);
  vec3 out = scale3(load3(world->accent), 0.9f + 0.16f * grit + 0.3f * worn);
  const float dash = smoothstep1(0.0f, 0.05f, fract1(p.z * 0.28f + 0.2f)) * (1.0f - smoothstep1(0.5f, 0.55f, fract1(p.z * 0.28f + 0.2f)));
  const float middle = (1.0f - smoothstep1(0.08f, 0.08f + soft, ax)) * dash, edge = 1.0f - smoothstep1(0.06f, 0.06f + soft, fabs1(ax - half + 0.35f));
  out = mix3(out, v3(0.72f, 0.70f, 0.62f), 0.85f * max1(middle, edge));
  return mix3(out, v3(0.34f, 0.33f, 0.32f), smoothstep1(half, half + soft, ax));
}

/* How far out to sea a point lies; negative on land. */
static float offshore(vec3 p, uint32_t seed) {
  if (place_is(QUAY)) return -3.6f - p.z;
  return -3.4f - p.z + (place_is(LAKE) ? 1.1f : 0.8f) * noise2(p.x * 0.22f, 0.4f, seed + 51u) + 0.22f * noise2(p.x * 0.9f, 0.7f, seed + 52u);
}
static inline int by_water(void) { return place_is(SHORE) || place_is(QUAY) || place_is(LAKE); }

/* Albedo of dry ground. */
static vec3 ground_base(vec3 p, vec3 d, float t) {
  const uint32_t seed = (uint32_t)world->seed;
  const vec3 accent = load3(world->accent), tint = load3(world->tint);
  switch ((int)world->place) {
    case FOREST: case JUNGLE: case PEAKS: case LAKE: if (world->white < 0.5f) return turf(accent, p, t, seed); break;
    case MEADOW: if (world->white < 0.5f) return blossoms(turf(accent, p, t, seed), p, d, t, seed); break;
    case STREET: case CITY: case ROAD: if (world->white < 0.5f) return carriageway(tint, p, t, place_is(ROAD) ? 2.9f : 3.4f, seed); break;
    case QUAY: return paving(accent, p, t, 0.9f, seed);
    case TABLE: return planks(accent, p, t, 1.15f, seed);
    case FLOOR: return planks(accent, p, t, 0.62f, seed);
    default: break;
  }
  const float big = fbm2(p.x * 0.35f, p.z * 0.35f, world->white > 0.5f ? 2 : 4, seed + 20u), close = 1.0f - smoothstep1(3.0f, 12.0f, t);
  const float ripple = world->spot <= 0.0f ? 0.0f : sin1((p.z * 5.2f + 2.4f * noise2(p.x * 0.5f, p.z * 0.5f, seed + 21u) + 0.7f * p.x) * 1.6f) * world->spot;
  const float grain = close <= 0.0f ? 0.0f : noise2(p.x * 46.0f, p.z * 46.0f, seed + 22u) * close;
  vec3 base = scale3(accent, 0.95f + (world->white > 0.5f ? 0.12f : 0.28f) * big + 0.07f * grain + 0.11f * ripple * (1.0f - smoothstep1(6.0f, 26.0f, t)));
  if (world->white > 0.5f) {
    const float drift = noise2(p.x * 0.55f + 0.5f * big, p.z * 1.1f, seed + 27u);
    base = mul3(base, mix3(v3(0.80f, 0.89f, 1.06f), v3(1.03f, 1.01f, 0.98f), smoothstep1(-0.35f, 0.3f, drift)));
    const uint32_t h = hash_cell2((int)floor1(p.x * 30.0f), (int)floor1(p.z * 30.0f), seed + 28u);
    if (unit_of(h) > 0.992f) base = scale3(base, 1.0f + 0.5f * (1.0f - smoothstep1(5.0f, 11.0f, t)));
  }
  if (place_is(SHORE)) base = scale3(base, 1.0f - 0.34f * smoothstep1(-1.5f, -0.15f, offshore(p, seed)));
  return base;
}

/* Mountains behind everything else, with snow on their summits. */
static vec3 peaks(vec3 colour, vec3 d) {
  const uint32_t seed = (uint32_t)world->seed;
  const float angle = atan2_1(d.x, -d.z);
  if (d.y > 0.34f || d.y < -0.02f) return colour;
  for (int i = 0; i < 2; i += 1) {
    const float f = (float)i, h = (0.03f + 0.26f * ridge2(angle * (2.3f + 0.9f * f) + 5.0f * f, 1.7f + f, 5, seed + 96u + (uint32_t)i)) * (1.0f - 0.36f * f) * 0.9f;
    const float cover = 1.0f - smoothstep1(h - 0.0015f, h + 0.0015f, d.y);
    if (cover <= 0.0f) continue;
    const float fold = noise2(angle * 20.0f + d.y * 26.0f, d.y * 12.0f - angle * 6.0f, seed + 98u) + 0.6f * noise2(angle * 52.0f - d.y * 40.0f, d.y * 22.0f, seed + 99u) + 0.3f * noise2(angle * 120.0f, d.y * 70.0f, seed + 100u);
    const float lit = smoothstep1(-0.12f, 0.14f, fold * sign1(world->key[0]) + 0.06f), snow = smoothstep1(-0.007f, 0.007f, d.y - 0.08f - 0.032f * fold + 0.3f * (0.13f - h) - 0.012f * noise2(angle * 210.0f, d.y * 60.0f, seed + 102u));
    const vec3 rock = mix3(v3(0.20f, 0.20f, 0.23f), load3(world->tint), 0.5f * f);
    const vec3 stone = mul3(mix3(rock, v3(0.86f, 0.89f, 0.95f), max1(snow, 0.75f * world->white)), day_light(0.02f + 0.6f * lit));
    colour = mix3(colour, mix3(stone, distance_colour(), 0.34f - 0.16f * f + 0.28f * (1.0f - smoothstep1(0.0f, 0.08f, d.y))), cover);
  }
  return colour;
}

static vec3 sky(vec3 d);

/* Light from the sea or a lake `out` from its edge: its own colour, the sky's reflection, sun glitter and foam. */
static vec3 open_water(vec3 p, vec3 d, float t, float out) {
  const uint32_t seed = (uint32_t)world->seed;
  const float s = world->seconds, calm = place_is(LAKE) ? 0.45f : 1.0f, near = 1.0f / (1.0f + 0.035f * t);
  const float wx = noise2(p.x * 1.1f, p.z * 2.2f + 0.7f * s, seed + 53u), wz = noise2(p.x * 0.8f + 0.2f * s, p.z * 3.1f + 0.9f * s, seed + 54u);
  const vec3 n = normalise3(v3(0.07f * calm * wx, 1.0f, 0.16f * calm * wz * near));
  vec3 r = reflect3(d, n);
  r.y = fabs1(r.y);
  const vec3 mirror = place_is(LAKE) ? sky(normalise3(r)) : mix3(load3(world->low), load3(world->high), 1.0f - exp1(-3.6f * r.y));
  const vec3 shallow = mix3(load3(world->tint), v3(0.30f, 0.72f, 0.68f), 0.55f), deep = mix3(shallow, load3(world->tint), smoothstep1(0.0f, 7.0f, out));
  vec3 colour = scale3(mix3(mul3(deep, day_light(0.22f)), scale3(deep, length3(day_light(0.2f)) * 0.6f), 0.78f), 1.0f + 0.55f * wz * near);
  const float facing = max1(-dot3(d, n), 0.0f);
  colour = mix3(colour, mirror, (place_is(LAKE) ? 0.45f : 0.10f) + (place_is(LAKE) ? 0.42f : 0.26f) * pow1(1.0f - facing, 4.0f));
  const float side = atan2_1(d.x, -d.z) - 0.16f * sign1(world->key[0]);
  const float spark = smoothstep1(0.16f, 0.42f, noise2(p.x * 2.6f, p.z * 7.0f + 1.4f * s, seed + 55u) + 0.3f * wx);
  colour = mad3(colour, load3(world->key_colour), 0.55f * spark * (0.12f + exp1(-side * side * 36.0f)) * smoothstep1(2.0f, 9.0f, out));
  if (place_is(SHORE)) {
    const float lace = 0.5f + noise2(p.x * 2.3f, p.z * 5.0f - 0.5f * s, seed + 56u), bend = 0.7f * noise2(p.x * 0.35f, 0.2f * s, seed + 57u);
    float foam = 1.0f - smoothstep1(0.2f, 0.6f + 0.7f * lace, out);
    for (int i = 1; i <= 3; i += 1) {
      const float q = out - (float)i * 2.1f - bend * (float)i * 0.7f + 0.5f * sin1(0.5f * s);
      foam = max1(foam, exp1(-q * q * (q > 0.0f ? 5.0f : 1.6f)) * smoothstep1(0.2f, 0.6f, lace + 0.25f * noise2(p.x * 0.4f, (float)i * 3.0f, seed + 58u)) * (1.0f - 0.22f * (float)i));
    }
    colour = mix3(colour, scale3(day_light(0.55f), 0.85f), saturate1(foam));
  }
  return mix3(colour, distance_colour(), 0.75f * (1.0f - exp1(-max1(t - 14.0f, 0.0f) * 0.011f * (0.6f + world->haze))));
}

#endif
