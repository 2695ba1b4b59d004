/*
 * Terrain in perspective: each column of the image marches away from the viewer over a height field, and paints
 * whatever rises above everything nearer. There are two columns per pixel, and partial coverage of a pixel is kept, so
 * that outlines are smooth. Strips are processed from the sun's side, because cast shadows run along the rows.
 */
#ifndef KINORA_LAYERS_TERRAIN_H
#define KINORA_LAYERS_TERRAIN_H

#include "layers_frame.h"
#include "layers_height.h"

#define STRIP 128
#define MARGIN 4
#define ROW (STRIP + 2 * MARGIN)
#define MOST_STEPS 1024

typedef struct { float height[ROW], tree[ROW]; } HeightRow;
static HeightRow height_rows[3];
static float shadow_edge[MOST_STEPS];
static float lit_row[ROW];
static float top_of[STRIP];
static float last_rgb[STRIP][3];
static int last_dry[STRIP];

/* State of a column's last step: under water, visible, occluded, or not begun. */
enum { WET, DRY, HIDDEN, FRESH };

static void fill_heights(const Terrain *t, HeightRow *row, float z, int first) {
  for (int i = 0; i < ROW; i += 4) {
    const f4 px = lanes4(((float)(first + i - MARGIN) + 0.5f) * 0.5f, 0.5f);
    f4 tree;
    const f4 h = height_at(t, (px - t->cx) * (z / t->focal), set4(z), &tree);
    store4(row->height + i, h);
    store4(row->tree + i, tree);
  }
}

/* 1 in sunlight, 0 in shadow: a ray from the sun descends along the row, and everything below it is in shadow. */
static void sweep_shadow(const Terrain *t, const HeightRow *row, float z, int step, int from_left) {
  const float dx = z / t->focal * 0.5f, fall = dx * max1(t->sun[1], 0.12f) / max1(fabs1(t->sun[0]), 0.25f);
  float edge = shadow_edge[step];
  for (int k = 0; k < STRIP; k += 1) {
    const int i = MARGIN + (from_left ? k : STRIP - 1 - k);
    edge -= fall;
    const float h = row->height[i];
    lit_row[i] = 1.0f - smoothstep1(0.0f, 0.05f * t->height + dx, edge - h);
    if (h > edge) edge = h;
  }
  shadow_edge[step] = edge;
}

static rgb4 strata(const Terrain *t, f4 h, f4 x, rgb4 c) {
  const f4 band = noise4(h / t->height * 19.0f + 0.35f * noise4(x * 0.8f, h, 5u), x * 0.05f, (uint32_t)t->seed + 60u);
  const f4 thin = noise4(h / t->height * 70.0f, x * 0.1f, (uint32_t)t->seed + 61u);
  const f4 k = 1.0f + 0.52f * band + 0.28f * thin;
  return (rgb4){c.r * k, c.g * k * (1.0f + 0.16f * band), c.b * k * (1.0f + 0.22f * band)};
}

