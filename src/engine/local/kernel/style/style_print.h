/* Print and drawing styles: poster, risograph, blueprint, line, ink. */
#ifndef KINORA_STYLE_PRINT_H
#define KINORA_STYLE_PRINT_H

#include "style_palette.h"

/* A few flat inks with clean edges, as in a screen print. */
static void style_poster(void) {
  static float print[MOST_COLOURS][3];
  const int count = inks_of(12);
  flatten(pixels(7.0f), 900.0f);
  flatten(pixels(7.0f), 1400.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(1.0f), 2);
  vivid_planes(1.3f);
  find_palette(count);
  for (int k = 0; k < count; k += 1) {
    const float y = luma_of(palette[k][0], palette[k][1], palette[k][2]);
    for (int c = 0; c < 3; c += 1) print[k][c] = saturate1(palette[k][c] * (1.0f + 0.16f * (y - 0.35f)) + 0.016f) - palette[k][c];
  }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      int index = 0;
      const vec3 soft = soft_colour(count, x, y, &index);
      const float speck = grain(x, y, 11u) * 0.024f + 0.012f * paper(x, y, 3u);
      const vec3 c = v3(soft.x + print[index][0] + speck, soft.y + print[index][1] + speck, soft.z + print[index][2] + speck * 0.8f);
      put(y * frame.w + x, sparkle(c, x, y, 0.9f));
    }
  }
}

typedef struct { vec3 ink[3]; } Inks;
static Inks riso_inks(void) {
  const Inks sets[5] = {
    {{rgb8(0, 120, 191), rgb8(255, 72, 150), rgb8(255, 226, 0)}}, {{rgb8(0, 131, 138), rgb8(255, 102, 94), rgb8(255, 214, 64)}},
    {{rgb8(61, 85, 136), rgb8(255, 108, 47), rgb8(255, 232, 0)}}, {{rgb8(90, 70, 170), rgb8(255, 116, 119), rgb8(255, 205, 90)}},
    {{rgb8(0, 100, 120), rgb8(241, 80, 96), rgb8(255, 233, 22)}},
  };
  return sets[hash_u32(frame.seed ^ 77u) % 5u];
}
/* Coverage of a halftone screen at an angle: 1 inside a dot whose size follows the tone. */
static inline float halftone(float x, float y, float tone, float angle, float pitch) {
  const float c = cos1(angle), s = sin1(angle);
  const float u = (c * x + s * y) / pitch, v = (-s * x + c * y) / pitch;
  const float wave = 0.5f + 0.25f * (cos1(KERNEL_TAU * u) + cos1(KERNEL_TAU * v));
  return smoothstep1(-0.5f, 0.5f, (tone - wave) * pitch * 0.55f / (0.25f + sqrt1(wave * (1.0f - wave))));
}
/* Three spot inks on uncoated paper, each slightly misregistered. */
static void style_risograph(void) {
  const Inks inks = riso_inks();
  const vec3 sheet = rgb8(247, 242, 230);
  const float pitch = max1(4.0f, 6.2f * frame.unit);
  const float angle[3] = {0.26f, 1.31f, 0.0f};
  float shift_x[3], shift_y[3];
  for (int k = 0; k < 3; k += 1) {
    const float turn = KERNEL_TAU * unit_of(hash_cell2(k, 5, frame.seed)), reach = (k == 0 ? 0.6f : 2.8f) * frame.unit;
    shift_x[k] = reach * cos1(turn); shift_y[k] = reach * sin1(turn);
    blur(frame.plane[k], frame.plane[8], pixels(0.8f), 1);
  }
  /* Dark images are brightened first, because three overlaid inks soon turn muddy. */
  float *tone = frame.plane[3], *worn = frame.plane[4];
  luma_plane(tone);
  stretch(tone, 0.72f);
  for (int i = 0; i < frame.n; i += 1) {
    const float own = luma_of(frame.plane[0][i], frame.plane[1][i], frame.plane[2][i]);
    const float lift = (mix1(own, tone[i], 0.62f) + 0.04f) / (own + 0.04f);
    const vec3 c = saturate3(scale3(colour_at(i), lift), 1.3f);
    frame.plane[0][i] = c.x; frame.plane[1][i] = c.y; frame.plane[2][i] = c.z;
  }
  slow_field(worn, 0.12f, 0.12f, 2, 31u);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float rub = 1.0f - 0.22f * max1(0.0f, worn[i]) - 0.12f * max1(0.0f, paper(x, y, 41u));
      vec3 out = sheet;
      for (int k = 2; k >= 0; k -= 1) {
        const vec3 c = sample3((float)x + shift_x[k], (float)y + shift_y[k]);
        const float low = min1(c.x, min1(c.y, c.z)), high = max1(c.x, max1(c.y, c.z));
        /* Blue carries the shadows; pink and yellow carry their own hue. */
        const float tones = k == 0 ? 0.62f * (1.0f - c.x) + 0.36f * (1.0f - high) : k == 1 ? 0.9f * (high - c.y) + 0.34f * (1.0f - c.y) : 0.9f * (high - c.z) + 0.2f * (1.0f - low);
        const float tone_k = smoothstep1(0.03f, 0.92f, tones);
        const float dots = tone_k > 0.95f ? 1.0f : tone_k < 0.035f ? 0.0f : halftone((float)x, (float)y, tone_k, angle[k], pitch);
        out = mixc(out, mul3(out, inks.ink[k]), dots * (rub - 0.08f * max1(0.0f, grain(x, y, 40u + (uint32_t)k))));
      }
      const float tooth = 0.018f * paper(x, y, 9u);
      put(i, v3(out.x + tooth, out.y + tooth, out.z + tooth));
    }
  }
}

