/*
 * SIMD over four pixels: vectors of four floats, elementary functions on them, and noise. The scalar versions and their
 * rules are in maths.h.
 */
#ifndef KINORA_LAYERS_SIMD_H
#define KINORA_LAYERS_SIMD_H

#include <wasm_simd128.h>
#include "../maths.h"

typedef float f4 __attribute__((vector_size(16)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef uint32_t u4 __attribute__((vector_size(16)));
typedef struct { f4 r, g, b; } rgb4;

static inline f4 set4(float x) { return (f4){x, x, x, x}; }
static inline f4 lanes4(float x, float step) { return (f4){x, x + step, x + 2.0f * step, x + 3.0f * step}; }
static inline f4 floor4(f4 x) { return (f4)wasm_f32x4_floor((v128_t)x); }
static inline f4 sqrt4(f4 x) { return (f4)wasm_f32x4_sqrt((v128_t)x); }
static inline f4 min4(f4 a, f4 b) { return (f4)wasm_f32x4_pmin((v128_t)a, (v128_t)b); }
static inline f4 max4(f4 a, f4 b) { return (f4)wasm_f32x4_pmax((v128_t)a, (v128_t)b); }
static inline f4 abs4(f4 x) { return (f4)wasm_f32x4_abs((v128_t)x); }
static inline f4 pick4(i4 mask, f4 yes, f4 no) { return (f4)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)mask); }
static inline f4 clamp4(f4 x, float low, float high) { return min4(max4(x, set4(low)), set4(high)); }
static inline f4 sat4(f4 x) { return clamp4(x, 0.0f, 1.0f); }
static inline f4 mix4(f4 a, f4 b, f4 t) { return a + (b - a) * t; }
static inline f4 fract4(f4 x) { return x - floor4(x); }
static inline int any4(i4 mask) { return wasm_v128_any_true((v128_t)mask); }
static inline f4 smooth4(float low, float high, f4 x) {
  const f4 t = sat4((x - low) / (high - low));
  return t * t * (3.0f - 2.0f * t);
}

static inline f4 exp2_4(f4 x) {
  x = clamp4(x, -126.0f, 126.0f);
  const f4 whole = floor4(x), f = x - whole;
  const f4 p = 1.0f + f * (0.6931472f + f * (0.2402265f + f * (0.05550357f + f * (0.009618129f + f * (0.001339887f + f * 0.0001546f)))));
  const i4 bits = (__builtin_convertvector(whole, i4) + 127) << 23;
  return p * (f4)bits;
}
static inline f4 exp4(f4 x) { return exp2_4(x * 1.44269504f); }
static inline f4 log2_4(f4 x) {
  x = max4(x, set4(1.17549435e-38f));
  i4 bits = (i4)x;
  i4 exponent = (bits >> 23) - 127;
  f4 m = (f4)((bits & 0x007fffff) | 0x3f800000);
  const i4 high = m > 1.41421356f;
  m = pick4(high, m * 0.5f, m);
  exponent -= high;
  const f4 t = (m - 1.0f) / (m + 1.0f), t2 = t * t;
  return __builtin_convertvector(exponent, f4) + t * (2.88539008f + t2 * (0.961796694f + t2 * (0.577078016f + t2 * 0.412198583f)));
}
static inline f4 pow4(f4 x, float y) { return pick4(x <= 0.0f, set4(0.0f), exp2_4(log2_4(x) * y)); }
static inline f4 sin4(f4 x) {
  const f4 turns = floor4(x * (1.0f / KERNEL_PI) + 0.5f);
  f4 r = x - turns * 3.140625f;
  r -= turns * 9.67653589793e-4f;
  const f4 r2 = r * r;
  const f4 s = r + r * r2 * (-0.16666657f + r2 * (8.33302e-3f + r2 * (-1.98074e-4f + r2 * 2.6019e-6f)));
  return pick4((__builtin_convertvector(turns, i4) & 1) != 0, -s, s);
}

