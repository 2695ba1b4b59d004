/*
 * Terrain heights, one function for each kind of terrain. World units: about a kilometre for mountains, metres for
 * dunes.
 */
#ifndef KINORA_LAYERS_HEIGHT_H
#define KINORA_LAYERS_HEIGHT_H

#include "layers_simd.h"

enum { ALPS, HILLS, DUNES, CANYON, VOLCANO, PLAIN, ISLAND, BANK, SHORE, FLOES, RIVER, REEF };

typedef struct {
  float kind, seed, horizon, focal, cx, eye, near, far, floor, steps;
  float height, scale, shift, base, valley_x, valley_width, valley_depth;
  float sun[3], rise, settle, crest, rock_light[3], rock_shade[3], green_light[3], green_shade[3], snow_light[3], snow_shade[3];
  float snow_line, green_line, haze[3], haze_density, haze_height, glow_x, glow[3], tone[3], tone_share;
  float trees, tree_cover, tree_light[3], tree_shade[3], wet, hot, time, round, stride_x, foam[3];
} Terrain;

/* Summed value noise with less detail on steep slopes: valleys stay smooth and ridges rough, as from erosion. */
static f4 eroded(f4 x, f4 y, int octaves, uint32_t seed, float damping) {
  f4 sum = set4(0.0f), sx = set4(0.0f), sy = set4(0.0f);
  float strength = 0.5f;
  for (int i = 0; i < octaves; i += 1) {
    f4 dx, dy;
    const f4 n = value4(x, y, seed + (uint32_t)i, &dx, &dy);
    sx += dx * 0.5f; sy += dy * 0.5f;
    sum += strength * n / (1.0f + damping * (sx * sx + sy * sy));
    const f4 nx = 1.6f * x - 1.2f * y, ny = 1.2f * x + 1.6f * y;
    x = nx; y = ny;
    strength *= 0.5f;
  }
  return sum;
}

static f4 alps(const Terrain *t, f4 x, f4 z) {
  const uint32_t seed = (uint32_t)t->seed;
  const f4 wx = x + 0.35f * noise4(x * 0.8f, z * 0.8f, seed + 91u), wz = z + 0.35f * noise4(x * 0.8f + 7.0f, z * 0.8f, seed + 92u);
  const f4 ridge = crest4(wx * 0.62f, wz * 0.62f, 7, seed);
  const f4 mass = eroded(x * 0.9f, z * 0.9f, 9, seed + 50u, 0.75f);
  const f4 h = ridge * 0.95f + mass * 0.5f + 0.08f;
  return max4(h, set4(0.02f) + 0.05f * h) * (0.55f + 0.55f * max4(h, set4(0.0f)));
}

/* Long dunes with a sharp winding crest: gentle on the windward side, steep on the leeward side. */
static f4 dunes(const Terrain *t, f4 x, f4 z) {
  const uint32_t seed = (uint32_t)t->seed;
  const f4 bend = 1.15f * noise4(x * 0.42f, z * 0.42f, seed) + 0.28f * noise4(x * 1.3f, z * 1.3f, seed + 1u);
  const f4 p = z * 0.82f + x * 0.34f + bend;
  const f4 whole = floor4(p), f = p - whole;
  const f4 lee = 0.66f + 0.14f * noise4(x * 0.7f, whole * 3.1f, seed + 2u);
  const f4 up = sat4(f / lee), down = sat4((1.0f - f) / (1.0f - lee));
  const f4 a = up * up * (1.6f - 0.6f * up), b = down * (0.55f + 0.45f * down);
  const f4 tall = 0.62f + 0.38f * noise4(x * 0.5f + 3.0f, whole * 1.7f, seed + 3u);
  const f4 second = 0.16f * noise4(x * 2.2f, z * 1.1f, seed + 4u);
  const f4 ripples = 0.0045f * sin4((z * 31.0f + x * 9.0f + 2.5f * noise4(x * 2.0f, z * 2.0f, seed + 5u)) * 1.6f);
  /* The crest is slightly rounded, otherwise the steps of the ray march would show as dots. */
  const f4 crest = 0.5f * (a + b - sqrt4((a - b) * (a - b) + 0.006f));
  /* Ripples are on nearby flanks only; on a crest or far away they would make the outline jagged. */
  const f4 flank = sat4(1.0f - crest * 1.25f) * smooth4(4.0f, 1.6f, z / t->scale);
  return crest * tall + second * 0.5f + ripples * flank + 0.22f * noise4(x * 0.22f, z * 0.22f, seed + 6u);
}

