/* Styles of the press and the drawing board: poster, risograph, blueprint, line, ink. */
#ifndef KINORA_STYLE_PRINT_H
#define KINORA_STYLE_PRINT_H

#include "style_base.h"

/* Few flat inks with clean edges, as a screen print. */
static void style_poster(void) {
  const int count = 9;
  flatten(pixels(7.0f), 900.0f);
  flatten(pixels(7.0f), 1400.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(1.0f), 2);
  find_palette(count);
  for (int k = 0; k < count; k += 1) {
    const vec3 c = saturate3(v3(palette[k][0], palette[k][1], palette[k][2]), 1.22f);
    const float y = luma3(c), lift = 1.0f + 0.1f * (y - 0.45f);
    float *to = frame.plane[4] + 3 * k;
    to[0] = saturate1(c.x * lift + 0.012f); to[1] = saturate1(c.y * lift + 0.008f); to[2] = saturate1(c.z * lift + 0.006f);
  }
  static float print[MOST_COLOURS][3], raw[MOST_COLOURS][3];
  for (int k = 0; k < count; k += 1) for (int c = 0; c < 3; c += 1) { print[k][c] = frame.plane[4][3 * k + c]; raw[k][c] = palette[k][c]; }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      int index = 0;
      const vec3 soft = soft_colour(count, x, y, &index);
      const vec3 tone = v3(print[index][0] + soft.x - raw[index][0], print[index][1] + soft.y - raw[index][1], print[index][2] + soft.z - raw[index][2]);
      const float speck = grain(x, y, 11u) * 0.026f + 0.012f * paper((float)x, (float)y, 3u);
      put(i, v3(tone.x + speck, tone.y + speck, tone.z + speck * 0.8f));
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
/* Coverage of a dot screen at an angle: 1 inside a dot of the size the tone asks for. */
static inline float halftone(float x, float y, float tone, float angle, float pitch) {
  const float c = cos1(angle), s = sin1(angle);
  const float u = (c * x + s * y) / pitch, v = (-s * x + c * y) / pitch;
  const float wave = 0.5f + 0.25f * (cos1(KERNEL_TAU * u) + cos1(KERNEL_TAU * v));
  return smoothstep1(-0.5f, 0.5f, (tone - wave) * pitch * 0.55f / (0.25f + sqrt1(wave * (1.0f - wave))));
}
/* Three spot inks on uncoated paper, each a little out of place. */
static void style_risograph(void) {
  const Inks inks = riso_inks();
  const vec3 sheet = rgb8(247, 242, 230);
  const float pitch = max1(4.0f, 6.4f * frame.unit);
  const float angle[3] = {0.26f, 1.31f, 0.0f};
  float shift_x[3], shift_y[3];
  for (int k = 0; k < 3; k += 1) {
    const float turn = KERNEL_TAU * unit_of(hash_cell2(k, 5, frame.seed));
    const float reach = (k == 0 ? 0.6f : 2.6f) * frame.unit;
    shift_x[k] = reach * cos1(turn); shift_y[k] = reach * sin1(turn);
  }
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(0.8f), 1);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      vec3 out = sheet;
      for (int k = 2; k >= 0; k -= 1) {
        const vec3 c = saturate3(sample3((float)x + shift_x[k], (float)y + shift_y[k]), 1.35f);
        const float shade = 1.0f - luma3(c);
        const float part = k == 0 ? (1.0f - c.x) * 0.8f + shade * 0.25f : k == 1 ? (1.0f - c.y) * 0.92f : (1.0f - c.z) * 0.95f;
        const float tone = smoothstep1(0.02f, 0.98f, part);
        const float worn = 1.0f - 0.16f * max1(0.0f, noise2((float)x / frame.unit * 0.3f, (float)y / frame.unit * 0.3f, frame.seed + 31u + (uint32_t)k)) - 0.1f * max1(0.0f, grain(x, y, 40u + (uint32_t)k));
        const float cover = (tone > 0.93f ? 1.0f : tone < 0.03f ? 0.0f : halftone((float)x, (float)y, tone, angle[k], pitch)) * worn;
        out = mixc(out, mul3(out, inks.ink[k]), cover);
      }
      const float tooth = 0.018f * paper((float)x, (float)y, 9u);
      put(y * frame.w + x, v3(out.x + tooth, out.y + tooth, out.z + tooth));
    }
  }
}

