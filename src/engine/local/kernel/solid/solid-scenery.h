/* Scenery behind objects: trees, houses, dunes, a wall with a window. Painted on upright planes, from far to near. */
#ifndef KINORA_SOLID_SCENERY_H
#define KINORA_SOLID_SCENERY_H

#include "solid-air.h"

static inline float within(float x, float half, float soft) { return 1.0f - smoothstep1(half - soft, half + soft, fabs1(x)); }
static inline float from_key(float x) { return saturate1(0.5f + 0.5f * x * sign1(world->key[0])); }

typedef struct { vec3 colour; float cover; } Painted;
#define NOTHING ((Painted){splat3(0.0f), 0.0f})

/* A fir of height h at x = 0. */
static Painted fir(float x, float y, float h, float soft, uint32_t s) {
  if (y > h || fabs1(x) > 0.27f * h * (1.15f - y / h)) return NOTHING;
  const float f = 1.0f - y / h, tier = fract1(f * 6.5f);
  const float half = h * 0.24f * (0.78f * f + 0.22f * tier * (0.4f + f)) * (1.0f + 0.24f * noise2(y * 5.0f, x * 5.0f, s));
  const float stem = y < 0.1f * h ? within(x, 0.035f * h, soft) : 0.0f;
  const float cover = y < 0.07f * h ? stem : max1(stem, 1.0f - smoothstep1(half - soft, half + soft, fabs1(x)));
  if (cover <= 0.0f) return NOTHING;
  const float lit = from_key(x / max1(half, 0.05f)) * (0.6f + 0.4f * (1.0f - tier));
  vec3 colour = mul3(scale3(load3(world->tint), 0.72f + 0.7f * unit_of(s)), day_light(0.55f * lit));
  if (y < 0.07f * h) colour = mul3(v3(0.13f, 0.075f, 0.045f), day_light(0.4f));
  if (world->white > 0.5f) colour = mix3(colour, scale3(day_light(0.65f * lit), 0.8f), 0.9f * (1.0f - smoothstep1(0.3f, 0.7f, tier + 0.5f * noise2(x * 4.0f, y * 4.0f, s + 3u))));
  return (Painted){colour, cover};
}

/* A trunk whose top is out of view. */
static Painted trunk(float x, float y, float wide, float soft, uint32_t s) {
  if (fabs1(x) > 1.5f * wide + 0.15f) return NOTHING;
  const float sway = 0.12f * noise2(y * 0.35f, 0.5f, s), half = wide * (1.0f + 0.5f * exp1(-y * 2.2f)) * (1.0f - 0.02f * y), u = (x - sway) / half;
  const float bark = noise2(x * 9.0f, y * 1.1f, s + 1u);
  const vec3 base = mix3(v3(0.135f, 0.082f, 0.048f), scale3(load3(world->tint), 0.9f), 0.3f * smoothstep1(-0.1f, 0.5f, bark));
  return (Painted){mul3(scale3(base, 1.0f + 0.5f * bark), day_light(0.7f * pow1(from_key(u), 1.4f))), within(x - sway, half, soft)};
}

/* A palm of height h: a leaning stem and a crown of hanging leaves. */
static Painted palm(float x, float y, float h, float soft, uint32_t s) {
  if (fabs1(x) > 0.7f * h || y > 1.36f * h) return NOTHING;
  const float lean = (unit_of(s) - 0.5f) * 0.5f, rise = y / h, bent = lean * h * rise * rise;
  Painted out = {mul3(v3(0.24f, 0.16f, 0.10f), day_light(0.6f * from_key((x - bent) * 8.0f))), y < h ? within(x - bent, 0.045f * h * (1.2f - 0.5f * rise), soft) : 0.0f};
  const float px = (x - lean * h) / (0.42f * h), py = (y - h) / (0.42f * h);
  if (fabs1(px) > 1.0f || py > 0.8f || py < -1.0f) return out;
  for (int i = 0; i < 9; i += 1) {
    const float a = ((float)i - 4.0f) * 0.42f + 0.3f * (unit_of(hash_u32(s + (uint32_t)i)) - 0.5f), run = sin1(a), reach = 0.95f;
    const float u = fabs1(run) < 0.12f ? 2.0f : px / (run * reach) * (fabs1(run) < 0.5f ? 0.75f : 1.0f);
    if (u < 0.0f || u > 1.0f) continue;
    const float middle = (0.25f + 0.75f * cos1(a)) * u - (0.35f + 0.62f * fabs1(run)) * u * u;
    const float wide = 0.26f * (1.0f - u * u) * (0.2f + u) * (0.55f + 0.6f * fract1(u * 10.0f)) + 0.014f;
    const float c = 1.0f - smoothstep1(wide, wide + soft / h * 3.0f, fabs1(py - middle + 0.05f * u));
    if (c <= 0.0f) continue;
    const float lit = saturate1(0.35f + 0.5f * run * sign1(world->key[0]) + 2.5f * (py - middle));
    out.colour = mix3(out.colour, mul3(scale3(v3(0.05f, 0.17f, 0.055f), 0.9f + 0.6f * unit_of(hash_u32(s + 20u + (uint32_t)i))), day_light(0.7f * lit)), c);
    out.cover = max1(out.cover, c);
  }
  return out;
}