static inline float ruled(float x, float pitch, float width) {
  const float off = fabs1(x - pitch * floor1(x / pitch + 0.5f));
  return 1.0f - smoothstep1(width * 0.5f, width * 0.5f + 0.9f, off);
}
/* Strokes along an angle, slightly bent as by hand (`bend` in pixels): 1 on a stroke. */
static inline float hatch(float x, float y, float angle, float pitch, float width, float bend, uint32_t salt) {
  const float c = cos1(angle), s = sin1(angle);
  const float across = c * y - s * x + bend, along = c * x + s * y;
  const float row = floor1(across / pitch + 0.5f);
  const float off = fabs1(across - row * pitch);
  if (off > width) return 0.0f;
  const float pressure = noise2(along / frame.unit * 0.011f, row * 5.3f, frame.seed + salt);
  return (1.0f - smoothstep1(width * 0.3f, width * (0.85f + 0.4f * pressure) + 0.35f, off)) * smoothstep1(-0.6f, -0.25f, pressure);
}
/* White lines on blue paper with a grid, a frame and a title block. */
static void style_blueprint(void) {
  const float u = frame.unit;
  float *lines = frame.plane[3], *edges = frame.plane[4], *tone = frame.plane[5];
  flatten(pixels(5.0f), 900.0f);
  find_edges(edges, 1);
  luma_plane(tone);
  stretch(tone, 1.0f);
  float *steps = frame.plane[3];
  for (int i = 0; i < frame.n; i += 1) steps[i] = saturate1(edges[i] * 3.4f - 0.1f);
  blur(steps, frame.plane[8], 1, 1);
  float *slow = frame.plane[6], *bend = frame.plane[7];
  slow_field(slow, 0.006f, 0.006f, 3, 5u);
  slow_field(bend, 0.012f, 0.012f, 1, 51u);
  const float minor = 20.0f * u, major = 100.0f * u, border = 26.0f * u;
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float fx = (float)x, fy = (float)y;
      const float mottle = 0.05f * paper(x, y, 21u) + 0.05f * slow[i];
      vec3 c = v3(0.062f + mottle * 0.5f, 0.245f + mottle, 0.535f + mottle * 1.2f);
      const float away = min1(min1(fx, (float)frame.w - 1.0f - fx), min1(fy, (float)frame.h - 1.0f - fy));
      const float inside = smoothstep1(border, border + 1.5f, away);
      float white = 0.1f * max1(ruled(fx, minor, 0.8f), ruled(fy, minor, 0.8f));
      white = max1(white, 0.2f * max1(ruled(fx, major, 1.0f), ruled(fy, major, 1.0f)));
      const float dark = saturate1(0.42f - tone[i]);
      if (dark > 0.0f) white = max1(white, 0.34f * hatch(fx, fy, 0.785f, 8.0f * u, 1.1f * u, 3.0f * u * bend[i], 51u) * saturate1(dark * 5.0f));
      if (tone[i] < 0.2f) white = max1(white, 0.26f * hatch(fx, fy, -0.785f, 8.0f * u, 1.1f * u, 3.0f * u * bend[i], 57u));
      white = max1(white, 0.1f * tone[i] * tone[i]);
      white = max1(white, 0.95f * saturate1(lines[i] * 1.6f));
      white *= inside;
      white = max1(white, 0.75f * (1.0f - smoothstep1(0.9f * u, 0.9f * u + 1.0f, fabs1(away - border))));
      white = max1(white, 0.35f * (1.0f - smoothstep1(0.5f * u, 0.5f * u + 1.0f, fabs1(away - border * 0.72f))));
      white *= 0.9f + 0.12f * grain(x, y, 23u) + 0.08f * paper(x, y, 25u);
      c = mixc(c, v3(0.87f, 0.94f, 1.0f), saturate1(white));
      const float fold = corner(x, y, 0.16f);
      put(i, v3(c.x * fold, c.y * fold, c.z * fold));
    }
  }
}

