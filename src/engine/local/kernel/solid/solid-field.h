/* Signed distances, four points at a time: negative inside, never more than the true distance outside. */
#ifndef KINORA_SOLID_FIELD_H
#define KINORA_SOLID_FIELD_H

#include "solid-scene.h"

/* Profiles are baked grids of 2D distances: [left, bottom, cell, columns, rows, margin, values...]. */
static inline f4 profile4(const float *grid, f4 x, f4 y) {
  const float left = grid[0], bottom = grid[1], per = 1.0f / grid[2];
  const int columns = (int)grid[3], rows = (int)grid[4];
  const float *values = grid + 6;
  const f4 ux = (x - left) * per, uy = (y - bottom) * per;
  const f4 cx = clamp4(ux, 0.0f, (float)columns - 1.001f), cy = clamp4(uy, 0.0f, (float)rows - 1.001f);
  const f4 over = len2_4(ux - cx, uy - cy) * grid[2];
  if (every4(over > grid[5])) return over + grid[5];
  const f4 bx = floor4(cx), by = floor4(cy), fx = cx - bx, fy = cy - by;
  f4 a, b, c, d;
  for (int i = 0; i < 4; i += 1) {
    const float *at = values + (int)by[i] * columns + (int)bx[i];
    a[i] = at[0]; b[i] = at[1]; c[i] = at[columns]; d[i] = at[columns + 1];
  }
  const f4 low = a + (b - a) * fx, high = c + (d - c) * fx;
  const f4 inside = low + (high - low) * fy;
  return pick4(over > 0.0f, max4(inside, over + grid[5]), inside);
}

/* Beyond this distance from a body its fine shape is ignored: a smaller distance is used instead. */
#define CARE 0.12f

static inline f4 box2_4(f4 x, f4 y) {
  return len2_4(max4(x, all4(0.0f)), max4(y, all4(0.0f))) + min4(max4(x, y), all4(0.0f));
}

static inline i4 hash4(i4 x) {
  typedef uint32_t u4 __attribute__((vector_size(16)));
  u4 u = (u4)x;
  u ^= u >> 16; u *= 0x7feb352du;
  u ^= u >> 15; u *= 0x846ca68bu;
  return (i4)(u ^ (u >> 16));
}
static inline f4 corner4(i4 x, i4 y, i4 z) {
  typedef uint32_t u4 __attribute__((vector_size(16)));
  const u4 h = (u4)hash4((i4)((u4)x * 0x9e3779b1u ^ (u4)y * 0x85ebca77u ^ (u4)z * 0x27d4eb2fu));
  return __builtin_convertvector((i4)(h >> 8), f4) * (2.0f / 16777216.0f) - 1.0f;
}
/* Value noise, -1..1. */
static inline f4 lumps4(f4 x, f4 y, f4 z) {
  const f4 fx = floor4(x), fy = floor4(y), fz = floor4(z);
  const i4 ix = __builtin_convertvector(fx, i4), iy = __builtin_convertvector(fy, i4), iz = __builtin_convertvector(fz, i4);
  f4 u = x - fx, v = y - fy, w = z - fz;
  u = u * u * (3.0f - 2.0f * u); v = v * v * (3.0f - 2.0f * v); w = w * w * (3.0f - 2.0f * w);
  const f4 a = corner4(ix, iy, iz), b = corner4(ix + 1, iy, iz), c = corner4(ix, iy + 1, iz), d = corner4(ix + 1, iy + 1, iz);
  const f4 e = corner4(ix, iy, iz + 1), f = corner4(ix + 1, iy, iz + 1), g = corner4(ix, iy + 1, iz + 1), h = corner4(ix + 1, iy + 1, iz + 1);
  const f4 ab = a + (b - a) * u, cd = c + (d - c) * u, ef = e + (f - e) * u, gh = g + (h - g) * u;
  const f4 front = ab + (cd - ab) * v, back = ef + (gh - ef) * v;
  return front + (back - front) * w;
}

