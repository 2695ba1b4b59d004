/* Craft and screen styles: natural, neon, pixel, paper cut, isometric blocks, clay. */
#ifndef KINORA_STYLE_MADE_H
#define KINORA_STYLE_MADE_H

#include "style_palette.h"

/* A light grade: a little contrast, a slight vignette, very fine grain. */
static void style_natural(void) {
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      vec3 c = saturate3(colour_at(i), 1.05f);
      const float shade = corner(x, y, 0.1f), speck = grain(x, y, 1u) * 0.012f;
      float *v = &c.x;
      for (int k = 0; k < 3; k += 1) v[k] = mix1(v[k], v[k] * v[k] * (3.0f - 2.0f * v[k]), 0.14f) * shade + speck;
      put(i, c);
    }
  }
}

/* A vivid colour for an edge: its own hue if it has one, else from cyan through violet to pink across the image. */
static inline vec3 tube_colour(vec3 c, float x, float y) {
  const float high = max1(c.x, max1(c.y, c.z)), low = min1(c.x, min1(c.y, c.z)), chroma = high - low;
  const float t = saturate1(0.5f + 0.6f * (x - 0.5f) + 0.75f * (y - 0.5f));
  const vec3 sweep = t < 0.5f ? mixc(v3(0.1f, 0.95f, 1.0f), v3(0.55f, 0.3f, 1.0f), t * 2.0f) : mixc(v3(0.55f, 0.3f, 1.0f), v3(1.0f, 0.22f, 0.68f), t * 2.0f - 1.0f);
  if (chroma < 1e-4f) return sweep;
  const vec3 own = v3((c.x - low) / chroma, (c.y - low) / chroma, (c.z - low) / chroma);
  return mixc(sweep, own, 0.62f * smoothstep1(0.12f, 0.5f, chroma));
}
/* Edges as glowing tubes over a dark grade of the image. */
static void style_neon(void) {
  const float pulse = 1.0f + 0.05f * sin1(frame.seconds * 4.4f);
  float *edges = frame.plane[3];
  flatten(pixels(5.0f), 900.0f);
  find_edges(edges, 1);
  float *crowd = frame.plane[7];
  float dim = 0.0f;
  for (int i = 0; i < frame.n; i += 1) {
    edges[i] = smoothstep1(0.05f, 0.3f, edges[i]);
    crowd[i] = edges[i];
    dim += i % 64 == 0 ? source_luma(i) : 0.0f;
  }
  /* Where edges are dense (a wall of windows) each glows less, and an image that is already dark is darkened less. */
  blur(crowd, frame.plane[8], pixels(16.0f), 2);
  for (int i = 0; i < frame.n; i += 1) edges[i] /= 1.0f + 7.0f * max1(0.0f, crowd[i] - 0.07f);
  const float gain = clamp1(0.3f / (dim * 64.0f / (float)frame.n + 0.02f), 1.0f, 2.4f);
  blur(edges, frame.plane[8], 1, 1);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const vec3 tube = tube_colour(colour_at(i), (float)x / (float)frame.w, (float)y / (float)frame.h);
      frame.plane[4][i] = tube.x * edges[i]; frame.plane[5][i] = tube.y * edges[i]; frame.plane[6][i] = tube.z * edges[i];
    }
  }
  float *core = frame.plane[7];
  for (int i = 0; i < frame.n; i += 1) {
    const vec3 c = saturate3(colour_at(i), 1.5f);
    const float y = luma3(c);
    const float bright = smoothstep1(0.62f, 1.0f, y) * 0.5f;
    core[i] = edges[i];
    frame.plane[4][i] += bright * c.x * 0.6f; frame.plane[5][i] += bright * c.y * 0.6f; frame.plane[6][i] += bright * c.z * 0.6f;
    const float keep = gain * (0.1f + 0.3f * y);
    frame.plane[0][i] = c.x * keep + 0.018f; frame.plane[1][i] = c.y * keep * 0.85f + 0.008f; frame.plane[2][i] = c.z * keep * 1.15f + 0.05f;
  }
  for (int k = 0; k < 3; k += 1) {
    float *glow = frame.plane[4 + k], *base = frame.plane[k];
    for (int i = 0; i < frame.n; i += 1) base[i] += 0.9f * glow[i] * pulse;
    blur(glow, frame.plane[8], pixels(3.0f), 2);
    for (int i = 0; i < frame.n; i += 1) base[i] += 0.95f * glow[i] * pulse;
    blur(glow, frame.plane[8], pixels(14.0f), 2);
    for (int i = 0; i < frame.n; i += 1) base[i] += 1.25f * glow[i] * pulse;
    blur(glow, frame.plane[8], pixels(50.0f), 1);
    for (int i = 0; i < frame.n; i += 1) base[i] += 0.8f * glow[i] * pulse;
  }
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float white = 0.5f * core[i] * core[i], shade = corner(x, y, 0.3f), speck = grain(x, y, 141u) * 0.016f;
      vec3 c = colour_at(i);
      float *v = &c.x;
      for (int k = 0; k < 3; k += 1) v[k] = (1.0f - exp1(-1.5f * (v[k] + white))) * 1.12f * shade + speck;
      put(i, c);
    }
  }
}

