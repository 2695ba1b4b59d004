/*
 * Kernel of moving images: planes of luma and of two half-size colour differences (BT.709, 16..235, as H.264 players
 * expect), a warp of those planes by a coarse grid of source positions, and blending of two moments. A padded image has
 * PAD pixels of its border colour around every plane, so that no tap needs clamping.
 */
#include <wasm_simd128.h>
#include "../maths.h"

#define PAD 8
#define PHASES 128
/* Pixels between two nodes of a warp's grid. */
#define CELL 8

/* Across: the four weights twice, for two rows at once; down: each weight twice. */
static int16_t taps[PHASES][8], pairs[PHASES][8];
static int tapped;

/* Catmull-Rom, in 1/128. It passes through the pixels themselves, so that a frame without motion equals the image. */
static void make_taps(void) {
  if (tapped) return;
  for (int i = 0; i < PHASES; i += 1) {
    const float t = (float)i / (float)PHASES;
    const float w[4] = {0.5f * t * (-1.0f + t * (2.0f - t)), 1.0f + 0.5f * t * t * (-5.0f + 3.0f * t), 0.5f * t * (1.0f + t * (4.0f - 3.0f * t)), 0.5f * t * t * (t - 1.0f)};
    int sum = 0;
    for (int k = 0; k < 4; k += 1) { taps[i][k] = (int16_t)floor1(w[k] * 128.0f + 0.5f); sum += taps[i][k]; }
    taps[i][t < 0.5f ? 1 : 2] += (int16_t)(128 - sum);
    for (int k = 0; k < 4; k += 1) { taps[i][4 + k] = taps[i][k]; pairs[i][2 * k] = pairs[i][2 * k + 1] = taps[i][k]; }
  }
  tapped = 1;
}

typedef struct { int width, height, stride, size; uint8_t *first; } Plane;

/* Plane 0 luma, 1 blue, 2 red difference of a padded image; `first` is its first pixel inside the padding. */
static Plane padded(uint8_t *at, int width, int height, int index) {
  Plane p = {0};
  for (int k = 0; k <= index; k += 1) {
    p.width = k ? width / 2 : width; p.height = k ? height / 2 : height;
    p.stride = p.width + 2 * PAD; p.size = p.stride * (p.height + 2 * PAD);
    p.first = at + PAD * p.stride + PAD;
    at += p.size;
  }
  return p;
}
/* Bytes of a padded image; one without padding takes width * height * 3 / 2. */
KERNEL_EXPORT(motion_bytes) int motion_bytes(int width, int height) {
  return ((width + 2 * PAD) * (height + 2 * PAD) + 2 * (width / 2 + 2 * PAD) * (height / 2 + 2 * PAD) + 31) & ~15;
}

static inline int luma_of(const uint8_t *p) { return (11966 * p[0] + 40254 * p[1] + 4064 * p[2] + 32768 + (16 << 16)) >> 16; }

static void pad(Plane p) {
  for (int y = 0; y < p.height; y += 1) {
    uint8_t *row = p.first + y * p.stride;
    for (int k = 1; k <= PAD; k += 1) { row[-k] = row[0]; row[p.width - 1 + k] = row[p.width - 1]; }
  }
  for (int k = 1; k <= PAD; k += 1) {
    __builtin_memcpy(p.first - PAD - k * p.stride, p.first - PAD, (unsigned)p.stride);
    __builtin_memcpy(p.first - PAD + (p.height - 1 + k) * p.stride, p.first - PAD + (p.height - 1) * p.stride, (unsigned)p.stride);
  }
}