static inline f4 cone4(const float *a, f4 r, f4 y) {
  const float low = a[0], high = a[1], h = a[2];
  const float kx = high - low, ky = 2.0f * h, inverse = 1.0f / (kx * kx + ky * ky);
  const f4 cax = r - min4(r, pick4(y < 0.0f, all4(low), all4(high))), cay = abs4(y) - h;
  const f4 t = clamp4(((high - r) * kx + (h - y) * ky) * inverse, 0.0f, 1.0f);
  const f4 cbx = r - high + kx * t, cby = y - h + ky * t;
  const f4 d = sqrt4(min4(cax * cax + cay * cay, cbx * cbx + cby * cby));
  return pick4((cbx < 0.0f) & (cay < 0.0f), -d, d);
}

static inline f4 limb4(const float *a, f4 r, f4 y) {
  const float low = a[0], high = a[1], h = a[2], b = (low - high) / h, c = sqrt1(1.0f - b * b);
  const f4 k = r * -b + y * c;
  const f4 side = r * c + y * b - low;
  return pick4(k < 0.0f, len2_4(r, y) - low, pick4(k > c * h, len2_4(r, y - h) - high, side));
}

/*
 * While soft shadows are drawn, distances of far bodies are estimates rather than lower bounds; otherwise bounding
 * boxes would show as halos.
 */
static int soft_shapes;

/* A bowl-shaped sheet: part of a sphere about (0, R, 0) round its lowest point, a ruffled rim at polar angle a[2]. */
static inline f4 petal4(const float *a, p4 q, f4 near) {
  const float radius = a[0], thick = a[1], open = a[2], ruffle = a[3], waves = a[4], phase = a[5], narrow = a[6], notch = a[7];
  const f4 y = q.y - radius, l = max4(len3_4(q.x, y, q.z), all4(1e-6f));
  const f4 plain = abs4(l - radius) - thick;
  const float swell = soft_shapes ? 0.0f : radius * ruffle * 1.5f;
  if (every4((plain - swell) * 0.76f >= near)) return (plain - swell) * 0.76f;
  if (every4(plain > swell + (soft_shapes ? 0.09f : 0.03f))) return (plain - swell) * 0.76f;
  const f4 r = len2_4(q.x, q.z);
  const f4 beyond = max4(r - (radius + swell) * sin1(min1(open, 1.5708f)), max4(q.y - radius * (1.0f - cos1(open)) - swell, -swell - thick - q.y));
  if (every4(beyond > (soft_shapes ? 0.09f : 0.03f))) return beyond * 0.76f;
  const f4 angle = atan2_4(q.z, q.x), polar = atan2_4(r, -y);
  const f4 front = max4(1.0f - abs4(angle), all4(0.0f));
  const f4 rim = open * (1.0f - narrow * (0.5f - 0.5f * q.x / max4(r, all4(1e-6f))) - notch * front * front);
  const f4 edge = (polar - rim) * min4(l, all4(radius));
  const f4 out = clamp4(polar * (1.0f / open), 0.0f, 1.4f);
  const f4 wave = every4(out < 0.3f) ? all4(0.0f) : (sin4(angle * waves + phase) + 0.4f * sin4(angle * (waves * 2.3f) + phase * 1.7f)) * out * out * out * ruffle;
  const f4 sheet = abs4(l - radius + wave * radius) - thick;
  const f4 k = max4(thick * 2.0f - abs4(sheet - edge), all4(0.0f));
  return (max4(sheet, edge) + k * k * (0.125f / thick)) * 0.76f;
}