/* Side of one block: about 160 along the longer side, and at least four pixels. */
static int pixel_side(void) {
  const int longest = frame.w > frame.h ? frame.w : frame.h, side = (int)(((float)longest * frame.coarse + 80.0f) / 160.0f);
  return side < 4 ? 4 : side;
}
/* A small image of two dozen colours with ordered dithering, each of its pixels a square block. */
static void style_pixel(void) {
  static const float bayer[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
  const int side = pixel_side(), columns = (frame.w + side - 1) / side, rows = (frame.h + side - 1) / side;
  const int w = frame.w, h = frame.h, n = frame.n;
  for (int row = 0; row < rows; row += 1) {
    for (int column = 0; column < columns; column += 1) {
      vec3 sum = v3(0, 0, 0);
      float count = 0.0f;
      for (int y = row * side; y < h && y < (row + 1) * side; y += 1) {
        for (int x = column * side; x < w && x < (column + 1) * side; x += 1) {
          const uint8_t *p = frame.source + 4 * (y * w + x);
          sum = v3(sum.x + (float)p[0], sum.y + (float)p[1], sum.z + (float)p[2]);
          count += 255.0f;
        }
      }
      const vec3 c = saturate3(scale3(sum, 1.0f / count), 1.3f);
      const int i = row * columns + column;
      frame.plane[0][i] = c.x; frame.plane[1][i] = c.y; frame.plane[2][i] = c.z;
    }
  }
  frame.n = rows * columns;
  find_palette(24);
  frame.n = n;
  for (int row = 0; row < rows; row += 1) {
    for (int column = 0; column < columns; column += 1) {
      const int i = row * columns + column;
      const vec3 own = colour_at(i);
      const int first = nearest_colour(24, own.x, own.y, own.z);
      int second = first;
      float least = 1e9f;
      for (int k = 0; k < 24; k += 1) {
        const float d = colour_distance(palette[k], own.x, own.y, own.z);
        if (k != first && d < least) { least = d; second = k; }
      }
      const float d1 = sqrt1(colour_distance(palette[first], own.x, own.y, own.z)), d2 = sqrt1(least);
      const float share = max1(0.0f, d1 / (d1 + d2 + 1e-6f) - 0.22f) * 1.7f;
      const float apart = sqrt1(colour_distance(palette[first], palette[second][0], palette[second][1], palette[second][2]));
      const float threshold = (bayer[(row & 3) * 4 + (column & 3)] + 0.5f) / 16.0f;
      const float *c = palette[apart < 0.34f && share > threshold * 0.98f + 0.01f ? second : first];
      for (int y = row * side; y < h && y < (row + 1) * side; y += 1) {
        for (int x = column * side; x < w && x < (column + 1) * side; x += 1) put(y * w + x, v3(c[0], c[1], c[2]));
      }
    }
  }
}

/* Stacked sheets of coloured paper, the dark ones in front, each with its cut edge and soft shadow. */
static void style_papercut(void) {
  const int count = inks_of(11);
  float *level = frame.plane[3];
  flatten(pixels(8.0f), 900.0f);
  flatten(pixels(8.0f), 1200.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(1.6f), 2);
  vivid_planes(1.3f);
  find_palette(count);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      int index = 0;
      const vec3 c = soft_colour(count, x, y, &index);
      frame.plane[4][i] = c.x; frame.plane[5][i] = c.y; frame.plane[6][i] = c.z;
      level[i] = (float)(count - 1 - index);
    }
  }
  float *shadow = frame.plane[7];
  const int reach = 12;
  const float step = 2.1f * frame.unit;
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const float own = level[y * frame.w + x];
      float dark = 0.0f;
      for (int k = 1; k <= reach; k += 1) {
        const float rise = level[at(x - (int)((float)k * step * 0.55f), y + (int)((float)k * step))] - own;
        const float up = level[at(x - (int)((float)k * step * 0.8f), y - (int)((float)k * step * 0.8f))] - own;
        dark += (min1(max1(rise, 0.0f), 2.0f) * 0.5f + min1(max1(up, 0.0f), 2.0f) * 0.5f) * (1.0f - (float)k / (float)(reach + 1));
      }
      shadow[y * frame.w + x] = dark / (float)reach * 1.7f;
    }
  }
  blur(shadow, frame.plane[8], pixels(2.0f), 1);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float own = level[i];
      const vec3 c = saturate3(v3(frame.plane[4][i], frame.plane[5][i], frame.plane[6][i]), 1.14f);
      const int rim = pixels(1.4f);
      const float cut = level[at(x, y - rim)] < own || level[at(x - rim, y - rim)] < own ? 1.0f : 0.0f;
      const float fibre = 0.026f * paper(x, y, 151u + 17u * (uint32_t)own);
      const float light = (1.0f + fibre) * (1.0f - 0.5f * saturate1(shadow[i])) + 0.09f * cut;
      put(i, sparkle(v3(c.x * light + 0.05f * cut, c.y * light + 0.05f * cut, c.z * light + 0.05f * cut), x, y, 0.9f));
    }
  }
}