/* Converts opaque RGBA with even sides to a padded image. */
KERNEL_EXPORT(motion_load) void motion_load(const uint8_t *rgba, uint8_t *to, int width, int height) {
  const Plane luma = padded(to, width, height, 0), blue = padded(to, width, height, 1), red = padded(to, width, height, 2);
  for (int y = 0; y < height; y += 2) {
    const uint8_t *a = rgba + y * width * 4, *b = a + width * 4;
    uint8_t *la = luma.first + y * luma.stride, *lb = la + luma.stride, *u = blue.first + y / 2 * blue.stride, *v = red.first + y / 2 * red.stride;
    for (int x = 0; x < width; x += 2, a += 8, b += 8) {
      la[x] = (uint8_t)luma_of(a); la[x + 1] = (uint8_t)luma_of(a + 4);
      lb[x] = (uint8_t)luma_of(b); lb[x + 1] = (uint8_t)luma_of(b + 4);
      const int r = a[0] + a[4] + b[0] + b[4], g = a[1] + a[5] + b[1] + b[5], c = a[2] + a[6] + b[2] + b[6];
      u[x / 2] = (uint8_t)((-6596 * r - 22188 * g + 28784 * c + 131072 + (128 << 18)) >> 18);
      v[x / 2] = (uint8_t)((28784 * r - 26145 * g - 2639 * c + 131072 + (128 << 18)) >> 18);
    }
  }
  pad(luma); pad(blue); pad(red);
}

/* Converts an image without padding to opaque RGBA, every `step`-th pixel of every `step`-th row. */
KERNEL_EXPORT(motion_show) void motion_show(const uint8_t *from, uint8_t *rgba, int width, int height, int step) {
  const uint8_t *blue = from + width * height, *red = blue + width * height / 4;
  for (int y = 0; y + step <= height; y += step) {
    for (int x = 0; x + step <= width; x += step, rgba += 4) {
      const int l = 76309 * (from[y * width + x] - 16) + 32768, at = y / 2 * (width / 2) + x / 2;
      const int u = blue[at] - 128, v = red[at] - 128;
      const int rgb[3] = {(l + 117489 * v) >> 16, (l - 13975 * u - 34925 * v) >> 16, (l + 138438 * u) >> 16};
      for (int k = 0; k < 3; k += 1) rgba[k] = (uint8_t)(rgb[k] < 0 ? 0 : rgb[k] > 255 ? 255 : rgb[k]);
      rgba[3] = 255;
    }
  }
}

/* Blends two buffers of equal length (a multiple of 16): `share` 0 the first to 128 the second. */
KERNEL_EXPORT(motion_mix) void motion_mix(const uint8_t *a, const uint8_t *b, uint8_t *to, int length, int share) {
  const v128_t second = wasm_i16x8_splat((int16_t)share), first = wasm_i16x8_splat((int16_t)(128 - share)), half = wasm_i16x8_splat(64);
  for (int i = 0; i < length; i += 16) {
    const v128_t p = wasm_v128_load(a + i), q = wasm_v128_load(b + i);
    const v128_t low = wasm_i16x8_add(wasm_i16x8_mul(wasm_u16x8_extend_low_u8x16(p), first), wasm_i16x8_mul(wasm_u16x8_extend_low_u8x16(q), second));
    const v128_t high = wasm_i16x8_add(wasm_i16x8_mul(wasm_u16x8_extend_high_u8x16(p), first), wasm_i16x8_mul(wasm_u16x8_extend_high_u8x16(q), second));
    wasm_v128_store(to + i, wasm_u8x16_narrow_i16x8(wasm_u16x8_shr(wasm_i16x8_add(low, half), 7), wasm_u16x8_shr(wasm_i16x8_add(high, half), 7)));
  }
}

/* Positions in a plane are accumulated in steps of 1/FINE pixel; the topmost bits of a fraction select the taps. */
#define FINE_BITS 15
#define PHASE_BITS 7
#define MOST_COLUMNS 260

/* Luma: sixteen pixels by Catmull-Rom. `x` and `y` in 1/FINE pixel from the first pixel of the padding's inner rim. */
static inline int cubic(const uint8_t *at, int stride, int x, int y) {
  const v128_t across = wasm_v128_load(taps[(x >> (FINE_BITS - PHASE_BITS)) & (PHASES - 1)]), down = wasm_v128_load(pairs[(y >> (FINE_BITS - PHASE_BITS)) & (PHASES - 1)]);
  const uint8_t *from = at + (y >> FINE_BITS) * stride + (x >> FINE_BITS);
  v128_t top = wasm_v128_load32_zero(from - stride - 1), low = wasm_v128_load32_zero(from + stride - 1);
  top = wasm_v128_load32_lane(from - 1, top, 1);
  low = wasm_v128_load32_lane(from + 2 * stride - 1, low, 1);
  const v128_t a = wasm_i32x4_dot_i16x8(wasm_u16x8_extend_low_u8x16(top), across), b = wasm_i32x4_dot_i16x8(wasm_u16x8_extend_low_u8x16(low), across);
  const v128_t sum = wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(a, 2), wasm_i32x4_shr(b, 2)), down);
  const v128_t half = wasm_i32x4_add(sum, wasm_i32x4_shuffle(sum, sum, 2, 3, 0, 1));
  const int total = (wasm_i32x4_extract_lane(half, 0) + wasm_i32x4_extract_lane(half, 1) + 2048) >> 12;
  return total < 0 ? 0 : total > 255 ? 255 : total;
}

