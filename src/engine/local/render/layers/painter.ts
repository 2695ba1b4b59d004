/** Typed wrapper of the kernel layers.c. Every method paints over what is already there. */
import { loadKernel } from '../../kernel/load.js';
import { toLinear, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import type { DepthSketch, Probe } from './depth.js';

/** Linear light, 1 = white; above 1 it glows. */
export type Light = readonly [number, number, number];

/** sRGB 0..255 as linear light, times `gain`. */
export function linear(colour: Rgb, gain = 1): Light {
  return [toLinear(colour[0]) * gain, toLinear(colour[1]) * gain, toLinear(colour[2]) * gain];
}

interface LayersKernel {
  layers_params(): number;
  layers_bytes(width: number, height: number): number;
  layers_open(width: number, height: number, heap: number): void;
  layers_buffer(): number;
  layers_sky(): void;
  layers_aurora(): void;
  layers_nebula(): void;
  layers_terrain(): void;
  layers_water(): void;
  layers_fog(): void;
  layers_layer(): void;
  layers_rays(): void;
  layers_field(): void;
  layers_finish(): void;
}

/** All lengths in pixels. `stops` run from the horizon up to the zenith. */
export interface SkyParams {
  readonly horizon: number;
  readonly unit: number;
  readonly seed: number;
  readonly time: number;
  readonly stops: readonly Light[];
  readonly sun: {
    readonly x: number;
    readonly y: number;
    readonly radius: number;
    readonly disc: 'none' | 'sun' | 'moon';
    readonly phase: number;
    readonly colour: Light;
  };
  readonly glow: Light;
  readonly glowStrength: number;
  readonly cloud: {
    readonly cover: number;
    readonly softness: number;
    readonly scale: number;
    readonly stretch: number;
    readonly wind: number;
    readonly lit: Light;
    readonly shade: Light;
    readonly octaves: number;
    readonly height: number;
  };
  /** 0 none, 1 a clear night. */
  readonly stars: number;
}

/** The kinds of terrain of the kernel, in its own order. */
export const LANDS = [
  'alps',
  'hills',
  'dunes',
  'canyon',
  'volcano',
  'plain',
  'island',
  'bank',
  'shore',
  'floes',
  'river',
  'reef',
] as const;
export type Land = (typeof LANDS)[number];

/** A colour in the sun and in the shade. */
export interface Tone {
  readonly light: Light;
  readonly shade: Light;
}

/** World units: the eye is `eye` above height 0, and the image plane is `focal` pixels from it. */
export interface TerrainParams {
  readonly land: Land;
  readonly seed: number;
  readonly horizon: number;
  readonly focal: number;
  readonly centre: number;
  readonly eye: number;
  readonly near: number;
  readonly far: number;
  /** Row below which nothing is painted. */
  readonly floor: number;
  readonly steps: number;
  readonly height: number;
  readonly scale: number;
  readonly shift: number;
  readonly base: number;
  readonly valley: { readonly x: number; readonly width: number; readonly depth: number };
  readonly sun: readonly [number, number, number];
  /** Share of the distance from near to far over which the terrain rises from zero; 0 for no ramp. */
  readonly rise: number;
  readonly rock: Tone;
  readonly green: Tone;
  readonly snow: Tone;
  readonly snowLine: number;
  readonly greenLine: number;
  readonly haze: Light;
  readonly hazeDensity: number;
  readonly hazeHeight: number;
  readonly glowX: number;
  readonly glow: Light;
  /** Colour that the whole mass is mixed with, and how strongly, 0..1. */
  readonly tone: Light;
  readonly toneShare: number;
  readonly trees: number;
  readonly treeCover: number;
  readonly tree: Tone;
  /** Height up to which there is water, where nothing is painted. */
  readonly wet: number;
  /** How bright lava is, 0 for none. */
  readonly hot: number;
  readonly time: number;
  readonly roundTrees: boolean;
  readonly foam: Light;
}

export interface WaterParams {
  readonly top: number;
  readonly horizon: number;
  readonly unit: number;
  readonly centre: number;
  readonly seed: number;
  readonly time: number;
  readonly ripple: number;
  readonly roughness: number;
  readonly far: Light;
  readonly near: Light;
  readonly glint: Light;
  readonly mirror: number;
  readonly sunX: number;
  readonly glitter: number;
  readonly foam: number;
  readonly reach: number;
}

export interface FogParams {
  readonly centre: number;
  readonly above: number;
  readonly below: number;
  readonly unit: number;
  readonly seed: number;
  readonly time: number;
  readonly strength: number;
  readonly patch: number;
  readonly tone: Light;
  readonly glowX: number;
  readonly glow: Light;
}

/** A part of an image in whole pixels; `right` and `bottom` are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How a canvas layer is blended into the image. Omitted options have no effect. */
export interface LayerParams {
  readonly haze?: number;
  readonly hazeTone?: Light;
  readonly gain?: number;
  /** Rim light on edges facing the direction (x, y) in pixels. */
  readonly rim?: { readonly strength: number; readonly tone: Light; readonly x: number; readonly y: number };
  readonly grain?: { readonly strength: number; readonly x: number; readonly y: number; readonly seed: number };
  readonly opacity?: number;
  /** 0 covers the background, 1 only adds light. */
  readonly add?: number;
  readonly mirror?: {
    readonly waterline: number;
    readonly strength: number;
    readonly ripple: number;
    readonly time: number;
  };
  /** Mist at the bottom: height in pixels above the layer's lower edge. */
  readonly foot?: { readonly at: number; readonly haze: number };
}

export interface FinishParams {
  readonly exposure: number;
  readonly contrast: number;
  readonly saturation: number;
  readonly vignette: number;
  readonly bloom: number;
  readonly seed: number;
  readonly lift: Light;
  readonly tint: Light;
}

const NONE: Light = [0, 0, 0];

/** An image being painted. Only one at a time in a process, because the kernel has a single frame. */
export class Painter {
  readonly width: number;
  readonly height: number;
  readonly #kernel = loadKernel<LayersKernel>('layers');
  /** When set, records the depth of everything painted from then on. */
  sketch: DepthSketch | undefined;

  /**
   * @param width pixels, 16 to 2048
   * @param height pixels, 16 to 2048
   */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    const { exports, heap } = this.#kernel;
    this.#kernel.reserve(heap + exports.layers_bytes(width, height));
    exports.layers_open(width, height, heap);
  }

  #set(values: readonly number[]): void {
    this.#kernel.floats(this.#kernel.exports.layers_params(), values.length).set(values);
  }

  /** The current light of a pixel. */
  #probe(): Probe {
    const stride = (this.width + 3) & ~3;
    const plane = stride * this.height;
    const light = this.#kernel.floats(this.#kernel.heap, plane * 3);
    return (x, y) =>
      (light[y * stride + x] ?? 0) +
      (light[plane + y * stride + x] ?? 0) * 2 +
      (light[2 * plane + y * stride + x] ?? 0) * 4;
  }

  sky(p: SkyParams): void {
    const { sun, cloud } = p;
    const disc = { none: 0, sun: 1, moon: 2 }[sun.disc];
    this.#set([
      p.horizon,
      p.unit,
      p.seed % 65521,
      p.time,
      ...p.stops.flat(),
      sun.x,
      sun.y,
      sun.radius,
      disc,
      sun.phase,
      ...sun.colour,
      ...p.glow,
      p.glowStrength,
      cloud.cover,
      cloud.softness,
      cloud.scale,
      cloud.stretch,
      cloud.wind,
      ...cloud.lit,
      ...cloud.shade,
      p.stars,
      cloud.octaves,
      cloud.height,
    ]);
    this.#kernel.exports.layers_sky();
    this.sketch?.far(this.#probe());
  }

  aurora(p: {
    readonly horizon: number;
    readonly unit: number;
    readonly seed: number;
    readonly time: number;
    readonly strength: number;
    readonly tones: readonly [Light, Light, Light];
    readonly curtains: number;
  }): void {
    this.#set([p.horizon, p.unit, p.seed % 65521, p.time, p.strength, ...p.tones.flat(), p.curtains]);
    this.#kernel.exports.layers_aurora();
    this.sketch?.far(this.#probe());
  }

  /** Gas, or with `spiral` (radius in units) a galaxy. */
  nebula(p: {
    readonly unit: number;
    readonly seed: number;
    readonly time: number;
    readonly strength: number;
    readonly scale: number;
    readonly spiral: number;
    readonly x: number;
    readonly y: number;
    readonly tilt: number;
    readonly turn: number;
    readonly tones: readonly [Light, Light, Light];
  }): void {
    this.#set([
      p.unit,
      p.seed % 65521,
      p.time,
      p.strength,
      p.scale,
      p.spiral,
      p.x,
      p.y,
      p.tilt,
      p.turn,
      ...p.tones.flat(),
    ]);
    this.#kernel.exports.layers_nebula();
    this.sketch?.far(this.#probe());
  }

  terrain(p: TerrainParams): void {
    this.#set([
      LANDS.indexOf(p.land),
      p.seed % 65521,
      p.horizon,
      p.focal,
      p.centre,
      p.eye,
      p.near,
      p.far,
      p.floor,
      Math.min(p.steps, Math.max(64, this.height * 1.2)),
      p.height,
      p.scale,
      p.shift,
      p.base,
      p.valley.x,
      p.valley.width,
      p.valley.depth,
      ...p.sun,
      p.rise,
      0,
      0,
      ...p.rock.light,
      ...p.rock.shade,
      ...p.green.light,
      ...p.green.shade,
      ...p.snow.light,
      ...p.snow.shade,
      p.snowLine,
      p.greenLine,
      ...p.haze,
      p.hazeDensity,
      p.hazeHeight,
      p.glowX,
      ...p.glow,
      ...p.tone,
      p.toneShare,
      p.trees,
      p.treeCover,
      ...p.tree.light,
      ...p.tree.shade,
      p.wet,
      p.hot,
      p.time,
      p.roundTrees ? 1 : 0,
      0,
      ...p.foam,
    ]);
    this.#kernel.exports.layers_terrain();
    this.sketch?.ground(this.#probe());
  }

  water(p: WaterParams): void {
    this.#set([
      p.top,
      p.horizon,
      p.unit,
      p.centre,
      p.seed % 65521,
      p.time,
      p.ripple,
      p.roughness,
      ...p.far,
      ...p.near,
      ...p.glint,
      p.mirror,
      p.sunX,
      p.glitter,
      p.foam,
      p.reach,
    ]);
    this.#kernel.exports.layers_water();
    this.sketch?.water(this.#probe());
  }

  fog(p: FogParams): void {
    this.#set([
      p.centre,
      p.above,
      p.below,
      p.unit,
      p.seed % 65521,
      p.time,
      p.strength,
      p.patch,
      ...p.tone,
      p.glowX,
      ...p.glow,
    ]);
    this.#kernel.exports.layers_fog();
    this.sketch?.look(this.#probe());
  }

  /**
   * Blends the part of a canvas inside `box`.
   * @param pixels premultiplied RGBA, `stride` pixels a row, aligned with the image's upper left corner
   */
  layer(pixels: Uint8Array, stride: number, box: Box, p: LayerParams): void {
    const left = Math.max(0, Math.floor(box.left));
    const top = Math.max(0, Math.floor(box.top));
    const width = Math.min(this.width, Math.ceil(box.right)) - left;
    const height = Math.min(this.height, Math.ceil(box.bottom)) - top;
    if (width <= 0 || height <= 0) {
      return;
    }
    const buffer = this.#kernel.bytes(this.#kernel.exports.layers_buffer(), width * height * 4);
    for (let row = 0; row < height; row += 1) {
      const from = ((top + row) * stride + left) * 4;
      buffer.set(pixels.subarray(from, from + width * 4), row * width * 4);
    }
    const { rim, grain, mirror, foot } = p;
    this.#set([
      left,
      top,
      width,
      height,
      p.haze ?? 0,
      ...(p.hazeTone ?? NONE),
      p.gain ?? 1,
      rim?.strength ?? 0,
      ...(rim?.tone ?? NONE),
      rim?.x ?? 0,
      rim?.y ?? 0,
      grain?.strength ?? 0,
      grain?.x ?? 1,
      grain?.y ?? 1,
      (grain?.seed ?? 0) % 65521,
      p.opacity ?? 1,
      mirror?.waterline ?? 0,
      mirror?.strength ?? 0,
      mirror?.ripple ?? 1,
      mirror?.time ?? 0,
      foot?.at ?? 0,
      foot?.haze ?? 0,
      p.add ?? 0,
    ]);
    this.#kernel.exports.layers_layer();
    // A glow has the depth of the surface that it lights.
    if ((p.add ?? 0) > 0.5) this.sketch?.look(this.#probe());
    else
      this.sketch?.things(
        (x, y) =>
          x >= left &&
          y >= top &&
          x < left + width &&
          y < top + height &&
          (pixels[(y * stride + x) * 4 + 3] ?? 0) > 100,
        this.#probe(),
      );
  }

  /**
   * The row where open sky ends in a column of pixels, searched from the top; the image's height when it never does.
   */
  skyline(x: number): number {
    const stride = (this.width + 3) & ~3;
    const plane = stride * this.height;
    const open = this.#kernel.floats(this.#kernel.heap + 3 * plane * 4, plane);
    const column = Math.min(this.width - 1, Math.max(0, Math.round(x)));
    for (let row = 0; row < this.height; row += 1) {
      if ((open[row * stride + column] ?? 0) < 0.15) return row;
    }
    return this.height;
  }

  rays(p: {
    readonly x: number;
    readonly y: number;
    readonly unit: number;
    readonly strength: number;
    readonly tone: Light;
    readonly reach: number;
    readonly seed: number;
    readonly time: number;
  }): void {
    this.#set([p.x, p.y, p.unit, p.strength, ...p.tone, p.reach, p.seed % 65521, p.time]);
    this.#kernel.exports.layers_rays();
    this.sketch?.look(this.#probe());
  }

  /** A full-frame pattern: see layers_fields.h for the kinds and the meaning of `amount`. */
  field(p: {
    readonly kind: number;
    readonly unit: number;
    readonly seed: number;
    readonly time: number;
    readonly scale: number;
    readonly amount: number;
    readonly x: number;
    readonly y: number;
    readonly tones: readonly Light[];
  }): void {
    this.#set([p.kind, p.unit, p.seed % 65521, p.time, p.scale, p.amount, p.x, p.y, ...p.tones.flat()]);
    this.#kernel.exports.layers_field();
    this.sketch?.far(this.#probe());
  }

  /** The current image. With `bloom` 0 the frame is not changed, so that painting can continue. */
  finish(p: FinishParams): Raster {
    this.#set([p.exposure, p.contrast, p.saturation, p.vignette, p.bloom, p.seed % 65521, ...p.lift, ...p.tint]);
    this.#kernel.exports.layers_finish();
    const length = this.width * this.height * 4;
    return {
      width: this.width,
      height: this.height,
      data: new Uint8ClampedArray(this.#kernel.bytes(this.#kernel.exports.layers_buffer(), length)),
    };
  }
}