/* One upright face of a block, from x0 to x1, with its top edge from y0 to y1, `tall` pixels high. */
static void block_side(float x0, float x1, float y0, float y1, float tall, vec3 c, float shade) {
  for (int x = clampi((int)ceil1(x0), 0, frame.w); x < clampi((int)ceil1(x1), 0, frame.w); x += 1) {
    const float t = ((float)x - x0) / (x1 - x0), top = mix1(y0, y1, t);
    for (int y = clampi((int)ceil1(top), 0, frame.h); y < clampi((int)ceil1(top + tall), 0, frame.h); y += 1) {
      const float fall = shade * (1.0f - 0.2f * (((float)y - top) / tall));
      put(y * frame.w + x, v3(c.x * fall, c.y * fall, c.z * fall));
    }
  }
}
static void block_top(float cx, float cy, float half, vec3 c) {
  const float low = half * 0.5f;
  for (int y = clampi((int)ceil1(cy - low), 0, frame.h); y < clampi((int)ceil1(cy + low), 0, frame.h); y += 1) {
    const float wide = half * (1.0f - fabs1((float)y - cy) / low);
    for (int x = clampi((int)ceil1(cx - wide), 0, frame.w); x < clampi((int)ceil1(cx + wide), 0, frame.w); x += 1) {
      const float rim = wide - fabs1((float)x - cx) < 2.0f ? 0.05f : 0.0f;
      put(y * frame.w + x, v3(c.x * 1.16f + 0.035f + rim, c.y * 1.16f + 0.035f + rim, c.z * 1.16f + 0.035f + rim));
    }
  }
}
static inline vec3 face_colour(float x, float y) { return saturate3(colour_at(at((int)x, (int)y)), 1.26f); }
/*
 * The image built of cubes seen from a corner, in rows like steps; every face takes the colour at its own position.
 * Dark masses in the lower half are raised by whole cubes.
 */
static void style_isometric(void) {
  const float half = max1(4.0f, 13.0f * frame.unit), low = half * 0.5f, edge = half * 1.12f, pitch = low + edge;
  float *tone = frame.plane[3];
  flatten(pixels(6.0f), 900.0f);
  luma_plane(tone);
  stretch(tone, 1.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], (int)(half * 0.3f), 1);
  const int columns = (int)((float)frame.w / (2.0f * half)) + 3, rows = (int)(((float)frame.h + edge * 4.0f) / pitch) + 3;
  for (int row = -1; row < rows; row += 1) {
    for (int column = -1; column < columns; column += 1) {
      const float cx = ((float)column * 2.0f + (float)(row & 1)) * half, cy = (float)row * pitch;
      const float depth = smoothstep1(0.4f, 0.75f, cy / (float)frame.h);
      const float steps = floor1((1.0f - tone[at((int)cx, (int)cy)]) * 2.4f * depth + 0.35f);
      const float top = cy - edge * steps, tall = edge * (1.0f + steps) + 1.0f;
      block_side(cx - half, cx, top, top + low, tall, face_colour(cx - low, top + edge), 0.95f);
      block_side(cx, cx + half, top + low, top, tall, face_colour(cx + low, top + edge), 0.7f);
      block_top(cx, top, half, face_colour(cx, top));
    }
  }
}

/*
 * Chamfer distance (pixels) to the nearest pixel of another colour index, written to `to`; `index` holds the indices.
 */