/* Colour difference, which the eye sees coarsely: four pixels by linear interpolation. */
static inline int straight(const uint8_t *at, int stride, int x, int y) {
  const uint8_t *from = at + (y >> FINE_BITS) * stride + (x >> FINE_BITS);
  const int u = (x >> (FINE_BITS - PHASE_BITS)) & (PHASES - 1), v = (y >> (FINE_BITS - PHASE_BITS)) & (PHASES - 1);
  const int top = from[0] * (PHASES - u) + from[1] * u, low = from[stride] * (PHASES - u) + from[stride + 1] * u;
  return (top * (PHASES - v) + low * v + (1 << (2 * PHASE_BITS - 1))) >> (2 * PHASE_BITS);
}

static int node_x[MOST_COLUMNS], node_y[MOST_COLUMNS];

/* The grid's nodes along one row of a plane, in 1/FINE of its pixels, counted from two pixels before the first so that none is negative. */
static void nodes_of(Plane from, const float *grid, int columns, int scale, int y) {
  const float per = 1.0f / (float)scale, centre = 0.5f * (float)(scale - 1), fine = (float)(1 << FINE_BITS);
  const float py = ((float)(y * scale) + centre) / (float)CELL, fy = py - (float)(int)py;
  const float *above = grid + (int)py * columns * 2, *below = above + columns * 2;
  for (int k = 0; k < columns; k += 1) {
    const float x = clamp1((mix1(above[2 * k], below[2 * k], fy) - centre) * per, -1.0f, (float)from.width);
    const float row = clamp1((mix1(above[2 * k + 1], below[2 * k + 1], fy) - centre) * per, -1.0f, (float)from.height);
    node_x[k] = (int)((x + 2.0f) * fine + 128.0f); node_y[k] = (int)((row + 2.0f) * fine + 128.0f);
  }
}

static void warp_luma(Plane from, uint8_t *to, const float *grid, int columns) {
  const uint8_t *at = from.first - 2 * from.stride - 2;
  for (int y = 0; y < from.height; y += 1, to += from.width) {
    nodes_of(from, grid, columns, 1, y);
    for (int k = 0, first = 0; first < from.width; k += 1, first += CELL) {
      const int stop = first + CELL < from.width ? CELL : from.width - first, dx = (node_x[k + 1] - node_x[k]) / CELL, dy = (node_y[k + 1] - node_y[k]) / CELL;
      for (int i = 0, sx = node_x[k], sy = node_y[k]; i < stop; i += 1, sx += dx, sy += dy) to[first + i] = (uint8_t)cubic(at, from.stride, sx, sy);
    }
  }
}

/* Both planes of colour difference at once, because they have the same layout. */
static void warp_colour(Plane blue, Plane red, uint8_t *to, const float *grid, int columns) {
  const int half = CELL / 2, start = 2 * blue.stride + 2;
  uint8_t *also = to + blue.width * blue.height;
  for (int y = 0; y < blue.height; y += 1, to += blue.width, also += blue.width) {
    nodes_of(blue, grid, columns, 2, y);
    for (int k = 0, first = 0; first < blue.width; k += 1, first += half) {
      const int stop = first + half < blue.width ? half : blue.width - first, dx = (node_x[k + 1] - node_x[k]) / half, dy = (node_y[k + 1] - node_y[k]) / half;
      /* A pixel of this plane is half an image pixel to the right of the previous node. */
      for (int i = 0, sx = node_x[k] + dx / 4, sy = node_y[k] + dy / 4; i < stop; i += 1, sx += dx, sy += dy) {
        to[first + i] = (uint8_t)straight(blue.first - start, blue.stride, sx, sy);
        also[first + i] = (uint8_t)straight(red.first - start, red.stride, sx, sy);
      }
    }
  }
}

