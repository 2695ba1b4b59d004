/** A cut-out in a video: drawn at its displayed size, with its shadow. */
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Raster } from '../../scene/scene.js';
import { resample } from '../../photo/resample.js';
import type { CameraPose } from './camera.js';
import type { Posture } from './moves.js';
import { canvasOf, sprite } from './templates/effect.js';

/** Bounds of the visible pixels, ends included. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Minimum coverage of a row or column, as a share of the fullest one, to belong to the object rather than to a leftover
 * shadow at its foot.
 */
const MIN = 0.035;
/** Alpha from which a pixel counts, of 255. */
const SEEN = 200;

/** Bounds of the visible pixels of a cut-out; undefined when it is empty. */
export function extentOf({ width, height, data }: Raster): Extent | undefined {
  const [across, down] = [new Float32Array(width), new Float32Array(height)];
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (data[at]! < SEEN) continue;
      across[x]! += 1;
      down[y]! += 1;
    }
  }
  const [left, right] = ends(across);
  const [top, bottom] = ends(down);
  return right < 0 ? undefined : { left, top, right, bottom };
}

function ends(sums: Float32Array): readonly [first: number, last: number] {
  const min = Math.max(1, MIN * sums.reduce((max, sum) => Math.max(max, sum), 0));
  return [sums.findIndex((sum) => sum >= min), sums.findLastIndex((sum) => sum >= min)];
}

/** Crops an image to bounds, with a border of transparent pixels. */
export function cropped({ width, height, data }: Raster, { left, top, right, bottom }: Extent, rim = 2): Raster {
  const [wide, high] = [right - left + 1 + 2 * rim, bottom - top + 1 + 2 * rim];
  const out = new Uint8ClampedArray(wide * high * 4);
  for (let y = Math.max(0, top - rim); y <= Math.min(height - 1, bottom + rim); y += 1) {
    const [from, to] = [Math.max(0, left - rim), Math.min(width, right + rim + 1)];
    out.set(
      data.subarray((y * width + from) * 4, (y * width + to) * 4),
      ((y - top + rim) * wide + from - left + rim) * 4,
    );
  }
  return { width: wide, height: high, data: out };
}

/** The shadow of an object that stands on the ground. */
export interface Shade {
  /** Strength of the contact shadow, 0..1. */
  readonly touch: number;
  /** Strength of the cast shadow, 0..1; 0 in diffuse light. */
  readonly thrown: number;
  /** Direction of the cast shadow: sideways and down, as shares of the height. */
  readonly aside: number;
  readonly down: number;
}

/** Position of a puppet: its foot in pixels of the frame before the camera moves, and its height. */
export interface PuppetPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Factor by which a puppet is drawn larger than displayed, so that it stays sharp as the camera comes nearer. */
const SPARE = 1.15;
const SHADOW_INK = '#0a0e18';

export class Puppet {
  readonly #sheet: Canvas;
  readonly #thrown: Canvas | undefined;

  private constructor(
    sheet: Raster,
    readonly place: PuppetPosition,
    private readonly shade: Shade,
  ) {
    this.#sheet = canvasOf(sheet);
    this.#thrown = shade.thrown > 0 ? silhouette(this.#sheet) : undefined;
  }

  /** @param cutOut cropped to its visible pixels */
  static async of(cutOut: Raster, place: PuppetPosition, shade: Shade): Promise<Puppet> {
    const [width, height] = [
      Math.max(2, Math.round(place.width * SPARE)),
      Math.max(2, Math.round(place.height * SPARE)),
    ];
    return new Puppet(await resample(cutOut, width, height), place, shade);
  }

  /**
   * Draws it as the camera sees it.
   * @param near nearness of the ground at its foot, in the camera's scale
   */
  draw(context: SKRSContext2D, { aside, lift, lean, turn, stretch }: Posture, pose: CameraPose, near: number): void {
    const { width, height } = context.canvas;
    const long = Math.max(width, height);
    const scale = pose.zoom / (1 - pose.forward * near);
    const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
    const seen = (at: number, middle: number, moved: number): number =>
      middle + (at - middle) * scale + moved * long * (near - pose.pivot) * scale;
    const x = seen(this.place.x + aside * width, cx, pose.x);
    const y = seen(this.place.y, cy, pose.y);
    const [wide, high] = [this.place.width * scale, this.place.height * scale];
    this.#shadow(context, { x, y, wide, high }, lift, lean);
    context.setTransform(1, 0, -lean, 1, x, y - lift * high);
    context.rotate(turn);
    context.drawImage(
      this.#sheet,
      -wide / 2 / Math.sqrt(stretch),
      -high * stretch,
      wide / Math.sqrt(stretch),
      high * stretch,
    );
    context.resetTransform();
  }

  #shadow(
    context: SKRSContext2D,
    { x, y, wide, high }: { readonly x: number; readonly y: number; readonly wide: number; readonly high: number },
    lift: number,
    lean: number,
  ): void {
    const { touch, thrown, aside, down } = this.shade;
    // The shadow gets wider and fainter with the height above the ground.
    const away = 1 / (1 + 5 * lift);
    if (this.#thrown !== undefined) {
      context.globalAlpha = thrown * away;
      context.setTransform(1, 0, -aside - lean * down, -down, x + aside * lift * high, y + lift * high * down);
      const blur = this.#thrown.width / this.#sheet.width;
      const [broad, tall] = [wide * blur, high * (this.#thrown.height / this.#sheet.height)];
      context.drawImage(this.#thrown, -broad / 2, -high - (tall - high) / 2, broad, tall);
    }
    if (touch > 0) {
      context.setTransform(1, 0, 0, 0.13, x, y);
      const reach = wide * (0.46 + 0.2 * lift);
      const pool = context.createRadialGradient(0, 0, 0, 0, 0, reach);
      pool.addColorStop(0, 'rgba(8, 11, 20, 0.95)');
      pool.addColorStop(0.45, 'rgba(8, 11, 20, 0.62)');
      pool.addColorStop(1, 'rgba(8, 11, 20, 0)');
      context.globalAlpha = touch * away;
      context.fillStyle = pool;
      context.fillRect(-reach, -reach, 2 * reach, 2 * reach);
    }
    context.globalAlpha = 1;
    context.resetTransform();
  }
}

/** A dark, blurred copy of a shape with a margin around it. */
function silhouette(sheet: Canvas): Canvas {
  const soft = Math.max(2, Math.round(Math.min(sheet.width, sheet.height) / 34));
  const room = soft * 3;
  return sprite(sheet.width + 2 * room, sheet.height + 2 * room, (context) => {
    const dark = createCanvas(sheet.width, sheet.height);
    const own = dark.getContext('2d');
    own.drawImage(sheet, 0, 0);
    own.globalCompositeOperation = 'source-in';
    own.fillStyle = SHADOW_INK;
    own.fillRect(0, 0, sheet.width, sheet.height);
    context.filter = `blur(${soft}px)`;
    context.drawImage(dark, room, room);
  });
}
