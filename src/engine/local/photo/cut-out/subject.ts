/** Finds the approximate subject of an image, for tools that must not copy it. */
import type { Raster } from '../../scene/scene.js';
import { cut } from './cut.js';
import { pieces } from '../pieces.js';
import { distanceTo, field, valueAt, type Field } from '../planes.js';
import { resample, within } from '../resample.js';

const SIDE = 240;
/** Peak saliency below which there is no subject: see saliencyOf. */
const MIN_PEAK = 0.16;
/** Margin around a subject for its rim and the shadow at its foot, as a share of the copy's longer side. */
const RIM = 0.035;

/** Removes pieces that touch the image's edge, because they continue beyond it. */
function inner(mask: Field): Field {
  const { width, height } = mask;
  const out = field(width, height);
  out.data.set(mask.data);
  const open: number[] = [];
  const drop = (x: number, y: number): void => {
    const at = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= height || out.data[at]! < 0.5) return;
    out.data[at] = 0;
    open.push(at);
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, 1, height - 2, height - 1]) drop(x, y);
  for (let y = 0; y < height; y += 1) for (const x of [0, 1, width - 2, width - 1]) drop(x, y);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = Math.floor(at / width);
    drop(x - 1, y);
    drop(x + 1, y);
    drop(x, y - 1);
    drop(x, y + 1);
  }
  return out;
}

/** Minimum size of a further object, as a share of the largest one. */
const ALIKE = 0.15;
/**
 * Several objects that together span this share of the image's width are its content, so no single one is the subject.
 */
const SPREAD = 0.75;

/** The salient region of an image. */
export interface SalientRegion {
  /** One byte per pixel, 1 for the region and a rim around it; all 0 when nothing stands out. */
  readonly marks: Uint8Array;
  /** Whether there is a single subject; false when several span the image's width. */
  readonly isAlone: boolean;
}

function standsAlone(subject: Field, map: Field): boolean {
  const { width, data } = subject;
  const { labels, list } = pieces(subject, map);
  const largest = list.reduce((max, { value, size }) => (value === 1 ? Math.max(max, size) : max), 0);
  const counts = list.map(({ value, size }) => value === 1 && size > largest * ALIKE);
  if (counts.filter(Boolean).length < 2) return true;
  let [left, right] = [width, 0];
  for (let at = 0; at < data.length; at += 1)
    if (counts[labels[at]!] === true) [left, right] = [Math.min(left, at % width), Math.max(right, (at % width) + 1)];
  return right - left < SPREAD * width;
}

/**
 * Marks the subject of an image with a rim around it, if it is entirely within the image.
 * @param image is not changed
 */
export async function subjectOf(image: Raster): Promise<SalientRegion> {
  const out = new Uint8Array(image.width * image.height);
  const size = within(image.width, image.height, SIDE);
  const { mask, saliency } = await cut(await resample(image, size.width, size.height), []);
  if (saliency.peak < MIN_PEAK) return { marks: out, isAlone: true };
  const subject = inner(mask);
  const away = distanceTo(size.width, size.height, (at) => subject.data[at]! > 0.5);
  const rim = RIM * Math.max(size.width, size.height);
  for (let y = 0, at = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1, at += 1) {
      if (valueAt(away, (x * size.width) / image.width, (y * size.height) / image.height) <= rim) out[at] = 1;
    }
  }
  return { marks: out, isAlone: standsAlone(subject, saliency.map) };
}
