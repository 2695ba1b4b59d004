/*
 * The solid renderer: sphere-traces a scene of signed distances, four rays at a time, with studio lighting. Called from
 * ../solid/render.ts, which refines the image from coarse to fine by calling render_rows with halving strides.
 */
#include "solid-shade.h"

static int width, height;
static float *pixels; /* 4 floats a pixel: red, green, blue in display space, and the surface's number */

enum { MOST_IN_CLUSTER = 8 };

/* Half sizes, along the scene's axes, of the box around a group's box, with a small margin for rounding. */
static vec3 upright(const Group *g) {
  const float *m = g->m;
  const vec3 v = g->turned == 0.0f ? v3(g->w, g->h, g->d) : v3(
    fabs1(m[0]) * g->w + fabs1(m[3]) * g->h + fabs1(m[6]) * g->d,
    fabs1(m[1]) * g->w + fabs1(m[4]) * g->h + fabs1(m[7]) * g->d,
    fabs1(m[2]) * g->w + fabs1(m[5]) * g->h + fabs1(m[8]) * g->d);
  return add3(scale3(v, 1.001f), splat3(0.001f));
}

static float skin(vec3 low, vec3 high) {
  const vec3 s = sub3(high, low);
  return s.x * s.y + s.y * s.z + s.z * s.x;
}

/* Merges consecutive groups as long as one box around them is hardly larger than their own boxes. */
static void gather(void) {
  vec3 low = splat3(0.0f), high = low;
  cluster_count = 0;
  for (int i = 0; i < group_count; i += 1) {
    const vec3 at = v3(groups[i].x, groups[i].y, groups[i].z), half = upright(groups + i), from = sub3(at, half), to = add3(at, half);
    const vec3 both_low = v3(min1(low.x, from.x), min1(low.y, from.y), min1(low.z, from.z)), both_high = v3(max1(high.x, to.x), max1(high.y, to.y), max1(high.z, to.z));
    Group *c = clusters + cluster_count - 1;
    const int joins = cluster_count > 0 && c->count < (float)MOST_IN_CLUSTER && skin(both_low, both_high) < 1.2f * (skin(low, high) + skin(from, to));
    if (joins || cluster_count == MAX_GROUPS) {
      low = both_low; high = both_high;
      c->count += 1.0f;
    } else {
      low = from; high = to;
      c += 1; cluster_count += 1;
      c->first = (float)i; c->count = 1.0f; c->turned = 0.0f;
    }
    c->x = 0.5f * (low.x + high.x); c->y = 0.5f * (low.y + high.y); c->z = 0.5f * (low.z + high.z);
    c->w = 0.5f * (high.x - low.x); c->h = 0.5f * (high.y - low.y); c->d = 0.5f * (high.z - low.z);
  }
}

KERNEL_EXPORT(setup)
void setup(const World *w, const Prim *p, const Group *g, int g_count, const Material *m, const Glow *l, int l_count, const float *data, float *out, int out_width, int out_height) {
  world = w; prims = p; groups = g; group_count = g_count; materials = m; glows = l; glow_count = l_count; heap = data;
  pixels = out; width = out_width; height = out_height;
  gather();
}

/* Signed distances to a closed polygon (x, y pairs, mirrored in x = 0 when `lathe`) on a grid, for profile4. */
KERNEL_EXPORT(bake)
void bake(const float *points, int count, float *grid, int lathe) {
  const int columns = (int)grid[3], rows = (int)grid[4];
  for (int j = 0; j < rows; j += 1) for (int i = 0; i < columns; i += 1) {
    float x = grid[0] + grid[2] * (float)i;
    const float y = grid[1] + grid[2] * (float)j;
    if (lathe) x = fabs1(x);
    float best = FAR_AWAY, side = 1.0f;
    for (int k = 0, before = count - 1; k < count; before = k, k += 1) {
      const float ax = points[2 * k], ay = points[2 * k + 1], bx = points[2 * before], by = points[2 * before + 1];
      const float ex = bx - ax, ey = by - ay, wx = x - ax, wy = y - ay;
      if ((ay > y) != (by > y) && x < ax + ex * (y - ay) / ey) side = -side;
      if (lathe && ax < 1e-5f && bx < 1e-5f) continue;
      const float t = saturate1((wx * ex + wy * ey) / max1(ex * ex + ey * ey, 1e-12f));
      const float dx = wx - ex * t, dy = wy - ey * t;
      best = min1(best, dx * dx + dy * dy);
    }
    grid[6 + j * columns + i] = side * sqrt1(best);
  }
}

/* Linear light to display values: linear up to 0.58, then a shoulder that preserves hues in highlights. */
static inline float shoulder(float x) {
  return x < 0.58f ? x : 0.58f + 0.42f * (1.0f - exp1((0.58f - x) * (1.0f / 0.42f)));
}

