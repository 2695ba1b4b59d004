/* Styles of the brush: watercolour and oil. */
#ifndef KINORA_STYLE_PAINT_H
#define KINORA_STYLE_PAINT_H

#include "style_base.h"

/* How far a pixel is inside the painted sheet: below 0 is bare paper; the border is the ragged end of a wash. */
static inline float inside_wash(float x, float y) {
  const float u = frame.unit;
  const float away = min1(min1(x, (float)frame.w - x), min1(y, (float)frame.h - y)) / u;
  const float ragged = 15.0f * fbm2(x / u * 0.011f, y / u * 0.011f, 4, frame.seed + 111u) + 4.0f * noise2(x / u * 0.07f, y / u * 0.07f, frame.seed + 113u);
  return away - 26.0f - ragged;
}
/* Transparent washes: pigment gathers at the rims, settles in the paper's valleys, and leaves the border white. */
static void style_watercolour(void) {
  const float u = frame.unit;
  float *wash = frame.plane[3], *rim = frame.plane[4];
  flatten(pixels(10.0f), 700.0f);
  flatten(pixels(8.0f), 1100.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(1.2f), 1);
  find_palette(12);
  /* Stepped copies of the colours, so that washes have borders; planes 5..7. */
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float fx = (float)x, fy = (float)y;
      const float wx = 9.0f * u * fbm2(fx / u * 0.013f, fy / u * 0.013f, 4, frame.seed + 115u), wy = 9.0f * u * fbm2(fx / u * 0.013f + 17.0f, fy / u * 0.013f, 4, frame.seed + 117u);
      int index = 0;
      const int px = clampi((int)(fx + wx), 0, frame.w - 1), py = clampi((int)(fy + wy), 0, frame.h - 1);
      const vec3 step = soft_colour(12, px, py, &index), own = colour_at(py * frame.w + px);
      const vec3 c = mixc(own, step, 0.55f);
      frame.plane[5][i] = c.x; frame.plane[6][i] = c.y; frame.plane[7][i] = c.z;
    }
  }
  for (int i = 0; i < frame.n; i += 1) wash[i] = luma_of(frame.plane[5][i], frame.plane[6][i], frame.plane[7][i]);
  copy_plane(rim, wash);
  blur(rim, frame.plane[8], pixels(5.0f), 2);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float fx = (float)x, fy = (float)y;
      const float tooth = paper(fx, fy, 119u), flow = fbm2(fx / u * 0.0045f, fy / u * 0.0045f, 4, frame.seed + 121u), cloudlet = fbm2(fx / u * 0.02f, fy / u * 0.02f, 3, frame.seed + 123u);
      const float gathered = max1(0.0f, rim[i] - wash[i]);
      float load = 0.9f + 0.42f * flow + 0.2f * cloudlet + 3.4f * gathered;
      const float inside = inside_wash(fx, fy);
      load *= smoothstep1(-1.0f, 2.0f, inside);
      load *= 1.0f + 0.55f * (1.0f - smoothstep1(0.0f, 7.0f, fabs1(inside - 2.5f)));
      const vec3 c = saturate3(v3(frame.plane[5][i], frame.plane[6][i], frame.plane[7][i]), 1.24f);
      const float dark = 1.0f - luma3(c);
      load *= 1.0f + (0.16f + 0.3f * dark) * tooth;
      const vec3 sheet = v3(0.984f + 0.014f * tooth, 0.976f + 0.014f * tooth, 0.957f + 0.015f * tooth);
      const float strength = 0.93f * max1(load, 0.0f);
      put(i, v3(sheet.x * pow1(0.06f + 0.94f * c.x, strength), sheet.y * pow1(0.06f + 0.94f * c.y, strength), sheet.z * pow1(0.06f + 0.94f * c.z, strength)));
    }
  }
}