static inline p4 local4(const Prim *s, p4 p) {
  const f4 x = p.x - s->o[0], y = p.y - s->o[1], z = p.z - s->o[2];
  const float *m = s->m;
  p4 q = {x * m[0] + y * m[1] + z * m[2], x * m[3] + y * m[4] + z * m[5], x * m[6] + y * m[7] + z * m[8]};
  if (s->fold > 0.0f) {
    if (s->fold < 1.5f) {
      q.x = abs4(q.x);
    } else {
      const float sector = KERNEL_TAU / s->fold;
      const f4 angle = atan2_4(q.z, q.x), r = len2_4(q.x, q.z);
      const f4 turn = angle - sector * floor4(angle / sector + 0.5f);
      q.x = r * sin4(turn + 0.5f * KERNEL_PI);
      q.z = r * sin4(turn);
    }
    q.x -= s->spare[0]; q.y -= s->spare[1]; q.z -= s->spare[2];
    if (s->spare[3] != 0.0f || s->spare[4] != 1.0f) {
      const float sine = s->spare[3], cosine = s->spare[4];
      const f4 tx = q.x * cosine + q.y * sine;
      q.y = q.y * cosine - q.x * sine;
      q.x = tx;
    }
  }
  if (s->bend != 0.0f) q.y -= s->bend * q.x * q.x;
  return q;
}

/* Distance to a primitive. If it is at least `near`, any lower bound that is also at least `near` is sufficient. */
static f4 shape4(const Prim *s, p4 p, f4 near) {
  const p4 q = local4(s, p);
  const float *a = s->a;
  f4 d;
  switch ((int)s->type) {
    case SPHERE: d = len3_4(q.x, q.y, q.z) - a[0]; break;
    case ELLIPSOID: {
      const f4 x = q.x / a[0], y = q.y / a[1], z = q.z / a[2];
      const f4 near = len3_4(x, y, z), slope = len3_4(x / a[0], y / a[1], z / a[2]);
      d = near * (near - 1.0f) / max4(slope, all4(1e-6f));
      d = pick4(near < 0.05f, all4(-0.9f * min1(a[0], min1(a[1], a[2]))), d);
      break;
    }
    case BOX: {
      const f4 x = abs4(q.x) - a[0], y = abs4(q.y) - a[1], z = abs4(q.z) - a[2], o = all4(0.0f);
      d = len3_4(max4(x, o), max4(y, o), max4(z, o)) + min4(max4(x, max4(y, z)), o);
      break;
    }
    case CYLINDER: d = box2_4(len2_4(q.x, q.z) - a[0], abs4(q.y) - a[1]); break;
    case CONE: d = cone4(a, len2_4(q.x, q.z), q.y); break;
    case TORUS: d = len2_4(len2_4(q.x, q.z) - a[0], q.y) - a[1]; break;
    case LIMB: d = limb4(a, len2_4(q.x, q.z), q.y); break;
    case LATHE: d = profile4(heap + (int)s->data, len2_4(q.x, q.z), q.y); break;
    case EXTRUDE: {
      const f4 flat = profile4(heap + (int)s->data, q.x, q.y);
      d = box2_4(flat + a[1], abs4(q.z) - a[0] + a[1]) - a[1];
      break;
    }
    case CONVEX: {
      const float *planes = heap + (int)s->data;
      d = all4(-FAR_AWAY);
      for (int i = 0; i < (int)s->count; i += 1, planes += 4) d = max4(d, q.x * planes[0] + q.y * planes[1] + q.z * planes[2] - planes[3]);
      break;
    }
    default: d = petal4(a, q, near / s->scale); break;
  }
  const float care = CARE + s->round + s->shell;
  if (s->ribs > 0.0f && !every4(d > care)) {
    const f4 r = len2_4(q.x, q.z);
    const f4 groove = 1.0f - abs4(sin4(atan2_4(q.z, q.x) * (0.5f * s->ribs)));
    d += s->rib_depth * groove * groove * clamp4(r * (2.0f / max1(a[0], 0.05f)), 0.0f, 1.0f);
  }
  if (s->rough != 0.0f && every4(d > 1.45f * fabs1(s->rough) + care)) {
    if (!soft_shapes) d -= 1.45f * fabs1(s->rough);
  } else if (s->rough != 0.0f) {
    const float f = s->rough_scale;
    const f4 n = lumps4(q.x * f, q.y * f, q.z * f) + 0.45f * lumps4(q.x * (f * 2.1f) + 7.0f, q.y * (f * 2.1f), q.z * (f * 2.1f));
    d += s->rough * n;
  }
  if (s->shell > 0.0f) d = abs4(d) - s->shell;
  return (d - s->round) * s->scale;
}