/* A broad-leaved tree of height h: a billowing crown on a short stem. */
static Painted tree(float x, float y, float h, float soft, uint32_t s) {
  if (fabs1(x) > 0.6f * h || y > 1.2f * h) return NOTHING;
  const float px = x / (0.42f * h), py = (y - 0.6f * h) / (0.42f * h), lump = noise2(x * 2.2f, y * 2.2f, s) + 0.5f * noise2(x * 5.0f, y * 5.0f, s + 1u);
  const float r = length2(px, py) + 0.34f * lump, cover = 1.0f - smoothstep1(0.9f - soft / h * 2.0f, 0.94f + soft / h * 3.0f, r), stem = y < 0.5f * h ? within(x, 0.05f * h, soft) : 0.0f;
  const float lit = saturate1(0.45f + 0.4f * py + 0.35f * px * sign1(world->key[0]) + 0.5f * lump);
  const vec3 leaves = mul3(scale3(mix3(load3(world->tint), load3(world->accent), 0.4f), 0.7f + 0.5f * unit_of(s)), day_light(0.7f * lit));
  return (Painted){mix3(mul3(v3(0.13f, 0.08f, 0.05f), day_light(0.4f)), leaves, cover), max1(cover, stem)};
}

/* Rows of trees from far to near, each nearer row in less haze. Near rows leave a clearing around the object. */
static vec3 grove(vec3 colour, vec3 o, vec3 d, float t) {
  static const float at[5] = {-4.5f, -8.5f, -14.0f, -22.0f, -36.0f}, apart[5] = {2.6f, 2.9f, 2.3f, 2.6f, 3.4f};
  const uint32_t seed = (uint32_t)world->seed;
  const int wood = place_is(FOREST) && world->white < 0.5f, wild = place_is(JUNGLE), thin = place_is(SNOW) || place_is(PEAKS) || place_is(SHORE) || place_is(MEADOW) || place_is(ROAD) || place_is(LAKE);
  if (d.z > -1e-3f) return colour;
  for (int k = 4; k >= 0; k -= 1) {
    const float far = (at[k] - o.z) / d.z;
    if (far <= 0.0f || far >= t || (thin && k < (place_is(SNOW) || place_is(SHORE) ? 1 : 3)) || (place_is(SHORE) && k != 1)) continue;
    const float x = o.x + d.x * far, y = o.y + d.y * far, f = (float)k, soft = 0.012f + 0.0016f * far;
    const int stems = (wood || wild) && k < 2;
    const float tall = stems ? 40.0f : 3.4f + 0.9f * f;
    if (y < 0.0f || y > tall * 1.5f) continue;
    const float air = haze_at(far) + ((wood || wild) ? 0.055f * f : 0.0f);
    const float column = floor1(x / apart[k] - 0.5f);
    for (int j = 0; j < 2; j += 1) {
      const uint32_t s = hash_cell2((int)column + j, k, seed + 71u);
      const float cx = (column + (float)j + 0.5f + 0.5f * (unit_of(hash_u32(s + 1u)) - 0.5f)) * apart[k];
      if ((k < 3 && fabs1(cx) < (stems ? 2.5f - 0.4f * f : 3.6f - 0.8f * f)) || (thin && unit_of(hash_u32(s + 2u)) > 0.5f) || (place_is(SHORE) && cx * world->key[0] > 0.0f)) continue;
      const float h = tall * (0.7f + 0.6f * unit_of(hash_u32(s + 3u)));
      const Painted p = stems ? trunk(x - cx, y, 0.24f + 0.2f * unit_of(hash_u32(s + 4u)), soft, s) : (wild || place_is(SHORE) ? palm(x - cx, y, h * 0.85f, soft, s) : place_is(MEADOW) || place_is(ROAD) ? tree(x - cx, y, h * 0.5f, soft, s) : fir(x - cx, y, h, soft, s));
      if (p.cover > 0.0f) colour = mix3(colour, mix3(p.colour, distance_colour(), saturate1(air)), p.cover);
    }
    const float edge = 4.1f + 1.0f * f - 0.02f * x * x;
    if (stems && y > edge - 1.4f) {
      const float leaf = fbm2(x * 1.6f, y * 1.6f, 4, seed + 74u + (uint32_t)k);
      const float cover = smoothstep1(-0.1f, 0.1f, y - edge + 2.2f * leaf);
      const vec3 leaves = mul3(scale3(load3(world->tint), 0.55f + 1.5f * saturate1(0.3f + leaf + 0.8f * noise2(x * 5.0f, y * 5.0f, seed + 76u))), day_light(0.35f));
      colour = mix3(colour, mix3(leaves, distance_colour(), saturate1(air)), cover);
    }
  }
  if (wood || wild) {
    const float beam = noise2(d.x * 9.0f + 5.0f * d.y * sign1(world->key[0]), 0.3f, seed + 79u);
    colour = mad3(colour, load3(world->key_colour), 0.07f * saturate1(beam * 2.0f) * smoothstep1(-0.1f, 0.2f, d.y));
  }
  return colour;
}