static inline u4 hash4(i4 x, i4 y, uint32_t seed) {
  u4 h = ((u4)x * 0x9e3779b1u) ^ ((u4)y * 0x85ebca77u) ^ (seed * 0xc2b2ae3du);
  h ^= h >> 15; h *= 0x2c1b3c6du;
  h ^= h >> 12; h *= 0x297a2d39u;
  return h ^ (h >> 15);
}
static inline f4 unit4(u4 h) { return __builtin_convertvector((i4)(h >> 8), f4) * (1.0f / 16777216.0f); }
static inline f4 fade4(f4 t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

/* Smooth random values with their derivatives, -1..1: the base of eroded terrain. */
static inline f4 value4(f4 x, f4 y, uint32_t seed, f4 *dx, f4 *dy) {
  const f4 fx = floor4(x), fy = floor4(y), px = x - fx, py = y - fy;
  const i4 ix = __builtin_convertvector(fx, i4), iy = __builtin_convertvector(fy, i4);
  const f4 u = fade4(px), v = fade4(py);
  const f4 du = 30.0f * px * px * (px * (px - 2.0f) + 1.0f), dv = 30.0f * py * py * (py * (py - 2.0f) + 1.0f);
  const f4 a = unit4(hash4(ix, iy, seed)), b = unit4(hash4(ix + 1, iy, seed));
  const f4 c = unit4(hash4(ix, iy + 1, seed)), d = unit4(hash4(ix + 1, iy + 1, seed));
  const f4 k1 = b - a, k2 = c - a, k3 = a - b - c + d;
  *dx = 2.0f * du * (k1 + k3 * v);
  *dy = 2.0f * dv * (k2 + k3 * u);
  return 2.0f * (a + k1 * u + k2 * v + k3 * u * v) - 1.0f;
}

static inline f4 slope4(u4 h, f4 x, f4 y) {
  const f4 gx = __builtin_convertvector((i4)(h & 0xffffu), f4) * (1.0f / 32768.0f) - 1.0f;
  const f4 gy = __builtin_convertvector((i4)(h >> 16), f4) * (1.0f / 32768.0f) - 1.0f;
  return gx * x + gy * y;
}
/* Gradient noise, about -1..1. */
static inline f4 noise4(f4 x, f4 y, uint32_t seed) {
  const f4 fx = floor4(x), fy = floor4(y), px = x - fx, py = y - fy;
  const i4 ix = __builtin_convertvector(fx, i4), iy = __builtin_convertvector(fy, i4);
  const f4 u = fade4(px), v = fade4(py);
  const f4 a = slope4(hash4(ix, iy, seed), px, py), b = slope4(hash4(ix + 1, iy, seed), px - 1.0f, py);
  const f4 c = slope4(hash4(ix, iy + 1, seed), px, py - 1.0f), d = slope4(hash4(ix + 1, iy + 1, seed), px - 1.0f, py - 1.0f);
  return 1.4f * mix4(mix4(a, b, u), mix4(c, d, u), v);
}
static inline f4 sum4(f4 x, f4 y, int octaves, uint32_t seed) {
  f4 sum = set4(0.0f);
  float strength = 0.5f;
  for (int i = 0; i < octaves; i += 1) {
    sum += strength * noise4(x, y, seed + (uint32_t)i);
    const f4 nx = 1.6f * x - 1.2f * y + 3.7f, ny = 1.2f * x + 1.6f * y + 8.3f;
    x = nx; y = ny;
    strength *= 0.5f;
  }
  return sum;
}
/* Ridged sum, 0..about 1. */
static inline f4 crest4(f4 x, f4 y, int octaves, uint32_t seed) {
  f4 sum = set4(0.0f), weight = set4(1.0f);
  float strength = 0.5f;
  for (int i = 0; i < octaves; i += 1) {
    f4 n = 1.0f - abs4(noise4(x, y, seed + (uint32_t)i));
    n = n * n * weight;
    sum += strength * n;
    weight = sat4(n * 1.6f);
    const f4 nx = 1.6f * x - 1.2f * y + 3.7f, ny = 1.2f * x + 1.6f * y + 8.3f;
    x = nx; y = ny;
    strength *= 0.5f;
  }
  return sum;
}

static inline rgb4 rgb_of(const float *c) { return (rgb4){set4(c[0]), set4(c[1]), set4(c[2])}; }
static inline rgb4 mix_rgb(rgb4 a, rgb4 b, f4 t) { return (rgb4){mix4(a.r, b.r, t), mix4(a.g, b.g, t), mix4(a.b, b.b, t)}; }
static inline rgb4 scale_rgb(rgb4 a, f4 s) { return (rgb4){a.r * s, a.g * s, a.b * s}; }
static inline rgb4 add_rgb(rgb4 a, rgb4 b) { return (rgb4){a.r + b.r, a.g + b.g, a.b + b.b}; }
static inline rgb4 mul_rgb(rgb4 a, rgb4 b) { return (rgb4){a.r * b.r, a.g * b.g, a.b * b.b}; }

#endif
