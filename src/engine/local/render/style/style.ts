/** The style of a finished image: each style is a pass over its pixels, in the kernel `style.c`. */
import { loadKernel } from '../../kernel/load.js';
import type { Random } from '../../scene/random.js';
import { STYLES, type Raster, type Scene, type Style } from '../../scene/scene.js';

interface StyleKernel {
  readonly style_bytes: (width: number, height: number) => number;
  readonly style_begin: (heap: number, width: number, height: number, seed: number, seconds: number) => number;
  readonly style_tune: (coarse: number, inks: number) => void;
  readonly style_apply: (kind: number) => number;
}

/** Settings for applying a style to a photograph rather than to a drawn scene. */
export interface StyleTune {
  /** Factor of the size of brush, dots and blocks, 0.25 to 4; 1 by default. */
  readonly coarse?: number;
  /** Inks in addition to the style's own, 0 to 16. */
  readonly inks?: number;
  /** Paints oil in single strokes: a photograph has detail that strokes can follow, a drawn scene has not. */
  readonly strokes?: boolean;
}

/**
 * Applies a style to pixels. Deterministic: the same pixels, style, seed and moment give the same bytes.
 * @param raster the image; it is not changed
 * @param style which look; `natural` is a light grade
 * @param seed 0 to 2^32 − 1; controls the paper, the brush and the inks
 * @param seconds moment of an animation; only hand-drawn or glowing parts move with it, the paper stays still
 * @param tune for a photograph
 * @returns an image of the same size, opaque
 */
export function styleRaster(raster: Raster, style: Style, seed: number, seconds = 0, tune: StyleTune = {}): Raster {
  const { width, height, data } = raster;
  const kernel = loadKernel<StyleKernel>('style');
  kernel.reserve(kernel.heap + kernel.exports.style_bytes(width, height));
  const source = kernel.exports.style_begin(kernel.heap, width, height, seed >>> 0, seconds);
  kernel.exports.style_tune(tune.coarse ?? 1, tune.inks ?? 0);
  kernel.bytes(source, data.length).set(data);
  const result = kernel.exports.style_apply(
    style === 'oil' && tune.strokes === true ? STYLES.length : STYLES.indexOf(style),
  );
  return { width, height, data: new Uint8ClampedArray(kernel.bytes(result, data.length)) };
}

/**
 * Applies a drawn scene's style.
 * @param raster the drawing, opaque
 * @param scene gives the style
 * @param random a stream of the scene's seed; one number is taken
 * @param seconds moment of the animation, 0 for an image
 */
export function applyStyle(raster: Raster, scene: Scene, random: Random, seconds = 0): Raster {
  return styleRaster(raster, scene.style, Math.floor(random.next() * 4_294_967_296), seconds);
}