/* Mesas: a plateau cut by dry rivers, with terraced walls. */
static f4 canyon(const Terrain *t, f4 x, f4 z) {
  const uint32_t seed = (uint32_t)t->seed;
  const f4 n = sum4(x * 0.7f, z * 0.7f, 5, seed) + 0.06f * sum4(x * 3.0f, z * 3.0f, 3, seed + 9u);
  const f4 top = smooth4(0.05f, 0.10f, n), middle = smooth4(-0.03f, 0.02f, n), low = smooth4(-0.22f, -0.05f, n);
  const f4 flutes = 0.008f * crest4(x * 9.0f, z * 9.0f, 2, seed + 4u);
  return 0.46f * top + 0.30f * middle + 0.16f * low + flutes * (1.0f - top) + 0.02f * noise4(x * 3.0f, z * 3.0f, seed + 3u);
}

static f4 volcano(const Terrain *t, f4 x, f4 z) {
  const uint32_t seed = (uint32_t)t->seed;
  const f4 dx = x - t->valley_x, dz = z - t->valley_depth;
  const f4 r = sqrt4(dx * dx + dz * dz) / t->valley_width;
  const f4 gullies = crest4(dx / (r + 0.35f) * 0.9f, dz / (r + 0.35f) * 0.9f, 5, seed);
  const f4 cone = exp4(-r * 2.5f) * 1.32f - 0.06f;
  const f4 crater = smooth4(0.13f, 0.03f, r) * 0.30f;
  const f4 around = 0.10f * eroded(x * 1.2f, z * 1.2f, 8, seed + 5u, 0.6f) + 0.06f;
  return max4(cone - crater + (gullies - 0.4f) * 0.17f * smooth4(0.05f, 0.35f, r) * exp4(-r * 1.1f), around) + 0.02f * noise4(x * 6.0f, z * 6.0f, seed + 8u);
}

static f4 island(const Terrain *t, f4 x, f4 z) {
  const uint32_t seed = (uint32_t)t->seed;
  const f4 dx = x - t->valley_x, dz = (z - t->valley_depth) * 1.5f;
  const f4 r = sqrt4(dx * dx + dz * dz) / t->valley_width + 0.28f * noise4(x * 2.3f, z * 2.3f, seed + 2u);
  const f4 body = eroded(x * 2.4f, z * 2.4f, 8, seed, 0.6f);
  return smooth4(1.05f, 0.1f, r) * (0.30f + 0.85f * max4(0.35f + body, set4(0.0f))) - 0.10f * smooth4(0.75f, 1.2f, r);
}

/* A winding trough along z, with water where it is below zero. */
static f4 river(const Terrain *t, f4 x, f4 z) {
  const uint32_t seed = (uint32_t)t->seed;
  const f4 course = t->valley_x + 0.30f * (z - t->near) * sin4(z * 1.15f + t->seed) * 0.8f + 0.25f * noise4(z * 0.9f, set4(3.0f), seed + 4u);
  const f4 off = abs4(x - course);
  const f4 bank = smooth4(0.0f, 1.0f, (off - t->valley_width) * 3.2f);
  const f4 roll = 0.5f + 0.5f * sum4(x * 0.8f, z * 0.8f, 4, seed);
  return bank * (0.10f + 0.5f * roll * smooth4(0.1f, 1.6f, off - t->valley_width)) - 0.05f * smooth4(0.06f, -0.1f, off - t->valley_width) + 0.012f * noise4(x * 9.0f, z * 9.0f, seed + 6u) * bank;
}

