/*
 * The image being painted: three planes of linear light, and one with the share of open sky in each pixel, where light
 * shafts start. Rows are padded to a multiple of four pixels.
 */
#ifndef KINORA_LAYERS_FRAME_H
#define KINORA_LAYERS_FRAME_H

#include "layers_simd.h"

typedef struct { int width, height, stride; float *r, *g, *b, *open; uint8_t *bytes; float *scratch; } Frame;
static Frame frame;
static float params[160];
static float linear_table[256];

static inline f4 load4(const float *p) { return *(const f4 *)p; }
static inline void store4(float *p, f4 v) { *(f4 *)p = v; }
static inline rgb4 pixel4(int at) { return (rgb4){load4(frame.r + at), load4(frame.g + at), load4(frame.b + at)}; }
static inline void put4(int at, rgb4 c) { store4(frame.r + at, c.r); store4(frame.g + at, c.g); store4(frame.b + at, c.b); }

KERNEL_EXPORT(layers_params) float *layers_params(void) { return params; }

/* Floats of working memory behind the byte buffer: one terrain strip with its rows, or the small copy for glow. */
#define SCRATCH_FLOATS (2048 * 160 * 4 + 262144)

/* Bytes needed from `heap` on for an image of this size. */
KERNEL_EXPORT(layers_bytes) int layers_bytes(int width, int height) {
  const int stride = (width + 3) & ~3;
  return stride * height * 4 * 5 + SCRATCH_FLOATS * 4 + 1024;
}

/* Lays out the planes from `heap` on and clears them. */
KERNEL_EXPORT(layers_open) void layers_open(int width, int height, uint8_t *heap) {
  const int stride = (width + 3) & ~3, plane = stride * height;
  float *at = (float *)heap;
  frame = (Frame){width, height, stride, at, at + plane, at + 2 * plane, at + 3 * plane, (uint8_t *)(at + 4 * plane), at + 5 * plane};
  for (int i = 0; i < plane * 4; i += 4) store4(at + i, set4(0.0f));
  for (int i = 0; i < 256; i += 1) linear_table[i] = linear_of_srgb((float)i / 255.0f);
}

/* Buffer that canvas layers are copied to and finished bytes are read from: width * height * 4 bytes. */
KERNEL_EXPORT(layers_buffer) uint8_t *layers_buffer(void) { return frame.bytes; }

#endif
