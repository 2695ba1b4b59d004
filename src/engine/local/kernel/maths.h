/*
 * Freestanding single-precision mathematics for the image kernels. Nothing here calls a library, so that the same
 * source and the same input give the same bytes on every machine: WebAssembly floating point is exact IEEE 754. Unless
 * a name says otherwise, angles are in radians, colours are linear, and noise values are in -1..1.
 */
#ifndef KINORA_MATHS_H
#define KINORA_MATHS_H

#include <stdint.h>

#define KERNEL_PI 3.14159265358979f
#define KERNEL_TAU 6.28318530717959f
#define KERNEL_EXPORT(name) __attribute__((export_name(#name)))

typedef struct { float x, y; } vec2;
typedef struct { float x, y, z; } vec3;

static inline float fabs1(float x) { return __builtin_fabsf(x); }
static inline float sqrt1(float x) { return __builtin_sqrtf(x > 0.0f ? x : 0.0f); }
static inline float floor1(float x) { return __builtin_floorf(x); }
static inline float ceil1(float x) { return __builtin_ceilf(x); }
static inline float fract1(float x) { return x - __builtin_floorf(x); }
static inline float min1(float a, float b) { return a < b ? a : b; }
static inline float max1(float a, float b) { return a > b ? a : b; }
static inline float clamp1(float x, float low, float high) { return min1(max1(x, low), high); }
static inline float saturate1(float x) { return clamp1(x, 0.0f, 1.0f); }
static inline float mix1(float a, float b, float t) { return a + (b - a) * t; }
static inline float sign1(float x) { return x < 0.0f ? -1.0f : 1.0f; }
static inline float step1(float edge, float x) { return x < edge ? 0.0f : 1.0f; }
static inline float mod1(float x, float y) { return x - y * __builtin_floorf(x / y); }
static inline float smoothstep1(float low, float high, float x) {
  const float t = saturate1((x - low) / (high - low));
  return t * t * (3.0f - 2.0f * t);
}

/* Error below 4e-5 for |x| < 300: reduction to -pi/2..pi/2, then an odd polynomial. */
static inline float sin1(float x) {
  const float turns = __builtin_floorf(x * (1.0f / KERNEL_PI) + 0.5f);
  float r = x - turns * 3.140625f;
  r -= turns * 9.67653589793e-4f;
  const float r2 = r * r;
  const float s = r + r * r2 * (-0.16666657f + r2 * (8.33302e-3f + r2 * (-1.98074e-4f + r2 * 2.6019e-6f)));
  return ((int32_t)turns & 1) ? -s : s;
}
static inline float cos1(float x) { return sin1(x + 0.5f * KERNEL_PI); }

/* 2^x by bit assembly and a polynomial of the fraction; error below 6e-6 of the value through exp1. */
static inline float exp2_1(float x) {
  x = clamp1(x, -126.0f, 126.0f);
  const float whole = __builtin_floorf(x);
  const float f = x - whole;
  const float p = 1.0f + f * (0.6931472f + f * (0.2402265f + f * (0.05550357f + f * (0.009618129f + f * (0.001339887f + f * 0.0001546f)))));
  union { uint32_t bits; float value; } scale = {(uint32_t)((int32_t)whole + 127) << 23};
  return p * scale.value;
}
static inline float exp1(float x) { return exp2_1(x * 1.44269504f); }

/* Logarithm to base 2 of x > 0 (anything else counts as the smallest normal number); error below 2e-6. */
static inline float log2_1(float x) {
  union { float value; uint32_t bits; } u = {x > 1.17549435e-38f ? x : 1.17549435e-38f};
  int32_t exponent = (int32_t)(u.bits >> 23) - 127;
  u.bits = (u.bits & 0x007fffffu) | 0x3f800000u;
  if (u.value > 1.41421356f) { u.value *= 0.5f; exponent += 1; }
  const float t = (u.value - 1.0f) / (u.value + 1.0f), t2 = t * t;
  return (float)exponent + t * (2.88539008f + t2 * (0.961796694f + t2 * (0.577078016f + t2 * 0.412198583f)));
}
static inline float log1(float x) { return log2_1(x) * 0.693147181f; }
/* x^y for x >= 0. */
static inline float pow1(float x, float y) { return x <= 0.0f ? 0.0f : exp2_1(log2_1(x) * y); }

