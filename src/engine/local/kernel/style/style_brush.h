/*
 * A photograph painted by hand: strokes of three brushes, wide ones first. Each stroke follows the shapes and ends
 * where its colour would no longer match (after Hertzmann, "Painterly rendering with curved brush strokes of multiple
 * sizes", 1998), with bristle ridges that catch the light. Drawn scenes use style_oil, which smears their smooth
 * colours.
 */
#ifndef KINORA_STYLE_BRUSH_H
#define KINORA_STYLE_BRUSH_H

#include "style_palette.h"

#define MOST_POINTS 9
#define BRISTLES 16

typedef struct {
  float x[MOST_POINTS], y[MOST_POINTS];
  int count;
  float radius;
  /* Thickness of the paint, pixels: a wide brush applies it only slightly thicker than a fine one. */
  float body;
  vec3 colour;
  float bristle[BRISTLES + 2];
  uint32_t salt;
} Stroke;

static inline vec3 canvas_at(int i) {
  const uint8_t *p = frame.result + 4 * i;
  return rgb8(p[0], p[1], p[2]);
}
static inline float colour_step(vec3 a, vec3 b) {
  const float dr = a.x - b.x, dg = a.y - b.y, db = a.z - b.z;
  return sqrt1(dr * dr + dg * dg + db * db);
}

/* Walks from a point along the flow while the stroke's colour matches the image better than the canvas does. */
static void walk(Stroke *stroke, const float *tx, const float *ty, int most) {
  float x = stroke->x[0], y = stroke->y[0];
  const int from = at((int)x, (int)y);
  const float way = unit_of(hash_u32(stroke->salt ^ 5u)) < 0.5f ? -1.0f : 1.0f;
  float dx = way * tx[from], dy = way * ty[from];
  stroke->count = 1;
  while (stroke->count < most) {
    x += dx * stroke->radius; y += dy * stroke->radius;
    if (x < 0.0f || y < 0.0f || x >= (float)frame.w || y >= (float)frame.h) break;
    const int i = at((int)x, (int)y);
    if (stroke->count > 2 && colour_step(colour_at(i), stroke->colour) > colour_step(colour_at(i), canvas_at(i)) + 0.03f) break;
    if (colour_step(colour_at(i), stroke->colour) > 0.22f) break;
    stroke->x[stroke->count] = x; stroke->y[stroke->count] = y;
    stroke->count += 1;
    const float turn = tx[i] * dx + ty[i] * dy < 0.0f ? -1.0f : 1.0f;
    dx = 0.35f * dx + 0.65f * turn * tx[i]; dy = 0.35f * dy + 0.65f * turn * ty[i];
    const float length = sqrt1(dx * dx + dy * dy) + 1e-6f;
    dx /= length; dy /= length;
  }
}

/* One straight piece of a stroke: opaque in its middle, ragged at its sides, dry towards its end. */
static void lay_piece(const Stroke *stroke, int k, float *height) {
  const float ax = stroke->x[k], ay = stroke->y[k], bx = stroke->x[k + 1] - ax, by = stroke->y[k + 1] - ay;
  const float length2 = bx * bx + by * by + 1e-6f, length = sqrt1(length2), r = stroke->radius;
  const int x0 = clampi((int)(min1(ax, ax + bx) - r), 0, frame.w - 1), x1 = clampi((int)(max1(ax, ax + bx) + r) + 1, 0, frame.w - 1);
  const int y0 = clampi((int)(min1(ay, ay + by) - r), 0, frame.h - 1), y1 = clampi((int)(max1(ay, ay + by) + r) + 1, 0, frame.h - 1);
  const float pieces = (float)(stroke->count - 1);
  for (int y = y0; y <= y1; y += 1) {
    for (int x = x0; x <= x1; x += 1) {
      const float qx = (float)x - ax, qy = (float)y - ay;
      const float along = (qx * bx + qy * by) / length2;
      if (along < -0.5f || along > 1.5f) continue;
      const float t = saturate1(along), ox = qx - t * bx, oy = qy - t * by;
      const float off = sqrt1(ox * ox + oy * oy);
      if (off >= r) continue;
      const float across = (qx * by - qy * bx) / (length * r);
      const float place = (clamp1(across, -1.0f, 1.0f) * 0.5f + 0.5f) * (float)BRISTLES;
      const int b = (int)place;
      const float hair = mix1(stroke->bristle[b], stroke->bristle[b + 1], place - (float)b);
      const float s = ((float)k + t) / pieces;
      const float dry = smoothstep1(0.62f, 1.0f, s) * 0.8f;
      const float cover = smoothstep1(0.0f, 0.28f, 1.0f - off / r + 0.16f * hair) * smoothstep1(dry - 0.25f, dry + 0.15f, 0.5f + 0.5f * hair);
      if (cover <= 0.01f) continue;
      const int i = y * frame.w + x;
      const float light = 1.0f + 0.075f * hair;
      uint8_t *p = frame.result + 4 * i;
      p[0] = byte_of(mix1((float)p[0] * (1.0f / 255.0f), stroke->colour.x * light, cover));
      p[1] = byte_of(mix1((float)p[1] * (1.0f / 255.0f), stroke->colour.y * light, cover));
      p[2] = byte_of(mix1((float)p[2] * (1.0f / 255.0f), stroke->colour.z * light, cover));
      /* Paint is pushed to the sides of the brush and is thicker there. */
      const float ridge = 0.45f * hair + 0.5f * smoothstep1(0.5f, 0.88f, off / r) + 0.3f;
      height[i] = mix1(height[i], ridge * stroke->body, cover);
    }
  }
}

