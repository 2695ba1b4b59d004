/*
 * The scene of the solid renderer as it lies in memory: arrays of floats written by ../solid/memory.ts, which names the
 * same offsets. Lengths are in scene units, directions are unit vectors, colours linear.
 */
#ifndef KINORA_SOLID_SCENE_H
#define KINORA_SOLID_SCENE_H

#include <wasm_simd128.h>
#include "../maths.h"

typedef float f4 __attribute__((vector_size(16)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef struct { f4 x, y, z; } p4;

#define FAR_AWAY 1e6f
#define MAX_GROUPS 512

enum { OP_ADD, OP_CUT, OP_KEEP };
enum { SPHERE, ELLIPSOID, BOX, CYLINDER, CONE, TORUS, LIMB, LATHE, EXTRUDE, CONVEX, PETAL };

typedef struct {
  float type, material, op, blend;
  float m[9];
  float o[3];
  float scale;
  float a[8];
  float round, shell, fold, ribs, rib_depth, rough, rough_scale, bend, data, count;
  float spare[5];
} Prim; /* 40 floats */

/* A body and the box round it: its middle, half its sides, and, when `turned`, the directions of its sides.
 * A `bowl` is one petal and nothing else: part of a sphere about `heart`. */
typedef struct { float x, y, z, first, w, h, d, count, shadowless, glass, turned, bowl, m[9], heart[3]; } Group; /* 24 floats */

typedef struct {
  float pattern, a[3], b[3], c[3];
  float roughness, f0, metal, transmission;
  float absorb[3];
  float emission, iridescence, soft, p[4], bump, bump_scale, seed, ior;
  float spare[4];
} Material; /* 32 floats */

typedef struct { float at[3], radius, colour[3], strength, light, kind, height, seed; } Glow; /* 12 floats */

typedef struct {
  float eye[3], right[3], up[3], forward[3], tan_half, seconds;        /* 0..13 */
  float key[3], key_colour[3], penumbra;                               /* 14..20 */
  float sky[3], bounce[3], rim[3], rim_colour[3];                      /* 21..32 */
  float backdrop, low[3], high[3], accent[3], wall_z, fillet, seed;    /* 33..45 */
  float haze, haze_colour[3], exposure, vignette, box_strength;        /* 46..52 */
  float ring_at[3], ring_axis[3], ring_inner, ring_outer, ring_colour[3], ring_on; /* 53..64 */
  float air_at[3], air_radius, air_colour[3], air_on;                  /* 65..72 */
  float hills, clouds, sun_size, floor_gloss, night, spot;             /* 73..78 */
  float place, tint[3], white, falling;                                /* 79..84 */
  float spare[11];
} World; /* 96 floats */

static const World *world;
static const Prim *prims;
static const Group *groups;
static const Material *materials;
static const Glow *glows;
static const float *heap;
static int group_count, glow_count;
/* Upright boxes round neighbours in the list of groups (`first`, `count`), so that most bodies need not be asked one by one. */
static Group clusters[MAX_GROUPS];
static int cluster_count;

static inline f4 all4(float x) { return (f4){x, x, x, x}; }
static inline f4 min4(f4 a, f4 b) { return (f4)wasm_f32x4_pmin((v128_t)a, (v128_t)b); }
static inline f4 max4(f4 a, f4 b) { return (f4)wasm_f32x4_pmax((v128_t)a, (v128_t)b); }
static inline f4 abs4(f4 a) { return (f4)wasm_f32x4_abs((v128_t)a); }
static inline f4 floor4(f4 a) { return (f4)wasm_f32x4_floor((v128_t)a); }
static inline f4 sqrt4(f4 a) { return (f4)wasm_f32x4_sqrt((v128_t)max4(a, all4(0.0f))); }
static inline f4 clamp4(f4 a, float low, float high) { return min4(max4(a, all4(low)), all4(high)); }
static inline f4 pick4(i4 mask, f4 yes, f4 no) { return (f4)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)mask); }
static inline i4 pick4i(i4 mask, i4 yes, i4 no) { return (i4)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)mask); }
static inline int any4(i4 mask) { return wasm_v128_any_true((v128_t)mask); }
static inline int every4(i4 mask) { return wasm_i32x4_all_true((v128_t)mask); }
static inline f4 len2_4(f4 x, f4 y) { return sqrt4(x * x + y * y); }
static inline f4 len3_4(f4 x, f4 y, f4 z) { return sqrt4(x * x + y * y + z * z); }
static inline f4 dot4(p4 a, p4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline p4 mad4(p4 a, p4 d, f4 t) { return (p4){a.x + d.x * t, a.y + d.y * t, a.z + d.z * t}; }
static inline p4 splat4(const float *v) { return (p4){all4(v[0]), all4(v[1]), all4(v[2])}; }
static inline p4 norm4(p4 a) { const f4 s = 1.0f / max4(len3_4(a.x, a.y, a.z), all4(1e-12f)); return (p4){a.x * s, a.y * s, a.z * s}; }
static inline vec3 lane3(p4 a, int i) { return (vec3){a.x[i], a.y[i], a.z[i]}; }
static inline void put3(p4 *a, int i, vec3 v) { a->x[i] = v.x; a->y[i] = v.y; a->z[i] = v.z; }
static inline vec3 load3(const float *v) { return (vec3){v[0], v[1], v[2]}; }

static inline f4 sin4(f4 x) {
  const f4 turns = floor4(x * (1.0f / KERNEL_PI) + 0.5f);
  const f4 r = (x - turns * 3.140625f) - turns * 9.67653589793e-4f;
  const f4 r2 = r * r;
  const f4 s = r + r * r2 * (-0.16666657f + r2 * (8.33302e-3f + r2 * (-1.98074e-4f + r2 * 2.6019e-6f)));
  const f4 half = turns * 0.5f;
  return pick4(half == floor4(half), s, -s);
}
static inline f4 atan2_4(f4 y, f4 x) {
  const f4 ax = abs4(x), ay = abs4(y);
  const f4 a = min4(ax, ay) / max4(max4(ax, ay), all4(1e-12f)), s = a * a;
  f4 r = a * (0.99997726f + s * (-0.33262347f + s * (0.19354346f + s * (-0.11643287f + s * (0.05265332f + s * -0.01172120f)))));
  r = pick4(ay > ax, 0.5f * KERNEL_PI - r, r);
  r = pick4(x < 0.0f, KERNEL_PI - r, r);
  return pick4(y < 0.0f, -r, r);
}

#endif