/* Ray direction from the eye through pixel coordinates (sx, sy), also given in half sides of the image. */
static inline p4 way4(f4 sx, f4 sy, f4 *across, f4 *upward) {
  const float half_w = 0.5f * (float)width, half_h = 0.5f * (float)height, unit = 1.0f / (width < height ? half_w : half_h);
  const f4 u = (sx - half_w) * unit, v = (half_h - sy) * unit;
  const float k = world->tan_half;
  *across = u; *upward = v;
  return norm4((p4){
    world->forward[0] + k * (world->right[0] * u + world->up[0] * v),
    world->forward[1] + k * (world->right[1] * u + world->up[1] * v),
    world->forward[2] + k * (world->right[2] * u + world->up[2] * v)});
}

/* Four samples at pixel coordinates (sx, sy), in display space. */
static void samples4(f4 sx, f4 sy, i4 lanes, Traced *out) {
  f4 u, v;
  const p4 d = way4(sx, sy, &u, &v);
  trace4(splat4(world->eye), d, lanes, u, v, 0, out);
  for (int i = 0; i < 4; i += 1) if (lanes[i]) {
    const float x = u[i], y = v[i], dark = 1.0f - world->vignette * smoothstep1(0.5f, 2.6f, x * x + y * y);
    const vec3 c = scale3(lane3(out->colour, i), world->exposure * dark);
    put3(&out->colour, i, v3(srgb_of_linear(shoulder(c.x)), srgb_of_linear(shoulder(c.y)), srgb_of_linear(shoulder(c.z))));
  }
}

static inline void keep(int x, int y, const Traced *s, int i) {
  float *at = pixels + 4 * (y * width + x);
  at[0] = s->colour.x[i]; at[1] = s->colour.y[i]; at[2] = s->colour.z[i]; at[3] = (float)s->id[i];
}

static void flush(const int *xs, const int *ys, int count) {
  if (count == 0) return;
  f4 sx = all4(0.5f), sy = all4(0.5f);
  i4 lanes = {0, 0, 0, 0};
  for (int i = 0; i < count; i += 1) { sx[i] = (float)xs[i] + 0.5f; sy[i] = (float)ys[i] + 0.5f; lanes[i] = -1; }
  Traced s;
  samples4(sx, sy, lanes, &s);
  for (int i = 0; i < count; i += 1) keep(xs[i], ys[i], &s, i);
}

/* Draws the pixels of rows y0..y1 whose coordinates are multiples of `stride` and were not drawn at twice the stride. */
KERNEL_EXPORT(render_rows)
void render_rows(int stride, int first, int y0, int y1) {
  for (int y = y0; y < y1; y += stride) {
    const int odd = !first && ((y / stride) & 1);
    const int step = first || odd ? stride : 2 * stride;
    int xs[4], ys[4], count = 0;
    for (int x = first || odd ? 0 : stride; x < width; x += step) {
      xs[count] = x; ys[count] = y; count += 1;
      if (count == 4) { flush(xs, ys, 4); count = 0; }
    }
    flush(xs, ys, count);
  }
}

static inline float contrast(const float *a, const float *b) {
  const float r = fabs1(a[0] - b[0]), g = fabs1(a[1] - b[1]), c = fabs1(a[2] - b[2]);
  return max1(r, max1(g, c)) + (a[3] != b[3] ? 0.03f : -0.02f);
}

/*
 * Marks the pixels of rows y0..y1 that differ from a neighbour, by FAINT or by STRONG; `marks` holds one byte per
 * pixel. Returns their number.
 */
enum { FAINT = 1, STRONG };
KERNEL_EXPORT(find_edges)
int find_edges(uint8_t *marks, int y0, int y1, float threshold) {
  int found = 0;
  for (int y = y0; y < y1; y += 1) for (int x = 0; x < width; x += 1) {
    const float *at = pixels + 4 * (y * width + x);
    float most = 0.0f;
    if (x > 0) most = max1(most, contrast(at, at - 4));
    if (x + 1 < width) most = max1(most, contrast(at, at + 4));
    if (y > 0) most = max1(most, contrast(at, at - 4 * width));
    if (y + 1 < height) most = max1(most, contrast(at, at + 4 * width));
    marks[y * width + x] = most > 2.0f * threshold ? STRONG : most > threshold ? FAINT : 0;
    found += most > threshold;
  }
  return found;
}