static inline float ruled(float x, float pitch, float width) {
  const float off = fabs1(x - pitch * floor1(x / pitch + 0.5f));
  return 1.0f - smoothstep1(width * 0.5f, width * 0.5f + 0.9f, off);
}
/* Strokes along an angle, bent a little by the hand: 1 on a stroke. */
static inline float hatch(float x, float y, float angle, float pitch, float width, uint32_t salt) {
  const float bend = 1.6f * frame.unit * noise2(x / frame.unit * 0.012f, y / frame.unit * 0.012f, frame.seed + salt);
  const float across = -sin1(angle) * x + cos1(angle) * y + bend, along = cos1(angle) * x + sin1(angle) * y;
  const float row = floor1(across / pitch + 0.5f);
  const float pressure = 0.75f + 0.45f * noise2(along / frame.unit * 0.02f, row * 7.3f, frame.seed + salt + 3u);
  return ruled(across, pitch, width * pressure) * smoothstep1(-0.55f, -0.2f, noise2(along / frame.unit * 0.008f, row * 3.1f, frame.seed + salt + 5u));
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
  const float minor = 20.0f * u, major = 100.0f * u, border = 26.0f * u;
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float fx = (float)x, fy = (float)y;
      const float mottle = 0.05f * paper(fx, fy, 21u) + 0.05f * fbm2(fx / u * 0.006f, fy / u * 0.006f, 3, frame.seed + 5u);
      vec3 c = v3(0.062f + mottle * 0.5f, 0.245f + mottle, 0.535f + mottle * 1.2f);
      const float away = min1(min1(fx, (float)frame.w - 1.0f - fx), min1(fy, (float)frame.h - 1.0f - fy));
      const float inside = smoothstep1(border, border + 1.5f, away);
      float white = 0.1f * max1(ruled(fx, minor, 0.8f), ruled(fy, minor, 0.8f));
      white = max1(white, 0.2f * max1(ruled(fx, major, 1.0f), ruled(fy, major, 1.0f)));
      const float dark = saturate1(0.42f - tone[i]);
      if (dark > 0.0f) white = max1(white, 0.34f * hatch(fx, fy, 0.785f, 8.0f * u, 0.9f * u, 51u) * saturate1(dark * 5.0f));
      if (tone[i] < 0.2f) white = max1(white, 0.26f * hatch(fx, fy, -0.785f, 8.0f * u, 0.9f * u, 57u));
      white = max1(white, 0.1f * tone[i] * tone[i]);
      white = max1(white, 0.95f * saturate1(lines[i] * 1.6f));
      white *= inside;
      white = max1(white, 0.75f * (1.0f - smoothstep1(0.9f * u, 0.9f * u + 1.0f, fabs1(away - border))));
      white = max1(white, 0.35f * (1.0f - smoothstep1(0.5f * u, 0.5f * u + 1.0f, fabs1(away - border * 0.72f))));
      white *= 0.9f + 0.12f * grain(x, y, 23u) + 0.08f * paper(fx, fy, 25u);
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
  const float boil = floor1(frame.seconds * 4.0f) * 13.0f;
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const float fx = (float)x, fy = (float)y;
      const float wx = 1.5f * u * noise2(fx / u * 0.02f + boil, fy / u * 0.02f, frame.seed + 61u), wy = 1.5f * u * noise2(fx / u * 0.02f, fy / u * 0.02f + boil, frame.seed + 67u);
      const int from = at((int)(fx + wx), (int)(fy + wy));
      const float t = tone[from], tooth = paper(fx, fy, 63u);
      float ink = max1(saturate1(edges[from] * 1.8f), saturate1(lines[from] * 1.25f)) * (0.86f + 0.2f * tooth);
      const float w = 1.15f * u;
      if (t < 0.52f) ink = max1(ink, 0.8f * hatch(fx, fy, 0.82f, 9.0f * u, w, 71u) * smoothstep1(0.52f, 0.44f, t));
      if (t < 0.34f) ink = max1(ink, 0.8f * hatch(fx, fy, -0.7f, 9.0f * u, w, 73u) * smoothstep1(0.34f, 0.27f, t));
      if (t < 0.18f) ink = max1(ink, 0.8f * hatch(fx, fy, 0.05f, 8.0f * u, w, 79u) * smoothstep1(0.18f, 0.12f, t));
      if (t < 0.08f) ink = max1(ink, 0.8f * hatch(fx, fy, 1.5f, 8.0f * u, w, 83u) * smoothstep1(0.08f, 0.03f, t));
      const vec3 sheet = v3(0.968f + 0.014f * tooth, 0.953f + 0.014f * tooth, 0.918f + 0.016f * tooth);
      put(y * frame.w + x, mixc(sheet, v3(0.105f, 0.115f, 0.165f), saturate1(ink)));
    }
  }
}