/* Angle of (y, x) in -pi..pi; error below 1e-5. */
static inline float atan2_1(float y, float x) {
  const float ax = fabs1(x), ay = fabs1(y), high = max1(ax, ay);
  if (high <= 0.0f) return 0.0f;
  const float a = min1(ax, ay) / high, s = a * a;
  float r = a * (0.99997726f + s * (-0.33262347f + s * (0.19354346f + s * (-0.11643287f + s * (0.05265332f + s * -0.01172120f)))));
  if (ay > ax) r = 0.5f * KERNEL_PI - r;
  if (x < 0.0f) r = KERNEL_PI - r;
  return y < 0.0f ? -r : r;
}
static inline float acos1(float x) { x = clamp1(x, -1.0f, 1.0f); return atan2_1(sqrt1(1.0f - x * x), x); }

static inline vec3 v3(float x, float y, float z) { return (vec3){x, y, z}; }
static inline vec3 splat3(float x) { return (vec3){x, x, x}; }
static inline vec3 add3(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 sub3(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 mul3(vec3 a, vec3 b) { return (vec3){a.x * b.x, a.y * b.y, a.z * b.z}; }
static inline vec3 scale3(vec3 a, float s) { return (vec3){a.x * s, a.y * s, a.z * s}; }
static inline vec3 mad3(vec3 a, vec3 b, float s) { return (vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s}; }
static inline float dot3(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 cross3(vec3 a, vec3 b) { return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static inline float length3(vec3 a) { return sqrt1(dot3(a, a)); }
static inline float length2(float x, float y) { return sqrt1(x * x + y * y); }
static inline vec3 normalise3(vec3 a) { return scale3(a, 1.0f / max1(length3(a), 1e-20f)); }
static inline vec3 mix3(vec3 a, vec3 b, float t) { return (vec3){mix1(a.x, b.x, t), mix1(a.y, b.y, t), mix1(a.z, b.z, t)}; }
static inline vec3 reflect3(vec3 d, vec3 n) { return mad3(d, n, -2.0f * dot3(d, n)); }

static inline uint32_t hash_u32(uint32_t x) {
  x ^= x >> 16; x *= 0x7feb352du;
  x ^= x >> 15; x *= 0x846ca68bu;
  return x ^ (x >> 16);
}
static inline uint32_t hash_cell2(int32_t x, int32_t y, uint32_t seed) {
  return hash_u32((uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ seed * 0xc2b2ae3du);
}
static inline uint32_t hash_cell3(int32_t x, int32_t y, int32_t z, uint32_t seed) {
  return hash_u32((uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ (uint32_t)z * 0x27d4eb2fu ^ seed * 0xc2b2ae3du);
}
/* Hash to 0..1 (1 excluded). */
static inline float unit_of(uint32_t h) { return (float)(h >> 8) * (1.0f / 16777216.0f); }

static inline float fade1(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

/* Smooth random values at integer coordinates, -1..1. */
static inline float value2(float x, float y, uint32_t seed) {
  const float fx = floor1(x), fy = floor1(y);
  const int32_t ix = (int32_t)fx, iy = (int32_t)fy;
  const float u = fade1(x - fx), v = fade1(y - fy);
  const float a = unit_of(hash_cell2(ix, iy, seed)), b = unit_of(hash_cell2(ix + 1, iy, seed));
  const float c = unit_of(hash_cell2(ix, iy + 1, seed)), d = unit_of(hash_cell2(ix + 1, iy + 1, seed));
  return mix1(mix1(a, b, u), mix1(c, d, u), v) * 2.0f - 1.0f;
}
static inline float value3(float x, float y, float z, uint32_t seed) {
  const float fx = floor1(x), fy = floor1(y), fz = floor1(z);
  const int32_t ix = (int32_t)fx, iy = (int32_t)fy, iz = (int32_t)fz;
  const float u = fade1(x - fx), v = fade1(y - fy), w = fade1(z - fz);
  const float a = unit_of(hash_cell3(ix, iy, iz, seed)), b = unit_of(hash_cell3(ix + 1, iy, iz, seed));
  const float c = unit_of(hash_cell3(ix, iy + 1, iz, seed)), d = unit_of(hash_cell3(ix + 1, iy + 1, iz, seed));
  const float e = unit_of(hash_cell3(ix, iy, iz + 1, seed)), f = unit_of(hash_cell3(ix + 1, iy, iz + 1, seed));
  const float g = unit_of(hash_cell3(ix, iy + 1, iz + 1, seed)), h = unit_of(hash_cell3(ix + 1, iy + 1, iz + 1, seed));
  return mix1(mix1(mix1(a, b, u), mix1(c, d, u), v), mix1(mix1(e, f, u), mix1(g, h, u), v), w) * 2.0f - 1.0f;
}

static inline float slope2(uint32_t h, float x, float y) {
  const float gx = unit_of(h) * 2.0f - 1.0f, gy = unit_of(hash_u32(h)) * 2.0f - 1.0f;
  return gx * x + gy * y;
}
/* Gradient noise: zero at integer coordinates, about -1..1. */
static inline float noise2(float x, float y, uint32_t seed) {
  const float fx = floor1(x), fy = floor1(y), px = x - fx, py = y - fy;
  const int32_t ix = (int32_t)fx, iy = (int32_t)fy;
  const float u = fade1(px), v = fade1(py);
  const float a = slope2(hash_cell2(ix, iy, seed), px, py), b = slope2(hash_cell2(ix + 1, iy, seed), px - 1.0f, py);
  const float c = slope2(hash_cell2(ix, iy + 1, seed), px, py - 1.0f), d = slope2(hash_cell2(ix + 1, iy + 1, seed), px - 1.0f, py - 1.0f);
  return 1.4f * mix1(mix1(a, b, u), mix1(c, d, u), v);
}

static inline float slope3(uint32_t h, float x, float y, float z) {
  const uint32_t k = h & 15u;
  const float u = k < 8u ? x : y, v = k < 4u ? y : (k == 12u || k == 14u ? x : z);
  return ((k & 1u) ? -u : u) + ((k & 2u) ? -v : v);
}
static inline float noise3(float x, float y, float z, uint32_t seed) {
  const float fx = floor1(x), fy = floor1(y), fz = floor1(z), px = x - fx, py = y - fy, pz = z - fz;
  const int32_t ix = (int32_t)fx, iy = (int32_t)fy, iz = (int32_t)fz;
  const float u = fade1(px), v = fade1(py), w = fade1(pz);
  const float a = slope3(hash_cell3(ix, iy, iz, seed), px, py, pz), b = slope3(hash_cell3(ix + 1, iy, iz, seed), px - 1.0f, py, pz);
  const float c = slope3(hash_cell3(ix, iy + 1, iz, seed), px, py - 1.0f, pz), d = slope3(hash_cell3(ix + 1, iy + 1, iz, seed), px - 1.0f, py - 1.0f, pz);
  const float e = slope3(hash_cell3(ix, iy, iz + 1, seed), px, py, pz - 1.0f), f = slope3(hash_cell3(ix + 1, iy, iz + 1, seed), px - 1.0f, py, pz - 1.0f);
  const float g = slope3(hash_cell3(ix, iy + 1, iz + 1, seed), px, py - 1.0f, pz - 1.0f), h = slope3(hash_cell3(ix + 1, iy + 1, iz + 1, seed), px - 1.0f, py - 1.0f, pz - 1.0f);
  return mix1(mix1(mix1(a, b, u), mix1(c, d, u), v), mix1(mix1(e, f, u), mix1(g, h, u), v), w);
}

/* Summed noise, each octave twice as fine and half as strong; the rotation between octaves hides the grid. */
static inline float fbm2(float x, float y, int octaves, uint32_t seed) {
  float sum = 0.0f, strength = 0.5f;
  for (int i = 0; i < octaves; i += 1) {
    sum += strength * noise2(x, y, seed + (uint32_t)i);
    const float nx = 1.6f * x - 1.2f * y, ny = 1.2f * x + 1.6f * y;
    x = nx + 3.7f; y = ny + 8.3f;
    strength *= 0.5f;
  }
  return sum;
}
static inline float fbm3(float x, float y, float z, int octaves, uint32_t seed) {
  float sum = 0.0f, strength = 0.5f;
  for (int i = 0; i < octaves; i += 1) {
    sum += strength * noise3(x, y, z, seed + (uint32_t)i);
    const float nx = 1.6f * x - 1.2f * y, ny = 1.2f * x + 1.6f * y;
    x = nx + 3.7f; y = ny + 8.3f; z = z * 2.03f + 5.1f;
    strength *= 0.5f;
  }
  return sum;
}
/* Ridged sum, 0..about 1: sharp crests, for mountains and veins. */
static inline float ridge2(float x, float y, int octaves, uint32_t seed) {
  float sum = 0.0f, strength = 0.5f;
  for (int i = 0; i < octaves; i += 1) {
    const float n = 1.0f - fabs1(noise2(x, y, seed + (uint32_t)i));
    sum += strength * n * n;
    const float nx = 1.6f * x - 1.2f * y, ny = 1.2f * x + 1.6f * y;
    x = nx + 3.7f; y = ny + 8.3f;
    strength *= 0.5f;
  }
  return sum;
}

/* Position of a point after displacement by slow noise of the given strength (domain warp). */
static inline vec2 warp2(float x, float y, float strength, int octaves, uint32_t seed) {
  return (vec2){x + strength * fbm2(x, y, octaves, seed + 101u), y + strength * fbm2(x + 5.2f, y + 1.3f, octaves, seed + 211u)};
}
static inline vec3 warp3(vec3 p, float strength, int octaves, uint32_t seed) {
  return (vec3){
    p.x + strength * fbm3(p.x, p.y, p.z, octaves, seed + 101u),
    p.y + strength * fbm3(p.x + 5.2f, p.y + 1.3f, p.z + 2.8f, octaves, seed + 211u),
    p.z + strength * fbm3(p.x + 1.7f, p.y + 9.2f, p.z + 4.1f, octaves, seed + 307u)};
}

/* The transfer function of sRGB, both ways, for one channel in 0..1. */
static inline float srgb_of_linear(float x) {
  x = saturate1(x);
  return x <= 0.0031308f ? x * 12.92f : 1.055f * pow1(x, 1.0f / 2.4f) - 0.055f;
}
static inline float linear_of_srgb(float x) {
  x = saturate1(x);
  return x <= 0.04045f ? x / 12.92f : pow1((x + 0.055f) / 1.055f, 2.4f);
}
/* A channel 0..1 as a rounded byte. */
static inline uint8_t byte_of(float x) { return (uint8_t)(saturate1(x) * 255.0f + 0.5f); }

/* Functions that the compiler may call for a loop that it recognises. */
__attribute__((weak)) void *memset(void *to, int value, unsigned long size) {
  uint8_t *bytes = (uint8_t *)to;
  for (unsigned long i = 0; i < size; i += 1) bytes[i] = (uint8_t)value;
  return to;
}
__attribute__((weak)) void *memcpy(void *restrict to, const void *restrict from, unsigned long size) {
  uint8_t *bytes = (uint8_t *)to;
  const uint8_t *source = (const uint8_t *)from;
  for (unsigned long i = 0; i < size; i += 1) bytes[i] = source[i];
  return to;
}

#endif