/* Surface colour from height, steepness and light, before haze. */
static rgb4 surface_at(const Terrain *t, f4 x, float z, f4 h, f4 nx, f4 ny, f4 nz, f4 lit, f4 tree) {
  const uint32_t seed = (uint32_t)t->seed + 70u;
  const f4 grain = sum4(x * (t->scale * 5.0f), set4(z * t->scale * 5.0f) + h * 3.0f, 3, seed);
  const f4 facing = max4(nx * t->sun[0] + ny * t->sun[1] + nz * t->sun[2], set4(0.0f));
  const f4 sky = 0.35f + 0.35f * ny - 0.22f * nz;
  const f4 key = sat4(facing * 1.15f * lit + 0.32f * sky * (0.5f + 0.5f * lit));
  const f4 relative = (h - t->base) / t->height;
  rgb4 rock = mix_rgb(rgb_of(t->rock_shade), rgb_of(t->rock_light), sat4(key * (1.0f + 0.35f * grain)));
  if ((int)t->kind == CANYON) rock = strata(t, h, x, rock);
  const f4 slope = ny;
  const f4 green = smooth4(0.62f, 0.80f, slope + 0.14f * grain) * smooth4(t->green_line + 0.08f, t->green_line - 0.10f, relative + 0.12f * grain);
  rgb4 c = mix_rgb(rock, mix_rgb(rgb_of(t->green_shade), rgb_of(t->green_light), sat4(key * (0.95f + 0.5f * grain))), green);
  /* Grain scales with the height of the mass, so that it is as fine for a knoll as for a peak. */
  const f4 snow = smooth4(t->snow_line - 0.04f, t->snow_line + 0.10f, relative + 0.12f * grain) * smooth4(0.22f, 0.46f, slope + 0.10f * grain);
  c = mix_rgb(c, mix_rgb(rgb_of(t->snow_shade), scale_rgb(rgb_of(t->snow_light), set4(0.86f)), sat4(key * 1.05f)), snow);
  const rgb4 wood = mix_rgb(rgb_of(t->tree_shade), rgb_of(t->tree_light), sat4(key * key * 1.5f + 0.12f * grain));
  c = mix_rgb(c, wood, tree);
  if (t->foam[0] > 0.0f) {
    const f4 edge = h - 0.006f * noise4(x * 5.0f + t->time * 0.3f, set4(z * 2.0f), seed + 3u);
    c = scale_rgb(c, 0.72f + 0.28f * smooth4(0.004f, 0.034f, edge));
    c = mix_rgb(c, rgb_of(t->foam), smooth4(0.010f, 0.002f, edge) * 0.85f);
  }
  if (t->hot > 0.0f) {
    const f4 dx = x - t->valley_x, dz = set4(z - t->valley_depth), r = sqrt4(dx * dx + dz * dz) / t->valley_width;
    const f4 vein = smooth4(0.10f, 0.0f, abs4(noise4(dx / (r + 0.3f) * 1.5f, dz / (r + 0.3f) * 1.5f + r * 1.4f, seed + 8u))) * smooth4(1.0f, 0.16f, r);
    const f4 heat = sat4(vein * (0.7f + 0.6f * grain) + smooth4(0.11f, 0.04f, r)) * t->hot;
    c = add_rgb(c, (rgb4){heat * 2.6f, heat * heat * 0.75f, heat * heat * heat * 0.16f});
  }
  return c;
}

static rgb4 air_before(const Terrain *t, f4 px, float z, f4 h, rgb4 c) {
  c = mix_rgb(c, rgb_of(t->tone), set4(t->tone_share));
  const f4 thick = exp4(-max4(h, set4(0.0f)) / t->haze_height);
  const f4 haze = 1.0f - exp4(-(z - t->near * 0.7f) * t->haze_density * (0.35f + 0.9f * thick));
  const f4 off = (px - t->glow_x) / (t->focal * 0.42f);
  const rgb4 air = mix_rgb(rgb_of(t->haze), rgb_of(t->glow), 0.55f * exp4(-off * off));
  return mix_rgb(c, air, sat4(haze));
}

/*
 * Paints the part of a column between two heights on the screen, with colours interpolated from the lower to the upper.
 */
static void fill_span(float *strip, int column, float high, float low, const float *below, const float *above) {
  const int last = (int)floor1(low - 1e-4f);
  int row = (int)floor1(high);
  if (row < 0) row = 0;
  const float span = max1(low - high, 1e-3f);
  for (; row <= last && row < frame.height; row += 1) {
    const float from = max1(high, (float)row), to = min1(low, (float)row + 1.0f), cover = to - from;
    if (cover <= 0.0f) continue;
    const float k = saturate1((low - 0.5f * (from + to)) / span);
    float *p = strip + (row * STRIP + column) * 4;
    for (int j = 0; j < 3; j += 1) p[j] += cover * mix1(below[j], above[j], k);
    p[3] += cover;
  }
}