/* A wall of windows; `along` and y are positions on it, `facing` its orientation to the light. */
static vec3 facade(float along, float y, float facing, float t, uint32_t s) {
  static const float walls[5][3] = {{0.42f, 0.22f, 0.15f}, {0.46f, 0.40f, 0.33f}, {0.30f, 0.33f, 0.38f}, {0.52f, 0.48f, 0.42f}, {0.22f, 0.24f, 0.30f}};
  const float w = 0.62f + 0.3f * unit_of(hash_u32(s + 5u)), h = 0.86f, cx = floor1(along / w), cy = floor1(y / h), detail = 1.0f - smoothstep1(30.0f, 75.0f, t);
  const float soft = 0.02f + 0.0012f * t, pane = within(along / w - cx - 0.5f, 0.3f, soft) * within(y / h - cy - 0.5f, 0.32f, soft) * (cy > 0.0f ? 1.0f : 0.0f);
  const vec3 light = day_light(0.62f * saturate1(facing));
  vec3 out = mul3(load3(walls[s % 5u]), light);
  const uint32_t own = hash_cell2((int)cx, (int)cy, s + 7u);
  const float dark = max1(world->night, 0.0f), on = unit_of(own) < 0.10f + 0.5f * dark ? 1.0f : 0.0f;
  const vec3 glass = mix3(scale3(load3(world->high), 0.35f + 0.25f * unit_of(hash_u32(own))), load3(world->low), 0.35f * saturate1(y * 0.12f));
  const vec3 lamp = scale3(mix3(v3(1.0f, 0.55f, 0.20f), v3(1.0f, 0.80f, 0.52f), unit_of(hash_u32(own + 1u))), 0.55f + 0.5f * dark);
  out = mix3(out, mix3(glass, lamp, on), pane * (0.35f + 0.65f * detail));
  if (cy < 1.0f && t < 60.0f) {
    const float shop = within(fract1(along * 0.42f) - 0.5f, 0.40f, soft) * within(y - 0.48f, 0.34f, soft);
    out = mix3(out, mix3(scale3(glass, 0.8f), lamp, 0.25f + 0.75f * dark), shop);
  }
  return out;
}