static void lay_stroke(Stroke *stroke, float *height) {
  float last = 0.0f;
  for (int k = 0; k < BRISTLES + 2; k += 1) {
    const float own = unit_of(hash_u32(stroke->salt + 977u * (uint32_t)k)) * 2.0f - 1.0f;
    stroke->bristle[k] = last = 0.4f * last + 0.75f * own;
  }
  if (stroke->count == 1) {
    stroke->x[1] = stroke->x[0] + stroke->radius * 0.6f; stroke->y[1] = stroke->y[0];
    stroke->count = 2;
  }
  for (int k = 0; k + 1 < stroke->count; k += 1) lay_piece(stroke, k, height);
}

/* Difference of the canvas from the image around a point. */
static float unlike(int x, int y, int reach) {
  float sum = 0.0f;
  for (int dy = -1; dy <= 1; dy += 1) {
    for (int dx = -1; dx <= 1; dx += 1) {
      const int i = at(x + dx * reach, y + dy * reach);
      sum += colour_step(colour_at(i), canvas_at(i));
    }
  }
  return sum * (1.0f / 9.0f);
}

static int coprime_step(int count) {
  int step = (int)((float)count * 0.6180339f) | 1;
  for (;; step += 2) {
    int a = step, b = count;
    while (b != 0) { const int t = a % b; a = b; b = t; }
    if (a == 1) return step;
  }
}

/* One brush over the whole image, in an order without visible rows. */
static void paint_layer(float radius, float least, const float *tx, const float *ty, float *height, uint32_t salt) {
  load_planes();
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], (int)(radius * 0.45f), 2);
  const float pitch = radius * 1.15f;
  const int columns = (int)((float)frame.w / pitch) + 2, rows = (int)((float)frame.h / pitch) + 2, count = columns * rows;
  const int step = coprime_step(count);
  int cell = 0;
  for (int n = 0; n < count; n += 1, cell = (cell + step) % count) {
    const uint32_t h = hash_cell2(cell % columns, cell / columns, frame.seed + salt);
    const float x = ((float)(cell % columns) + unit_of(h) - 0.5f) * pitch, y = ((float)(cell / columns) + unit_of(hash_u32(h)) - 0.5f) * pitch;
    if (x < 0.0f || y < 0.0f || x >= (float)frame.w || y >= (float)frame.h) continue;
    if (least > 0.0f && unlike((int)x, (int)y, clampi((int)(radius * 0.6f), 1, 64)) < least) continue;
    Stroke stroke;
    stroke.x[0] = x; stroke.y[0] = y; stroke.radius = radius; stroke.body = 1.6f * pow1(radius, 0.5f); stroke.salt = h;
    const vec3 own = saturate3(colour_at(at((int)x, (int)y)), 1.18f);
    /* Paint is mixed by eye: no two strokes have exactly the same colour. */
    const float tone = 1.0f + 0.09f * (unit_of(hash_u32(h ^ 3u)) - 0.5f), warm = 0.035f * (unit_of(hash_u32(h ^ 9u)) - 0.5f);
    stroke.colour = v3(saturate1(own.x * tone + warm), saturate1(own.y * tone), saturate1(own.z * tone - warm));
    walk(&stroke, tx, ty, 4 + (int)(5.0f * unit_of(hash_u32(h ^ 17u))));
    lay_stroke(&stroke, height);
  }
}

static void style_brush(void) {
  const float u = frame.unit;
  float *tx = frame.plane[3], *ty = frame.plane[4], *height = frame.plane[5], *swing = frame.plane[6];
  find_flow(tx, ty, height, frame.plane[7], frame.plane[8], 7.0f);
  slow_field(swing, 0.0026f, 0.0034f, 2, 135u);
  for (int i = 0; i < frame.n; i += 1) {
    const float free = KERNEL_PI * (0.15f + 1.3f * swing[i]), cx = cos1(free), cy = sin1(free);
    const float led = smoothstep1(0.00004f, 0.0006f, height[i]), sign = tx[i] * cx + ty[i] * cy < 0.0f ? -1.0f : 1.0f;
    const float vx = mix1(cx, tx[i] * sign, led), vy = mix1(cy, ty[i] * sign, led), length = sqrt1(vx * vx + vy * vy) + 1e-5f;
    tx[i] = vx / length; ty[i] = vy / length;
    height[i] = 0.0f;
  }
  /* Ground of the canvas: a warm tint that shows between strokes. */
  for (int i = 0; i < frame.n; i += 1) put(i, rgb8(150, 118, 88));
  paint_layer(max1(4.0f, 20.0f * u), 0.0f, tx, ty, height, 201u);
  paint_layer(max1(3.0f, 10.0f * u), 0.055f, tx, ty, height, 211u);
  paint_layer(max1(2.0f, 4.8f * u), 0.068f, tx, ty, height, 223u);
  paint_layer(max1(1.5f, 2.7f * u), 0.09f, tx, ty, height, 227u);
  blur(height, frame.plane[8], 1, 1);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float sx = height[at(x + 1, y)] - height[at(x - 1, y)], sy = height[at(x, y + 1)] - height[at(x, y - 1)];
      const float light = (0.62f * sx + 0.78f * sy) * 0.072f / max1(u, 0.8f);
      const float weave = 0.02f * paper(x, y, 17u);
      const float relief = 1.0f + clamp1(light, -0.24f, 0.26f) + weave, glint = 0.1f * smoothstep1(0.12f, 0.36f, light);
      const vec3 c = canvas_at(i);
      put(i, v3(c.x * relief + glint, c.y * relief + glint, c.z * relief + glint * 0.92f));
    }
  }
}

#endif