/* Washes of black ink on rice paper: few soft tones, a dry brush along the forms, a small red seal. */
static void style_ink(void) {
  const float u = frame.unit;
  float *tx = frame.plane[3], *ty = frame.plane[4], *tone = frame.plane[6];
  flatten(pixels(9.0f), 700.0f);
  flatten(pixels(9.0f), 900.0f);
  find_flow(tx, ty, frame.plane[5], frame.plane[7], frame.plane[8], 9.0f);
  luma_plane(tone);
  stretch(tone, 0.8f);
  float *lines = frame.plane[5];
  find_lines(lines, frame.plane[7], frame.plane[8], 2.6f, 7.0f);
  const float side = 46.0f * u, seal_x = (float)frame.w - 62.0f * u, seal_y = (float)frame.h - 70.0f * u;
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float fx = (float)x, fy = (float)y;
      const float wx = 5.0f * u * fbm2(fx / u * 0.022f, fy / u * 0.022f, 3, frame.seed + 91u), wy = 5.0f * u * fbm2(fx / u * 0.022f + 31.0f, fy / u * 0.022f, 3, frame.seed + 93u);
      const int from = at((int)(fx + wx), (int)(fy + wy));
      const float tooth = paper(fx, fy, 95u);
      const float wet = 0.1f * fbm2(fx / u * 0.009f, fy / u * 0.009f, 4, frame.seed + 97u);
      const float t = tone[from] + wet;
      float ink = 0.0f;
      ink += 0.13f * smoothstep1(0.86f, 0.68f, t) + 0.2f * smoothstep1(0.6f, 0.5f, t) + 0.24f * smoothstep1(0.38f, 0.3f, t) + 0.26f * smoothstep1(0.2f, 0.12f, t);
      ink *= 0.86f + 0.22f * wet * 6.0f;
      const float along = (fx * tx[from] + fy * ty[from]) / u, across = (-fx * ty[from] + fy * tx[from]) / u;
      const float bristle = noise2(along * 0.012f, across * 0.34f, frame.seed + 99u);
      ink -= 0.1f * smoothstep1(0.15f, 0.75f, bristle + 0.3f * tooth) * smoothstep1(0.05f, 0.35f, ink);
      const float stroke = smoothstep1(0.18f, 0.6f, lines[from] + 0.12f * bristle) * (0.72f + 0.25f * bristle);
      ink = max1(ink, stroke * 0.92f);
      ink = saturate1(ink + 0.035f * tooth * ink);
      const vec3 sheet = v3(0.953f + 0.02f * tooth, 0.932f + 0.02f * tooth, 0.88f + 0.024f * tooth);
      vec3 c = mixc(sheet, v3(0.075f, 0.078f, 0.092f), ink);
      const float sx = (fx - seal_x) / side + 0.05f * noise2(fx / u * 0.1f, fy / u * 0.1f, frame.seed + 101u), sy = (fy - seal_y) / side;
      if (fabs1(sx) < 0.5f && fabs1(sy) < 0.5f) {
        const float carved = ruled(sx * 40.0f + (sy > 0.0f ? 5.0f : 0.0f), 11.0f, 2.6f) * step1(0.04f, fabs1(sy)) * step1(fabs1(sy), 0.4f) + ruled(sy * 40.0f, 17.0f, 2.2f) * step1(fabs1(sx), 0.4f);
        c = mixc(c, v3(0.7f, 0.16f, 0.12f), saturate1(1.0f - carved) * (0.86f + 0.18f * tooth));
      }
      put(i, c);
    }
  }
}

#endif