/* Follows the flow from a point both ways and gives the mean of the colours met: a stroke. */
static vec3 stroke_colour(int x, int y, const float *tx, const float *ty, int reach, float step) {
  vec3 sum = sample3((float)x, (float)y);
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
      sum = v3(sum.x + frame.plane[0][i], sum.y + frame.plane[1][i], sum.z + frame.plane[2][i]);
      count += 1.0f;
    }
  }
  return scale3(sum, 1.0f / count);
}
/* Noise drawn out along the flow: the marks of the bristles, about −1..1. */
static void find_bristles(float *to, const float *tx, const float *ty, int reach, float step) {
  const float u = frame.unit;
  float *seedling = frame.plane[8];
  for (int y = 0; y < frame.h; y += 1) for (int x = 0; x < frame.w; x += 1) seedling[y * frame.w + x] = 0.7f * noise2((float)x / u * 0.36f, (float)y / u * 0.36f, frame.seed + 131u) + 0.5f * noise2((float)x / u * 0.11f, (float)y / u * 0.11f, frame.seed + 133u);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      float sum = seedling[y * frame.w + x];
      for (int way = -1; way <= 1; way += 2) {
        float px = (float)x, py = (float)y;
        int i = y * frame.w + x;
        float dx = (float)way * tx[i], dy = (float)way * ty[i];
        for (int k = 0; k < reach; k += 1) {
          px += dx * step; py += dy * step;
          i = at((int)px, (int)py);
          const float turn = tx[i] * dx + ty[i] * dy < 0.0f ? -1.0f : 1.0f;
          dx = tx[i] * turn; dy = ty[i] * turn;
          sum += seedling[i];
        }
      }
      to[y * frame.w + x] = sum / sqrt1((float)(2 * reach + 1)) * 0.55f;
    }
  }
}
/* Thick paint: colours pulled along the forms, bristle ridges that catch a light from the upper left, canvas beneath. */
static void style_oil(void) {
  const float u = frame.unit;
  float *tx = frame.plane[3], *ty = frame.plane[4], *body = frame.plane[5];
  flatten(pixels(8.0f), 800.0f);
  find_flow(tx, ty, body, frame.plane[7], frame.plane[8], 12.0f);
  /* Where nothing leads the brush it swings in slow curves. */
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float free = KERNEL_PI * (0.12f + 1.3f * fbm2((float)x / u * 0.0035f, (float)y / u * 0.0045f, 2, frame.seed + 135u));
      const float led = smoothstep1(0.0002f, 0.0016f, body[i]);
      const float sign = tx[i] * cos1(free) + ty[i] * sin1(free) < 0.0f ? -1.0f : 1.0f;
      const float vx = mix1(cos1(free), tx[i] * sign, led), vy = mix1(sin1(free), ty[i] * sign, led);
      const float length = sqrt1(vx * vx + vy * vy) + 1e-5f;
      tx[i] = vx / length; ty[i] = vy / length;
    }
  }
  find_bristles(body, tx, ty, 9, 1.7f * u);
  /* Each stroke has a colour a little of its own: the colour is jittered by slow bristle noise, then pulled. */
  for (int i = 0; i < frame.n; i += 1) {
    const float push = 0.05f * body[i];
    for (int k = 0; k < 3; k += 1) frame.plane[k][i] = saturate1(frame.plane[k][i] * (1.0f + push) + push * 0.25f);
  }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const vec3 c = stroke_colour(x, y, tx, ty, 6, 1.6f * u);
      frame.plane[6][i] = c.x; frame.plane[7][i] = c.y; frame.plane[8][i] = c.z;
    }
  }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const vec3 c = saturate3(v3(frame.plane[6][i], frame.plane[7][i], frame.plane[8][i]), 1.2f);
      const float slope_x = body[at(x + 1, y)] - body[at(x - 1, y)], slope_y = body[at(x, y + 1)] - body[at(x, y - 1)];
      const float weave = sin1((float)x / u * 1.25f) * sin1((float)y / u * 1.25f);
      const float light = -(slope_x * 0.62f + slope_y * 0.78f) * max1(u, 0.6f);
      const float relief = 1.0f + 0.42f * clamp1(light, -0.6f, 0.7f) + 0.018f * weave;
      const float glint = 0.1f * smoothstep1(0.3f, 0.9f, light);
      put(i, v3(c.x * relief + glint, c.y * relief + glint, c.z * relief + glint * 0.92f));
    }
  }
}

#endif