/* Squares of `block` pixels, each showing one square of the image, so that pixel art keeps its grid. */
static void warp_blocks(Plane from, uint8_t *to, const float *grid, int columns, int scale, int block) {
  for (int y = 0; y < from.height; y += 1) {
    for (int x = 0; x < from.width; x += 1) {
      const float px = (float)(x * scale / block * block + block / 2) / (float)CELL, py = (float)(y * scale / block * block + block / 2) / (float)CELL;
      const int gx = (int)px < columns - 2 ? (int)px : columns - 2, last = (from.height * scale + CELL - 1) / CELL - 1, gy = (int)py < last ? (int)py : last;
      const float fx = px - (float)gx, fy = py - (float)gy, *a = grid + (gy * columns + gx) * 2, *b = a + columns * 2;
      const float sx = mix1(mix1(a[0], a[2], fx), mix1(b[0], b[2], fx), fy), sy = mix1(mix1(a[1], a[3], fx), mix1(b[1], b[3], fx), fy);
      const int qx = (int)max1(sx, 0.0f) / block * block + x * scale % block, qy = (int)max1(sy, 0.0f) / block * block + y * scale % block;
      const int ix = qx / scale, iy = qy / scale;
      to[y * from.width + x] = from.first[(iy < from.height ? iy : from.height - 1) * from.stride + (ix < from.width ? ix : from.width - 1)];
    }
  }
}

/*
 * Warps a padded image to one without padding. `grid` holds the source position of every node, x and y in pixels; nodes
 * are CELL pixels apart, with one on or beyond each far side. `block` above 1 keeps squares of that many pixels whole.
 */
KERNEL_EXPORT(motion_warp) void motion_warp(uint8_t *from, uint8_t *to, const float *grid, int width, int height, int block) {
  const int columns = (width + CELL - 1) / CELL + 1;
  const Plane luma = padded(from, width, height, 0), blue = padded(from, width, height, 1), red = padded(from, width, height, 2);
  uint8_t *colour = to + width * height;
  if (block > 1) {
    warp_blocks(luma, to, grid, columns, 1, block);
    warp_blocks(blue, colour, grid, columns, 2, block);
    warp_blocks(red, colour + blue.width * blue.height, grid, columns, 2, block);
    return;
  }
  make_taps();
  warp_luma(luma, to, grid, columns);
  warp_colour(blue, red, colour, grid, columns);
}

/* Blends premultiplied RGBA over an image without padding. */
KERNEL_EXPORT(motion_over) void motion_over(const uint8_t *rgba, uint8_t *to, int width, int height) {
  uint8_t *blue = to + width * height, *red = blue + width * height / 4;
  for (int y = 0; y < height; y += 1) {
    const uint8_t *p = rgba + y * width * 4;
    uint8_t *luma = to + y * width;
    for (int x = 0; x < width; x += 4) {
      const v128_t four = wasm_v128_load(p + 4 * x);
      if (!wasm_v128_any_true(four)) continue;
      for (int k = x; k < x + 4 && k < width; k += 1) {
        const uint8_t *c = p + 4 * k;
        if (c[3] == 0) continue;
        const int keep = 255 - c[3];
        luma[k] = (uint8_t)((luma[k] * keep + 127) / 255 + ((11966 * c[0] + 40254 * c[1] + 4064 * c[2] + 16 * c[3] * 257 + 32768) >> 16));
        if ((y & 1) || (k & 1)) continue;
        const int at = y / 2 * (width / 2) + k / 2;
        blue[at] = (uint8_t)(128 + ((blue[at] - 128) * keep) / 255 + ((-6596 * c[0] - 22188 * c[1] + 28784 * c[2]) >> 16));
        red[at] = (uint8_t)(128 + ((red[at] - 128) * keep) / 255 + ((28784 * c[0] - 26145 * c[1] - 2639 * c[2]) >> 16));
      }
    }
  }
}