/* Contours and hatching with a dark pen on cream paper. */
static void style_line(void) {
  const float u = frame.unit;
  float *lines = frame.plane[3], *edges = frame.plane[4], *tone = frame.plane[5];
  flatten(pixels(5.0f), 1000.0f);
  luma_plane(tone);
  stretch(tone, 0.62f);
  find_edges(edges, 1);
  for (int i = 0; i < frame.n; i += 1) edges[i] = saturate1(edges[i] * 4.2f - 0.14f);
  blur(edges, frame.plane[8], pixels(0.7f), 1);
  find_lines(lines, frame.plane[6], frame.plane[8], 1.4f, 9.0f);
  /* The drawing changes four times per second, as if redrawn by hand. */
  const uint32_t boil = (uint32_t)(frame.seconds * 4.0f) * 13u;
  float *bend = frame.plane[6], *sway = frame.plane[7];
  slow_field(bend, 0.02f, 0.02f, 1, 61u + boil);
  slow_field(sway, 0.02f, 0.02f, 1, 67u + boil);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const float fx = (float)x, fy = (float)y;
      const int own = y * frame.w + x;
      const int from = at((int)(fx + 3.0f * u * bend[own]), (int)(fy + 3.0f * u * sway[own]));
      const float t = tone[from], tooth = paper(x, y, 63u), slack = 3.0f * u * bend[own];
      float ink = max1(saturate1(edges[from] * 1.8f), saturate1(lines[from] * 1.25f)) * (0.86f + 0.2f * tooth);
      const float w = 1.5f * u;
      if (t < 0.52f) ink = max1(ink, 0.8f * hatch(fx, fy, 0.82f, 9.0f * u, w, slack, 71u) * smoothstep1(0.52f, 0.44f, t));
      if (t < 0.34f) ink = max1(ink, 0.8f * hatch(fx, fy, -0.7f, 9.0f * u, w, slack, 73u) * smoothstep1(0.34f, 0.27f, t));
      if (t < 0.18f) ink = max1(ink, 0.8f * hatch(fx, fy, 0.05f, 8.0f * u, w, slack, 79u) * smoothstep1(0.18f, 0.12f, t));
      if (t < 0.08f) ink = max1(ink, 0.8f * hatch(fx, fy, 1.5f, 8.0f * u, w, slack, 83u) * smoothstep1(0.08f, 0.03f, t));
      const vec3 sheet = v3(0.968f + 0.014f * tooth, 0.953f + 0.014f * tooth, 0.918f + 0.016f * tooth);
      put(y * frame.w + x, mixc(sheet, v3(0.105f, 0.115f, 0.165f), saturate1(ink)));
    }
  }
}