static void distance_to_other(const float *index, float *to) {
  const int w = frame.w, h = frame.h;
  for (int y = 0; y < h; y += 1) {
    for (int x = 0; x < w; x += 1) {
      const int i = y * w + x;
      const float own = index[i];
      float d = 1e6f;
      if (x + 1 < w && index[i + 1] != own) d = 0.5f;
      if (y + 1 < h && index[i + w] != own) d = 0.5f;
      if (x > 0) d = min1(d, index[i - 1] != own ? 0.5f : to[i - 1] + 1.0f);
      if (y > 0) {
        d = min1(d, index[i - w] != own ? 0.5f : to[i - w] + 1.0f);
        if (x > 0) d = min1(d, to[i - w - 1] + 1.414f);
        if (x + 1 < w) d = min1(d, to[i - w + 1] + 1.414f);
      }
      to[i] = d;
    }
  }
  for (int y = h - 1; y >= 0; y -= 1) {
    for (int x = w - 1; x >= 0; x -= 1) {
      const int i = y * w + x;
      float d = to[i];
      if (x + 1 < w) d = min1(d, to[i + 1] + 1.0f);
      if (y + 1 < h) {
        d = min1(d, to[i + w] + 1.0f);
        if (x > 0) d = min1(d, to[i + w - 1] + 1.414f);
        if (x + 1 < w) d = min1(d, to[i + w + 1] + 1.414f);
      }
      to[i] = d;
    }
  }
}
/* Rounded slabs of modelling clay with thumb prints, lit from the upper left. */
static void style_clay(void) {
  const int count = inks_of(11);
  const float u = frame.unit, round = 15.0f * u;
  float *index = frame.plane[3], *height = frame.plane[7];
  flatten(pixels(8.0f), 900.0f);
  flatten(pixels(8.0f), 1200.0f);
  for (int k = 0; k < 3; k += 1) blur(frame.plane[k], frame.plane[8], pixels(2.2f), 2);
  vivid_planes(1.25f);
  find_palette(count);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      int own = 0;
      const vec3 c = soft_colour(count, x, y, &own);
      index[i] = (float)own;
      frame.plane[4][i] = c.x; frame.plane[5][i] = c.y; frame.plane[6][i] = c.z;
    }
  }
  distance_to_other(index, height);
  float *lumps = frame.plane[0], *wander = frame.plane[1], *drift = frame.plane[2];
  slow_field(lumps, 0.014f, 0.014f, 4, 161u);
  slow_field(wander, 0.006f, 0.006f, 2, 165u);
  slow_field(drift, 0.006f, 0.006f, 2, 166u);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float t = saturate1(height[i] / round), dome = sqrt1(t * (2.0f - t));
      /* Scattered thumb prints: ridges in rings around a point of a jittered grid. */
      const float px = (float)x / u * 0.0096f + wander[i], py = (float)y / u * 0.0096f + drift[i];
      const float cx = floor1(px) + 0.5f, cy = floor1(py) + 0.5f, rx = px - cx, ry = (py - cy) * 0.8f;
      float print = 0.0f;
      if (rx * rx + ry * ry < 0.25f && unit_of(hash_cell2((int)cx, (int)cy, frame.seed + 167u)) > 0.5f) {
        print = sin1(KERNEL_TAU * 13.0f * sqrt1((rx + 0.2f) * (rx + 0.2f) + ry * ry)) * smoothstep1(0.5f, 0.15f, sqrt1(rx * rx + ry * ry));
      }
      frame.plane[8][i] = (9.0f * dome + 4.2f * lumps[i] + 0.34f * print) * u;
    }
  }
  copy_plane(height, frame.plane[8]);
  blur(height, frame.plane[8], pixels(1.3f), 1);
  copy_plane(index, height);
  blur(index, frame.plane[8], pixels(12.0f), 2);
  for (int y = 0; y < frame.h; y += 1) {
    for (int x = 0; x < frame.w; x += 1) {
      const int i = y * frame.w + x;
      const float sx = (height[at(x + 1, y)] - height[at(x - 1, y)]) * 0.5f, sy = (height[at(x, y + 1)] - height[at(x, y - 1)]) * 0.5f;
      const float scale = 1.0f / sqrt1(sx * sx + sy * sy + 1.0f);
      /* Light from the upper left: slopes facing it are bright. */
      const float diffuse = saturate1((0.48f * sx + 0.62f * sy + 0.64f) * scale);
      const float shine = pow1(saturate1((0.3f * sx + 0.42f * sy + 0.86f) * scale), 26.0f);
      const float hollow = saturate1((index[i] - height[i]) / (7.0f * u));
      const vec3 c = saturate3(v3(frame.plane[4][i], frame.plane[5][i], frame.plane[6][i]), 1.14f);
      const float light = (0.44f + 0.86f * diffuse) * (1.0f - 0.5f * hollow);
      const float speck = grain(x, y, 169u) * 0.014f;
      const vec3 lit = v3(c.x * light + 0.1f * shine + 0.02f + speck, c.y * light + 0.1f * shine + 0.016f + speck, c.z * light + 0.095f * shine + 0.014f + speck);
      put(i, sparkle(lit, x, y, 0.8f));
    }
  }
}

#endif