/* Distance to a body and its nearest primitive; `near` as for shape4. */
static inline f4 group4(const Group *g, p4 p, f4 near, i4 *which) {
  const int first = (int)g->first, end = first + (int)g->count;
  if (g->bowl != 0.0f) {
    // Most of a petal's box is far from its sphere, which is soon told.
    const Prim *s = prims + first;
    const float swell = s->scale * (s->a[1] + (soft_shapes ? 0.0f : s->a[0] * s->a[3] * 1.5f)), far = s->scale * (soft_shapes ? 0.09f : 0.03f);
    const f4 gap = abs4(len3_4(p.x - g->heart[0], p.y - g->heart[1], p.z - g->heart[2]) - s->scale * s->a[0]) - swell;
    if (every4((gap > far) | (gap * 0.76f >= near))) { *which = (i4){first, first, first, first}; return gap * 0.76f; }
  }
  f4 acc = shape4(prims + first, p, end - first == 1 ? near : all4(FAR_AWAY));
  i4 id = {first, first, first, first};
  for (int i = first + 1; i < end; i += 1) {
    const Prim *s = prims + i;
    // What a cut takes away only adds to the distance, so far from the body it need not be known.
    if (s->op != OP_ADD && every4(acc > CARE + s->blend)) continue;
    const f4 d = shape4(s, p, all4(FAR_AWAY));
    const float k = max1(s->blend, 1e-5f);
    const i4 self = {i, i, i, i};
    if (s->op == OP_ADD) {
      const f4 h = max4(k - abs4(acc - d), all4(0.0f));
      id = pick4i(d < acc, self, id);
      acc = min4(acc, d) - h * h * (0.25f / k);
    } else {
      const f4 e = s->op == OP_CUT ? -d : d;
      const f4 h = max4(k - abs4(acc - e), all4(0.0f));
      id = pick4i(e > acc, self, id);
      acc = max4(acc, e) + h * h * (0.25f / k);
    }
  }
  *which = id;
  return acc;
}

/* A direction, or a point taken from the box's middle, along the sides of the box. */
static inline p4 sided4(const Group *g, p4 v) {
  if (g->turned == 0.0f) return v;
  const float *m = g->m;
  return (p4){v.x * m[0] + v.y * m[1] + v.z * m[2], v.x * m[3] + v.y * m[4] + v.z * m[5], v.x * m[6] + v.y * m[7] + v.z * m[8]};
}

/* Distance to the box around a group, 0 inside. */
static inline f4 bound4(const Group *g, p4 p) {
  const f4 o = all4(0.0f);
  const p4 q = sided4(g, (p4){p.x - g->x, p.y - g->y, p.z - g->z});
  return len3_4(max4(abs4(q.x) - g->w, o), max4(abs4(q.y) - g->h, o), max4(abs4(q.z) - g->d, o));
}

/* Distance to the nearest listed group, and its primitive; at most `far`, beyond which nothing is evaluated. */
static f4 field4(const int *list, int count, p4 p, float far, i4 *which) {
  f4 best = all4(far);
  for (int n = 0; n < count; n += 1) {
    const Group *g = groups + list[n];
    if (every4(bound4(g, p) >= best)) continue;
    i4 id;
    const f4 d = group4(g, p, best, &id);
    *which = pick4i(d < best, id, *which);
    best = min4(best, d);
  }
  return best;
}

#endif