/* Houses on both sides of a street, or the blocks of a city with a skyline behind. */
static vec3 town(vec3 colour, vec3 o, vec3 d, float t) {
  const uint32_t seed = (uint32_t)world->seed;
  const float half = place_is(STREET) ? 5.4f : 7.5f;
  for (int k = 2; k >= 0 && d.z < -1e-3f; k -= 1) {
    const float z = -24.0f - 15.0f * (float)k, far = (z - o.z) / d.z, x = o.x + d.x * far, y = o.y + d.y * far, wide = 3.1f - 0.3f * (float)k;
    if (far >= t || y < 0.0f || fabs1(x) < (k < 2 ? half - 1.0f : 0.0f)) continue;
    const float column = floor1(x / wide);
    const uint32_t s = hash_cell2((int)column, k, seed + 91u);
    const float h = (4.0f + 2.2f * (float)k) * (0.6f + 1.0f * unit_of(s)), edge = x / wide - column, inset = unit_of(hash_u32(s + 1u)) < 0.5f ? 0.0f : 0.2f;
    const float roof = y > 0.8f * h && (edge < inset || edge > 1.0f - inset) ? 0.8f * h : h, cover = 1.0f - smoothstep1(roof - 0.02f * far * 0.05f, roof + 0.02f, y);
    if (cover > 0.0f) colour = mix3(colour, mix3(facade(x, y, world->key[2], far, s), distance_colour(), saturate1(haze_at(far) + 0.05f + 0.06f * (float)k)), cover);
  }
  if (fabs1(d.x) < 1e-4f) return colour;
  const float side = d.x > 0.0f ? 1.0f : -1.0f, far = (side * half - o.x) / d.x;
  if (far <= 0.0f || far >= t) return colour;
  const float y = o.y + d.y * far, z = o.z + d.z * far, wide = 4.2f, lot = floor1(z / wide);
  if (y < 0.0f || z > 2.0f || z < -62.0f) return colour;
  const uint32_t s = hash_cell2((int)lot, d.x > 0.0f ? 1 : 0, seed + 95u);
  const float h = (place_is(STREET) ? 3.6f : 5.0f) + 4.4f * unit_of(s), soft = 0.01f + 0.002f * far;
  vec3 wall = facade(z, y, -side * world->key[0], far, s);
  wall = scale3(wall, 1.0f - 0.45f * within(y - h + 0.12f, 0.1f, soft));
  return mix3(colour, mix3(wall, distance_colour(), haze_at(far)), 1.0f - smoothstep1(h - soft, h + soft, y));
}

/* Dunes with a sharp crest between the sunlit and the shaded side. */
static vec3 dunes(vec3 colour, vec3 o, vec3 d, float t) {
  static const float at[4] = {-9.0f, -15.0f, -26.0f, -44.0f};
  const uint32_t seed = (uint32_t)world->seed;
  for (int k = 3; k >= 0 && d.z < -1e-3f; k -= 1) {
    const float far = (at[k] - o.z) / d.z, x = o.x + d.x * far, y = o.y + d.y * far, f = (float)k, size = 7.0f + 3.5f * f;
    if (far >= t) continue;
    const float u = (x + 1.6f * noise2(x * 0.16f, f, seed + 81u)) / size + 0.37f + unit_of(hash_u32(seed + (uint32_t)k)), c = fract1(u), tall = (0.75f + 0.72f * f) * (0.65f + 0.7f * unit_of(hash_cell2((int)floor1(u), k, seed + 82u)));
    const float rise = c < 0.62f ? smoothstep1(0.0f, 0.62f, c) : 1.0f - smoothstep1(0.62f, 1.0f, c), h = tall * (0.25f + 0.75f * pow1(rise, 0.8f)) * (0.97f + 0.03f * sin1(x)) - 0.25f;
    const float soft = 0.004f + 0.001f * far, cover = 1.0f - smoothstep1(h - soft, h + soft, y);
    if (cover <= 0.0f) continue;
    const float line = 0.62f + 0.34f * (h - y) / tall + 0.05f * noise2(y * 2.0f, f, seed + 83u), slip = smoothstep1(line - 0.01f - 0.05f * (h - y), line + 0.01f, c) * (1.0f - smoothstep1(0.2f, 1.1f, (h - y) / tall));
    const float lit = world->key[0] > 0.0f ? slip : 1.0f - slip;
    const vec3 sand = mul3(scale3(load3(world->accent), 0.96f + 0.1f * sin1((y + 0.16f * x) * 16.0f / (1.0f + f)) * 0.5f), day_light(0.12f + 0.62f * lit));
    colour = mix3(colour, mix3(sand, distance_colour(), 0.8f * haze_at(far)), cover);
  }
  return colour;
}

