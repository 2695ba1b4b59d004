/**
 * Separates the main subject of an image from its background into two layers. The background is filled in behind the
 * subject, so that nothing tears when the camera sees past it.
 */
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Raster } from '../../scene/scene.js';
import { cut } from '../../photo/cut-out/cut.js';
import { findFaces } from '../../people/faces.js';
import { valueAt, type Field } from '../../photo/planes.js';
import { matte } from '../../photo/cut-out/matte.js';
import { ToolRefusal } from '../../refusal.js';
import { removeObject } from '../../photo/fill/remove-object.js';
import { resample, within } from '../../photo/resample.js';
import { nearness, type CameraPose } from './camera.js';

/** A subject cut out of its image. */
export interface CutOutSubject {
  /** Straight alpha, of the image's size. */
  readonly subject: Raster;
  /** The image without the subject. */
  readonly ground: Raster;
}

/** Quality that a cut-out must reach before it is separated. A bad cut is more visible than a bend. */
const SURE = { worth: 0.5, peak: 0.2, min: 0.012, max: 0.4, atSide: 0.12 } as const;
const STUDIED = 240;
/** Alpha, of 255, from which the background under a pixel is filled in. */
const OWN = 8;
const quiet = (): void => undefined;

/**
 * Whether a cut-out is certainly an object: edges all round, a plausible size, and hardly cut off by the sides or the
 * upper edge.
 */
async function isSure(image: Raster): Promise<boolean> {
  const { width, height } = within(image.width, image.height, STUDIED);
  const { mask, worth, saliency } = await cut(await resample(image, width, height), await findFaces(image));
  let [size, border] = [0, 0];
  for (let i = 0; i < mask.data.length; i += 1) {
    if (mask.data[i]! < 0.5) continue;
    size += 1;
    if (i % width === 0 || i % width === width - 1 || i < width) border += 1;
  }
  const share = size / mask.data.length;
  return (
    worth > SURE.worth &&
    saliency.peak > SURE.peak &&
    share > SURE.min &&
    share < SURE.max &&
    border / Math.sqrt(Math.max(1, size)) < SURE.atSide
  );
}

/**
 * Separates an image into its subject and its background.
 * @returns undefined when there is no certain subject
 */
export async function mainSubjectOf(image: Raster): Promise<CutOutSubject | undefined> {
  if (!(await isSure(image))) return undefined;
  try {
    const subject = await matte(image, quiet);
    const mask = new Uint8ClampedArray(subject.data.length);
    for (let at = 3; at < mask.length; at += 4) mask.fill(subject.data[at]! > OWN ? 255 : 0, at - 3, at + 1);
    return {
      subject,
      ground: await removeObject(image, { width: image.width, height: image.height, data: mask }, quiet),
    };
  } catch (error) {
    if (error instanceof ToolRefusal) return undefined;
    throw error;
  }
}

/** Nearness of the ground under a subject, in the camera's scale. */
export function footing({ width, height, data }: Raster, depth: Field): number {
  let [foot, sum, count] = [0, 0, 0];
  for (let i = width * height - 1; i >= 0; i -= 1) {
    if (data[i * 4 + 3]! < 128) continue;
    const row = Math.floor(i / width);
    if (foot === 0) foot = row;
    if (row < foot - height * 0.02) break;
    sum += valueAt(depth, ((i % width) * depth.width) / width, (row * depth.height) / height);
    count += 1;
  }
  return nearness(count === 0 ? 0.5 : sum / count);
}

/** Draws a subject as a flat billboard: all of it has the nearness of its foot. */
export class Billboard {
  readonly #context: SKRSContext2D;
  readonly #picture: Canvas;

  constructor(
    { width, height, data }: Raster,
    readonly near: number,
  ) {
    this.#context = createCanvas(width, height).getContext('2d');
    this.#picture = createCanvas(width, height);
    const own = this.#picture.getContext('2d');
    const pixels = own.createImageData(width, height);
    pixels.data.set(data);
    own.putImageData(pixels, 0, 0);
  }

  /** Premultiplied RGBA of the image's size. */
  seen(pose: CameraPose): Uint8Array {
    const { width, height } = this.#picture;
    const scale = pose.zoom / (1 - pose.forward * this.near);
    const long = Math.max(width, height);
    const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
    const aside = (move: number): number => move * long * (this.near - pose.pivot) * scale;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, width, height);
    // The image turns against the camera's rotation.
    this.#context.translate(cx, cy);
    this.#context.rotate(-(pose.roll ?? 0));
    this.#context.translate(-cx, -cy);
    this.#context.transform(scale, 0, 0, scale, cx - cx * scale + aside(pose.x), cy - cy * scale + aside(pose.y));
    this.#context.drawImage(this.#picture, 0, 0);
    return this.#context.canvas.data();
  }
}
