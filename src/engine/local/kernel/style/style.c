/*
 * Kernel of the styles: one pass over a finished image. The caller reserves style_bytes, calls style_begin, writes the
 * image to the returned address, calls style_apply and reads the result.
 */
#include "style_base.h"
#include "style_print.h"
#include "style_paint.h"
#include "style_made.h"
#include "style_brush.h"

/* Bytes of memory for an image of this size, from the heap on. */
KERNEL_EXPORT(style_bytes) int style_bytes(int width, int height) {
  return width * height * 4 * (2 + PLANES) + TILE * TILE * 4 + 64;
}
/* Lays out the memory; returns the address for the image, RGBA. */
KERNEL_EXPORT(style_begin) int style_begin(int heap, int width, int height, uint32_t seed, float seconds) {
  const int n = width * height;
  frame.w = width; frame.h = height; frame.n = n; frame.seed = seed; frame.seconds = seconds;
  frame.unit = (float)(width < height ? width : height) / 1000.0f;
  frame.coarse = 1.0f; frame.inks = 0;
  frame.source = (uint8_t *)heap;
  frame.result = frame.source + 4 * n;
  for (int k = 0; k < PLANES; k += 1) frame.plane[k] = (float *)(frame.result + 4 * n) + k * n;
  tooth_tile = frame.plane[PLANES - 1] + n;
  return heap;
}
/*
 * Call after style_begin: the size factor `coarse` of brush, dots and blocks, and the number of `inks` in addition to
 * the style's own.
 */
KERNEL_EXPORT(style_tune) void style_tune(float coarse, int inks) {
  frame.unit *= coarse / frame.coarse;
  frame.coarse = coarse; frame.inks = inks;
}
/*
 * Applies the style; returns the address of the result, RGBA. Kinds in the order of STYLES, then a photograph in oil.
 */
KERNEL_EXPORT(style_apply) int style_apply(int kind) {
  load_planes();
  weave_tile();
  switch (kind) {
    case 1: style_poster(); break;
    case 2: style_watercolour(); break;
    case 3: style_ink(); break;
    case 4: style_neon(); break;
    case 5: style_pixel(); break;
    case 6: style_papercut(); break;
    case 7: style_isometric(); break;
    case 8: style_line(); break;
    case 9: style_oil(); break;
    case 10: style_blueprint(); break;
    case 11: style_risograph(); break;
    case 12: style_clay(); break;
    case 13: style_brush(); break;
    default: style_natural(); break;
  }
  return (int)frame.result;
}