/* A wall with the light of a window on it, and the window itself, out of focus. */
static vec3 wall(vec3 colour, vec3 o, vec3 d, float t) {
  const float at = place_is(FLOOR) ? FLOOR_EDGE : WALL_AT, far = d.z < -1e-3f ? (at - o.z) / d.z : FAR_AWAY;
  if (far >= t || far <= 0.0f) return colour;
  const float x = o.x + d.x * far, y = o.y + d.y * far, side = sign1(world->key[0]), dark = world->night;
  const vec3 paint = load3(world->tint), key = load3(world->key_colour);
  vec3 out = mul3(paint, add3(scale3(load3(world->sky), 1.18f + 0.05f * y), scale3(key, 0.22f)));
  const float sx = (x + side * 0.9f) - 0.34f * (y - 2.0f) * side, cast = within(sx, 1.15f, 0.14f) * within(y - 2.7f, 1.7f, 0.14f) * (1.0f - within(sx, 0.07f, 0.09f)) * (1.0f - within(y - 2.8f, 0.07f, 0.09f));
  out = mad3(out, mul3(paint, key), 0.42f * cast * (1.0f - 0.8f * dark));
  const float wx = x - side * 3.0f, wy = y - 2.9f, hole = within(wx, 1.25f, 0.09f) * within(wy, 1.9f, 0.09f), frame = within(wx, 1.45f, 0.08f) * within(wy, 2.1f, 0.08f);
  const float bars = max1(within(wx, 0.05f, 0.06f), within(wy - 0.3f, 0.05f, 0.06f)), sill = within(wx, 1.62f, 0.06f) * within(wy + 2.15f, 0.1f, 0.05f);
  const vec3 trim = mul3(v3(0.80f, 0.76f, 0.70f), add3(scale3(load3(world->sky), 1.15f), scale3(key, 0.2f)));
  const float green = smoothstep1(-0.3f, 0.35f, -wy - 0.75f + 0.8f * noise2(wx * 1.2f, 0.5f, (uint32_t)world->seed));
  vec3 view = mix3(mix3(load3(world->low), load3(world->high), saturate1(0.4f + 0.25f * wy)), scale3(v3(0.20f, 0.34f, 0.14f), 1.0f - 0.9f * dark), 0.75f * green);
  view = scale3(view, 1.15f - 0.5f * dark);
  out = mix3(out, trim, max1(frame, sill));
  out = mix3(out, mix3(view, trim, 0.85f * bars), hole);
  if (place_is(FLOOR)) out = mix3(out, trim, 1.0f - smoothstep1(0.30f, 0.34f, y));
  if (dark > 0.3f) {
    const float lx = x + side * 2.6f, ly = y - 3.4f;
    out = mad3(out, v3(1.0f, 0.62f, 0.30f), 0.55f * dark * exp1(-0.22f * (lx * lx + ly * ly)));
  }
  return out;
}

/* Flakes or drops between the camera and everything; u and v as in samples4. */
static vec3 falling(vec3 colour, float u, float v) {
  const uint32_t seed = (uint32_t)world->seed;
  const int rain = world->falling > 1.5f;
  for (int k = 0; k < 3; k += 1) {
    const float f = (float)k, fine = rain ? 9.0f + 5.0f * f : 5.0f + 4.5f * f, speed = world->seconds * (rain ? 6.0f : 0.5f) * (1.6f - 0.3f * f);
    const float x = (u + (rain ? 0.14f * v : 0.0f)) * fine * (rain ? 2.6f : 1.0f) + 0.3f * f, y = (v + speed * 0.4f) * fine * (rain ? 0.34f : 1.0f), cx = floor1(x), cy = floor1(y);
    const uint32_t h = hash_cell2((int)cx, (int)cy, seed + 131u + (uint32_t)k);
    if (unit_of(h) > 0.3f) continue;
    const float dx = x - cx - 0.3f - 0.4f * unit_of(hash_u32(h + 1u)), dy = y - cy - 0.3f - 0.4f * unit_of(hash_u32(h + 2u));
    const float size = rain ? 0.05f : 0.06f + 0.10f * unit_of(hash_u32(h + 3u));
    const float body = rain ? within(dx, 0.03f, 0.03f) * within(dy, 0.28f, 0.2f) * 0.16f : (1.0f - smoothstep1(size * 0.3f, size, length2(dx, dy))) * 0.8f;
    colour = mix3(colour, scale3(add3(load3(world->sky), splat3(0.25f)), 0.9f), body);
  }
  return colour;
}

/* Everything visible in a place, painted over what a ray has hit at t. */
static vec3 scenery_over(vec3 colour, vec3 o, vec3 d, float t) {
  switch ((int)world->place) {
    case FOREST: case JUNGLE: case SNOW: case SHORE: case PEAKS: case MEADOW: case ROAD: return grove(colour, o, d, t);
    case STREET: case CITY: return town(colour, o, d, t);
    case DUNES: return dunes(colour, o, d, t);
        case TABLE: case FLOOR: return wall(colour, o, d, t);
    default: return colour;
  }
}

#endif