/* Conifers as cones on a jittered lattice, so that woods have tops, shade and a ragged outline. */
static f4 crowns(const Terrain *t, f4 x, f4 z, f4 h, f4 *tree) {
  const uint32_t seed = (uint32_t)t->seed + 400u;
  const float pitch = t->trees * 0.62f;
  const f4 gx = x / pitch, gz = z / pitch, fx = floor4(gx), fz = floor4(gz);
  const i4 ix = __builtin_convertvector(fx, i4), iz = __builtin_convertvector(fz, i4);
  const f4 wood = smooth4(-0.25f, 0.1f, sum4(x * 1.3f + 9.0f, z * 1.3f, 3, seed + 3u) + (t->tree_cover - 0.5f));
  const f4 alive = wood * smooth4(t->green_line + 0.10f, t->green_line - 0.12f, h) * smooth4(0.0f, 0.03f, h - t->wet) * smooth4(1.3f, 2.4f, z);
  f4 best = set4(0.0f);
  for (int k = 0; k < 4; k += 1) {
    const i4 cx = ix + (k & 1), cz = iz + (k >> 1);
    const u4 hash = hash4(cx, cz, seed);
    const f4 jx = unit4(hash), jz = unit4(hash * 0x2c1b3c6du), tall = 0.45f + 0.55f * unit4(hash ^ (hash << 13));
    const f4 dx = gx - __builtin_convertvector(cx, f4) - (jx - 0.5f) * 0.8f, dz = gz - __builtin_convertvector(cz, f4) - (jz - 0.5f) * 0.8f;
    const f4 r = sqrt4(dx * dx + dz * dz);
    const f4 crown = t->round > 0.5f ? sqrt4(max4(1.0f - r * r * 1.9f, set4(0.0f))) * 0.75f : max4(1.0f - r * 1.55f, set4(0.0f));
    best = max4(best, crown * tall);
  }
  *tree = sat4(best * 3.0f) * sat4(alive * 1.6f);
  return best * t->trees * alive;
}

static f4 height_at(const Terrain *t, f4 x, f4 z, f4 *tree) {
  const f4 u = x * t->scale + t->shift, v = z * t->scale;
  const uint32_t seed = (uint32_t)t->seed;
  f4 h;
  switch ((int)t->kind) {
    case ALPS: h = alps(t, u, v); break;
    case DUNES: h = dunes(t, u, v); break;
    case CANYON: h = canyon(t, u, v); break;
    case VOLCANO: h = volcano(t, x, z); break;
    case ISLAND: h = island(t, x, z); break;
    case RIVER: h = river(t, x, z); break;
    case PLAIN: h = 0.5f * sum4(u * 0.55f, v * 0.55f, 3, seed) + 0.05f * sum4(u * 3.0f, v * 3.0f, 3, seed + 9u) + 0.012f * sum4(u * 14.0f, v * 14.0f, 2, seed + 5u); break;
    case BANK: h = 0.4f * sum4(u, v, 4, seed) + smooth4(t->valley_depth + 0.35f, t->valley_depth - 0.5f, z + 0.35f * sum4(u * 1.1f, v * 0.4f, 3, seed + 4u)) * 0.9f - 0.35f; break;
    case SHORE: h = (t->valley_depth - z + t->valley_width * x + 0.5f * sum4(u * 0.5f, v * 0.3f, 2, seed + 4u)) * 0.10f + 0.006f * sum4(u * 5.0f, v * 5.0f, 3, seed + 5u); break;
    case FLOES: h = 0.30f * smooth4(0.05f, 0.10f, sum4(u * 1.4f, v * 1.4f, 4, seed)) + 0.10f * crest4(u * 2.0f, v * 2.0f, 4, seed + 2u) - 0.10f; break;
    case REEF: h = 0.5f * eroded(u, v, 6, seed, 0.4f) + 0.25f * crest4(u * 2.0f, v * 2.0f, 3, seed + 2u); break;
    default: h = 0.62f * sum4(u * 0.55f, v * 0.55f, 4, seed) + 0.26f; break;
  }
  if (t->valley_depth > 0.0f && (int)t->kind <= HILLS) {
    const f4 off = (x - t->valley_x) / t->valley_width;
    h *= 1.0f - t->valley_depth * exp4(-off * off);
  }
  /* The terrain rises from its foot and keeps its greatest height into the distance, as ranges seen from a plain do. */
  if (t->rise > 0.0f) h *= smooth4(t->near, t->near + t->rise * (t->far - t->near), z);
  h = h * t->height + t->base;
  *tree = set4(0.0f);
  if (t->trees > 0.0f) h += crowns(t, x, z, h, tree);
  return h;
}

#endif