/* Adds two samples to each of up to two pixels that have one. */
static void soften(const int *xs, const int *ys, int count) {
  if (count == 0) return;
  const f4 ox = {0.21f, 0.79f, 0.21f, 0.79f}, oy = {0.66f, 0.34f, 0.66f, 0.34f};
  const int second = count - 1;
  const f4 x = {(float)xs[0], (float)xs[0], (float)xs[second], (float)xs[second]}, y = {(float)ys[0], (float)ys[0], (float)ys[second], (float)ys[second]};
  const i4 lanes = {-1, -1, -second, -second};
  Traced s;
  samples4(x + ox, y + oy, lanes, &s);
  for (int i = 0; i < count; i += 1) {
    float *at = pixels + 4 * (ys[i] * width + xs[i]);
    const p4 c = s.colour;
    at[0] = (at[0] + c.x[2 * i] + c.x[2 * i + 1]) * (1.0f / 3.0f);
    at[1] = (at[1] + c.y[2 * i] + c.y[2 * i + 1]) * (1.0f / 3.0f);
    at[2] = (at[2] + c.z[2 * i] + c.z[2 * i + 1]) * (1.0f / 3.0f);
  }
}

/*
 * Redraws the marked pixels of rows y0..y1: strong edges from four samples on a rotated square, faint ones from two
 * more.
 */
KERNEL_EXPORT(smooth_edges)
void smooth_edges(const uint8_t *marks, int y0, int y1) {
  const f4 ox = {0.125f, 0.625f, 0.375f, 0.875f}, oy = {0.375f, 0.125f, 0.875f, 0.625f};
  const i4 lanes = {-1, -1, -1, -1};
  int xs[2], ys[2], faint = 0;
  for (int y = y0; y < y1; y += 1) for (int x = 0; x < width; x += 1) {
    const int mark = marks[y * width + x];
    if (mark == 0) continue;
    if (mark == FAINT) {
      xs[faint] = x; ys[faint] = y; faint += 1;
      if (faint == 2) { soften(xs, ys, 2); faint = 0; }
      continue;
    }
    Traced s;
    samples4((float)x + ox, (float)y + oy, lanes, &s);
    float *at = pixels + 4 * (y * width + x);
    const p4 c = s.colour;
    at[0] = 0.25f * (c.x[0] + c.x[1] + c.x[2] + c.x[3]);
    at[1] = 0.25f * (c.y[0] + c.y[1] + c.y[2] + c.y[3]);
    at[2] = 0.25f * (c.z[0] + c.z[1] + c.z[2] + c.z[3]);
  }
  soften(xs, ys, faint);
}

/* Distance along the ray at every `cell`-th pixel, including one node beyond the far sides; FAR_AWAY for open sky. */
KERNEL_EXPORT(distances)
void distances(float *to, int cell) {
  const int columns = (width + cell - 1) / cell + 1, rows = (height + cell - 1) / cell + 1;
  const i4 lanes = {-1, -1, -1, -1};
  for (int y = 0; y < rows; y += 1) for (int x = 0; x < columns; x += 4) {
    const f4 sx = (float)(x * cell) + 0.5f + (float)cell * (f4){0.0f, 1.0f, 2.0f, 3.0f}, sy = all4((float)(y * cell) + 0.5f);
    Traced s;
    samples4(sx, sy, lanes, &s);
    f4 u, v;
    const p4 d = way4(sx, sy, &u, &v);
    for (int i = 0; i < 4 && x + i < columns; i += 1) {
      float ring;
      const int ringed = ring_cover(load3(world->eye), lane3(d, i), &ring) > 0.0f && ring < s.t[i];
      to[y * columns + x + i] = ringed ? ring : s.t[i];
    }
  }
}

/*
 * Writes the bytes of rows y0..y1: pixels drawn at `stride`, with smooth interpolation between them. Grain hides 8-bit
 * banding in gradients.
 */
KERNEL_EXPORT(present)
void present(uint8_t *bytes, int stride, float grain, int y0, int y1) {
  const float per = 1.0f / (float)stride;
  const int last_x = (width - 1) / stride * stride, last_y = (height - 1) / stride * stride;
  for (int y = y0; y < y1; y += 1) {
    const int ya = y / stride * stride, yb = ya < last_y ? ya + stride : ya;
    const float v = (float)(y - ya) * per;
    for (int x = 0; x < width; x += 1) {
      const int xa = x / stride * stride, xb = xa < last_x ? xa + stride : xa;
      const float w = (float)(x - xa) * per;
      const float *a = pixels + 4 * (ya * width + xa), *b = pixels + 4 * (ya * width + xb);
      const float *c = pixels + 4 * (yb * width + xa), *d = pixels + 4 * (yb * width + xb);
      const float noise = grain * (unit_of(hash_cell2(x, y, (uint32_t)world->seed)) + unit_of(hash_cell2(y, x, 77u)) - 1.0f);
      uint8_t *to = bytes + 4 * (y * width + x);
      for (int k = 0; k < 3; k += 1) to[k] = byte_of(mix1(mix1(a[k], b[k], w), mix1(c[k], d[k], w), v) + noise);
      to[3] = 255;
    }
  }
}
