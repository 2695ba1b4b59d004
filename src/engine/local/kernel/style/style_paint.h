/* Brush styles: watercolour and oil. */
#ifndef KINORA_STYLE_PAINT_H
#define KINORA_STYLE_PAINT_H

#include "style_palette.h"

/* Transparent washes: pigment collects at the rims, settles in the paper's valleys, and leaves the border white. */
static void style_watercolour(void) {
  const float u = frame.unit;
  const int count = inks_of(12);
  float *wander = frame.plane[3], *drift = frame.plane[4];
  flatten(pixels(9.0f), 700.0f);
  flatten(pixels(8.0f), 1100.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(1.2f), 1);
  find_palette(count);
  slow_field(wander, 0.013f, 0.013f, 4, 115u);
  slow_field(drift, 0.013f, 0.013f, 4, 117u);
  /* Stepped copies of the colours, so that washes have edges. */
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      int index = 0;
      const int px = clampi((int)((float)x + 10.0f * u * wander[i]), 0, frame.w - 1), py = clampi((int)((float)y + 10.0f * u * drift[i]), 0, frame.h - 1);
      const vec3 c = mixc(colour_at(py * frame.w + px), soft_colour(count, px, py, &index), 0.55f);
      frame.plane[5][i] = c.x; frame.plane[6][i] = c.y; frame.plane[7][i] = c.z;
    }
  }
  float *wash = frame.plane[0], *rim = frame.plane[1], *flow = frame.plane[2], *cloudlet = frame.plane[4], *ragged = frame.plane[3];
  for (int i = 0; i < frame.n; i += 1) wash[i] = luma_of(frame.plane[5][i], frame.plane[6][i], frame.plane[7][i]);
  copy_plane(rim, wash);
  blur(rim, frame.plane[8], pixels(4.0f), 2);
  slow_field(flow, 0.0045f, 0.0045f, 4, 121u);
  slow_field(cloudlet, 0.02f, 0.02f, 3, 123u);
  slow_field(ragged, 0.014f, 0.014f, 5, 111u);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float tooth = paper(x, y, 119u);
      const float away = (float)clampi(x < frame.w - x ? x : frame.w - x, 0, y < frame.h - y ? y : frame.h - y) / u;
      const float inside = away - 28.0f - 17.0f * ragged[i] - 2.0f * tooth;
      const vec3 c = saturate3(v3(frame.plane[5][i], frame.plane[6][i], frame.plane[7][i]), 1.32f);
      const float dark = 1.0f - luma3(c);
      float load = 0.78f + 0.55f * flow[i] + 0.24f * cloudlet[i] + 3.0f * max1(0.0f, rim[i] - wash[i]);
      load *= smoothstep1(-0.8f, 1.6f, inside) * (1.0f + 0.22f * (1.0f - smoothstep1(0.0f, 4.5f, fabs1(inside - 2.0f)))) * (0.72f + 0.28f * smoothstep1(0.0f, 60.0f, inside));
      load = max1(load, 0.0f) * (1.0f + (0.2f + 0.36f * dark) * tooth);
      const vec3 sheet = v3(0.986f + 0.012f * tooth, 0.979f + 0.012f * tooth, 0.962f + 0.013f * tooth);
      const vec3 stain = v3(sheet.x * pow1(0.1f + 0.9f * c.x, load), sheet.y * pow1(0.1f + 0.9f * c.y, load), sheet.z * pow1(0.1f + 0.9f * c.z, load));
      put(i, sparkle(stain, x, y, 0.8f * smoothstep1(0.0f, 4.0f, inside)));
    }
  }
}