/* A small red seal in the lower right corner: carved lines in a square, pressed unevenly. */
static vec3 sealed(vec3 c, int x, int y, float tooth) {
  const float u = frame.unit, side = 44.0f * u;
  const float sx = ((float)x - ((float)frame.w - 64.0f * u)) / side, sy = ((float)y - ((float)frame.h - 70.0f * u)) / side;
  const float edge = max1(fabs1(sx), fabs1(sy)) + 0.014f * tooth;
  if (edge > 0.5f) return c;
  const float inner = step1(max1(fabs1(sx), fabs1(sy)), 0.38f);
  const float column = ruled((sx + 0.5f) * 44.0f, 14.0f, 3.0f) * step1(fabs1(sy - 0.06f), 0.3f), row = ruled((sy + 0.44f) * 44.0f, 17.0f, 3.0f) * step1(fabs1(sx + (sy > 0.0f ? 0.07f : -0.07f)), 0.27f);
  const float carved = inner * saturate1(column + row);
  return mixc(c, v3(0.72f, 0.15f, 0.11f), saturate1(1.0f - carved) * saturate1(0.9f + 0.3f * tooth));
}
/* Adjusts the tones of a light image so that their mean drops to `middle`; a dark one stays. */
static void deepen(float *tone, float middle) {
  double sum = 0.0;
  for (int i = 0; i < frame.n; i += 7) sum += (double)tone[i];
  const float mean = clamp1((float)(sum / (double)((frame.n + 6) / 7)), 0.05f, 0.95f);
  if (mean <= middle) return;
  const float gamma = min1(log1(middle) / log1(mean), 2.6f);
  for (int i = 0; i < frame.n; i += 1) tone[i] = pow1(tone[i], gamma);
}
/* Washes of black ink on rice paper: few soft tones, a dry brush along the shapes, a small red seal. */
static void style_ink(void) {
  const float u = frame.unit;
  float *tx = frame.plane[3], *ty = frame.plane[4], *lines = frame.plane[5], *tone = frame.plane[6];
  flatten(pixels(11.0f), 900.0f);
  find_flow(tx, ty, lines, frame.plane[7], frame.plane[8], 9.0f);
  luma_plane(tone);
  copy_plane(frame.plane[8], tone);
  stretch(tone, 0.92f);
  for (int i = 0; i < frame.n; i += 1) tone[i] = mix1(frame.plane[8][i], tone[i], 0.6f);
  deepen(tone, 0.56f);
  /* A brush emphasises what stands out from its surroundings. */
  copy_plane(frame.plane[8], tone);
  blur(frame.plane[8], frame.plane[7], pixels(34.0f), 2);
  for (int i = 0; i < frame.n; i += 1) tone[i] = saturate1(tone[i] + 0.55f * (tone[i] - frame.plane[8][i]));
  find_lines(lines, frame.plane[7], frame.plane[8], 2.4f, 8.0f);
  float *wander = frame.plane[0], *drift = frame.plane[1], *wet = frame.plane[2], *bristles = frame.plane[7], *seedling = frame.plane[8];
  slow_field(seedling, 0.16f, 0.16f, 2, 99u);
  draw_out(seedling, bristles, tx, ty, 8, 3.0f * u, 0.2f);
  slow_field(wander, 0.022f, 0.022f, 3, 91u);
  slow_field(drift, 0.022f, 0.022f, 3, 93u);
  slow_field(wet, 0.009f, 0.009f, 4, 97u);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float fx = (float)x, fy = (float)y, tooth = paper(x, y, 95u);
      const int from = at((int)(fx + 6.0f * u * wander[i]), (int)(fy + 6.0f * u * drift[i]));
      const float t = tone[from] + 0.14f * wet[i];
      float ink = 0.1f * smoothstep1(0.74f, 0.6f, t) + 0.17f * smoothstep1(0.52f, 0.43f, t) + 0.28f * smoothstep1(0.37f, 0.29f, t) + 0.37f * smoothstep1(0.23f, 0.15f, t);
      ink *= 0.88f + 0.75f * wet[i];
      const float bristle = bristles[i];
      ink -= 0.24f * smoothstep1(0.12f, 0.5f, bristle + 0.2f * tooth) * smoothstep1(0.08f, 0.4f, ink) * smoothstep1(0.95f, 0.6f, ink);
      const float stroke = smoothstep1(0.16f, 0.5f, lines[from] + 0.1f * bristle) * (0.8f + 0.25f * bristle);
      ink = saturate1(max1(ink, stroke * 0.95f) * (1.0f + 0.07f * tooth));
      const vec3 sheet = v3(0.957f + 0.018f * tooth, 0.938f + 0.018f * tooth, 0.89f + 0.022f * tooth);
      put(i, sealed(mixc(sheet, v3(0.07f, 0.073f, 0.088f), ink * (1.0f - luma3(sparkle(v3(0, 0, 0), x, y, 1.0f)))), x, y, tooth));
    }
  }
}

#endif