static void walk_step(const Terrain *t, float *strip, const HeightRow *nearer, const HeightRow *row, const HeightRow *farther, float z, float dz, int first) {
  const float dx = z / t->focal * 0.5f, pace = t->focal / z;
  for (int k = 0; k < STRIP; k += 4) {
    const int i = MARGIN + k;
    const f4 h = load4(row->height + i);
    /* A crest between two steps is higher than either, so the top of the parabola through three steps is used. */
    const f4 at = t->horizon - (h - t->eye) * pace;
    const f4 rise = t->horizon - (load4(nearer->height + i) - t->eye) * (t->focal / (z - dz)) - at, fall = t->horizon - (load4(farther->height + i) - t->eye) * (t->focal / (z + dz)) - at;
    const i4 peak = (rise > 0.0f) & (fall > 0.0f);
    const f4 y = pick4(peak, at - min4((fall - rise) * (fall - rise) / (8.0f * (fall + rise) + 1e-6f), set4(3.0f)), at);
    const i4 dry = h > t->wet;
    const f4 top = load4(top_of + k);
    const i4 shown = (y < top) & dry;
    if (any4(shown)) {
      const f4 px = lanes4(((float)(first + k) + 0.5f) * 0.5f, 0.5f), x = (px - t->cx) * (z / t->focal);
      const f4 left = (f4)wasm_v128_load(row->height + i - 2), right = (f4)wasm_v128_load(row->height + i + 2);
      /* Along z the slope is measured on the near side only, because nothing is visible past a crest. */
      const f4 gx = (right - left) / (4.0f * dx), gz = (h - load4(nearer->height + i)) / dz;
      const f4 inv = 1.0f / sqrt4(1.0f + gx * gx + gz * gz);
      rgb4 c = surface_at(t, x, z, h, -gx * inv, inv, -gz * inv, load4(lit_row + i), load4(row->tree + i));
      c = air_before(t, px, z, h, c);
      for (int j = 0; j < 4; j += 1) {
        if (!shown[j]) continue;
        float here[3] = {c.r[j], c.g[j], c.b[j]};
        const int column = k + j;
        /* Sand is smooth: a step that happens to fall on a crest must not flash. */
        if ((int)t->kind == DUNES && last_dry[column] == DRY) {
          for (int q = 0; q < 3; q += 1) here[q] = mix1(last_rgb[column][q], here[q], 0.22f);
        }
        float low = top_of[column];
        if (last_dry[column] != DRY) {
          if (last_dry[column] == WET) low = min1(low, t->horizon - (t->wet - t->eye) * pace);
          for (int q = 0; q < 3; q += 1) last_rgb[column][q] = here[q];
        }
        fill_span(strip, column, y[j], low, last_rgb[column], here);
        top_of[column] = y[j];
        for (int q = 0; q < 3; q += 1) last_rgb[column][q] = here[q];
      }
    }
    for (int j = 0; j < 4; j += 1) if (last_dry[k + j] != FRESH || shown[j] || !dry[j]) last_dry[k + j] = !dry[j] ? WET : shown[j] ? DRY : HIDDEN;
  }
}

static void resolve_strip(const float *strip, int first) {
  for (int y = 0; y < frame.height; y += 1) {
    for (int k = 0; k < STRIP / 2; k += 1) {
      const int x = first / 2 + k;
      if (x >= frame.width) break;
      const float *a = strip + (y * STRIP + 2 * k) * 4;
      const float cover = 0.5f * (a[3] + a[7]);
      if (cover <= 0.0f) continue;
      const int at = y * frame.stride + x;
      const float keep = max1(1.0f - cover, 0.0f);
      frame.r[at] = frame.r[at] * keep + 0.5f * (a[0] + a[4]);
      frame.g[at] = frame.g[at] * keep + 0.5f * (a[1] + a[5]);
      frame.b[at] = frame.b[at] * keep + 0.5f * (a[2] + a[6]);
      frame.open[at] *= keep;
    }
  }
}

KERNEL_EXPORT(layers_terrain) void layers_terrain(void) {
  const Terrain *t = (const Terrain *)params;
  const int steps = (int)clamp1(t->steps, 32.0f, (float)MOST_STEPS), strips = (2 * frame.width + STRIP - 1) / STRIP;
  const int from_left = t->sun[0] < 0.0f;
  const float ratio = exp1(log1(t->far / t->near) / (float)steps);
  for (int i = 0; i < steps; i += 1) shadow_edge[i] = -1e9f;
  for (int s = 0; s < strips; s += 1) {
    const int first = (from_left ? s : strips - 1 - s) * STRIP;
    float *strip = frame.scratch;
    for (int i = 0; i < frame.height * STRIP * 4; i += 4) store4(strip + i, set4(0.0f));
    for (int k = 0; k < STRIP; k += 1) { top_of[k] = t->floor; last_dry[k] = FRESH; }
    float z = t->near;
    HeightRow *nearer = &height_rows[0], *row = &height_rows[1], *farther = &height_rows[2];
    fill_heights(t, nearer, z / ratio, first);
    fill_heights(t, row, z, first);
    for (int step = 0; step < steps; step += 1) {
      fill_heights(t, farther, z * ratio, first);
      sweep_shadow(t, row, z, step, from_left);
      walk_step(t, strip, nearer, row, farther, z, z * (ratio - 1.0f) * 1.0f, first);
      HeightRow *spare = nearer;
      nearer = row; row = farther; farther = spare;
      z *= ratio;
    }
    resolve_strip(strip, first);
  }
}

#endif