/* A stroke: follows the flow from a point in both directions and returns the mean of the similar colours on the way. */
static vec3 stroke_colour(int x, int y, const float *tx, const float *ty, int reach, float step) {
  const vec3 own = colour_at(y * frame.w + x);
  vec3 sum = own;
  float count = 1.0f;
  for (int way = -1; way <= 1; way += 2) {
    float px = (float)x, py = (float)y;
    int i = y * frame.w + x;
    float dx = (float)way * tx[i], dy = (float)way * ty[i];
    for (int k = 0; k < reach; k += 1) {
      px += dx * step; py += dy * step;
      i = at((int)px, (int)py);
      const float turn = tx[i] * dx + ty[i] * dy < 0.0f ? -1.0f : 1.0f;
      dx = tx[i] * turn; dy = ty[i] * turn;
      const vec3 c = colour_at(i), d = sub3(c, own);
      const float share = 1.0f / (1.0f + 90.0f * (d.x * d.x + d.y * d.y + d.z * d.z));
      sum = mad3(sum, c, share);
      count += share;
    }
  }
  return scale3(sum, 1.0f / count);
}
/* Thick paint: colours smeared along the shapes, bristle ridges lit from the upper left, canvas beneath. */
static void style_oil(void) {
  const float u = frame.unit;
  float *tx = frame.plane[3], *ty = frame.plane[4], *body = frame.plane[5];
  flatten(pixels(8.0f), 800.0f);
  find_flow(tx, ty, body, frame.plane[7], frame.plane[8], 12.0f);
  /* Where no shape guides the brush it moves in slow curves. */
  float *swing = frame.plane[6];
  slow_field(swing, 0.0028f, 0.0038f, 2, 135u);
  for (int i = 0; i < frame.n; i += 1) {
    const float free = KERNEL_PI * (0.1f + 1.2f * swing[i]), cx = cos1(free), cy = sin1(free);
    const float led = smoothstep1(0.00006f, 0.0008f, body[i]), sign = tx[i] * cx + ty[i] * cy < 0.0f ? -1.0f : 1.0f;
    const float vx = mix1(cx, tx[i] * sign, led), vy = mix1(cy, ty[i] * sign, led), length = sqrt1(vx * vx + vy * vy) + 1e-5f;
    tx[i] = vx / length; ty[i] = vy / length;
  }
  /* The bristles: coarse and fine noise, stretched along the flow. */
  float *seedling = frame.plane[7];
  slow_field(seedling, 0.085f, 0.085f, 2, 133u);
  for (int y = 0; y < frame.h; y += 1) for (int x = 0; x < frame.w; x += 1) seedling[y * frame.w + x] += 0.42f * paper(x, y, 7u);
  draw_out(seedling, body, tx, ty, 11, 1.9f * u, 0.16f);
  /* Each stroke has a slightly different colour: it is lightened or darkened by its bristles, then smeared. */
  for (int i = 0; i < frame.n; i += 1) {
    const float push = 0.2f * body[i];
    for (int k = 0; k < 3; k += 1) frame.plane[k][i] = saturate1(frame.plane[k][i] * (1.0f + push) + push * (k == 0 ? 0.16f : k == 1 ? 0.12f : 0.06f));
  }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const vec3 c = stroke_colour(x, y, tx, ty, 7, 1.9f * u);
      frame.plane[6][i] = c.x; frame.plane[7][i] = c.y; frame.plane[8][i] = c.z;
    }
  }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const vec3 c = saturate3(v3(frame.plane[6][i], frame.plane[7][i], frame.plane[8][i]), 1.24f);
      const float slope_x = body[at(x + 1, y)] - body[at(x - 1, y)], slope_y = body[at(x, y + 1)] - body[at(x, y - 1)];
      const float light = (slope_x * 0.62f + slope_y * 0.78f) * 1.6f * max1(u, 0.6f);
      const float weave = 0.014f * paper(x, y, 17u);
      const float relief = 1.0f + 0.5f * clamp1(light, -0.6f, 0.8f) + weave, glint = 0.13f * smoothstep1(0.25f, 0.9f, light);
      put(i, sparkle(v3(c.x * relief + glint, c.y * relief + glint, c.z * relief + glint * 0.92f), x, y, 0.85f));
    }
  }
}

#endif
