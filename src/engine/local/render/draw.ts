import { drawLayers } from './layers/draw.js';
import { createRandom } from '../scene/random.js';
import type { OnGrow, Raster, SceneOptions, Understanding } from '../scene/scene.js';
import { understand } from '../scene/understand.js';
import { drawSolid } from './solid/index.js';
import { applyStyle } from './style/style.js';

/** Limits of the sides of a drawn image, pixels. */
export const SIDE = { min: 64, max: 2048 } as const;

export interface DrawingOptions extends SceneOptions {
  /** Pixels, 64 to 2048. */
  readonly width: number;
  readonly height: number;
  /** Called during drawing, before the style is applied. */
  readonly onGrow?: OnGrow;
  /** Called once when drawing is done and the style is applied next. */
  readonly onStyle?: () => void;
  /** Moment of the animation; 0 for an image. */
  readonly seconds?: number;
}

export interface DrawnImage {
  readonly raster: Raster;
  readonly understanding: Understanding;
}

/**
 * Renders a prompt: understands it, draws the scene with the matching renderer, and applies the style. Deterministic:
 * the same options give the same bytes.
 * @throws RangeError when a side is not a whole number from 64 to 2048
 */
export async function renderScene(options: DrawingOptions): Promise<DrawnImage> {
  const { width, height, onGrow, onStyle, seconds = 0 } = options;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < SIDE.min || side > SIDE.max)
      throw new RangeError(`A side of ${side} pixels is not within 64 to 2048`);
  }
  const understanding = understand(options);
  const { scene } = understanding;
  const draw = scene.renderer === 'solid' ? drawSolid : drawLayers;
  const drawn = await draw(scene, width, height, onGrow, seconds);
  onStyle?.();
  const raster = applyStyle(drawn, scene, createRandom(scene.seed, 'style'), seconds);
  return { raster, understanding };
}
