/**
 * Finds lines of text by a network that says for each pixel how likely it is text (differentiable binarization, Liao et
 * al. 2020). Thresholds and input are those with which PP-OCR was trained. Lines are upright boxes.
 */
import type { Raster } from '../scene/scene.js';
import { resample } from '../photo/resample.js';
import type { NetworkInput, RunNetwork } from './networks.js';

/** A line of text in pixels of the image, and how likely it is one, 0..1. */
export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly score: number;
}

/** Minimum probability of a pixel and of a box, and the minimum side of a region, pixels of the network's input. */
const TEXT = { pixel: 0.3, box: 0.6, side: 3 } as const;
/** The network marks the middle of a line. The line is larger by this share of its area, around its circumference. */
const UNCLIP = 1.6;
/** Sides of the network's input are multiples of this. */
const MULTIPLE = 32;
/** Mean and deviation of its three planes: blue, green, red. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

const toMultiple = (side: number): number => Math.max(MULTIPLE, Math.round(side / MULTIPLE) * MULTIPLE);

/** An opaque image as planes of blue, green and red. @param value of a channel (0 blue) from 0..255 */
export function planesOf(
  { width, height, data }: Raster,
  value: (level: number, channel: number) => number,
): Float32Array {
  const planes = new Float32Array(3 * width * height);
  for (let channel = 0; channel < 3; channel += 1)
    for (let at = 0; at < width * height; at += 1)
      planes[channel * width * height + at] = value(data[4 * at + 2 - channel]!, channel);
  return planes;
}

/**
 * @param image opaque
 * @param longSide at which the network sees the image, pixels; never enlarged
 * @returns boxes from top to bottom, within the image
 */
export async function findText(image: Raster, longSide: number, run: RunNetwork): Promise<readonly TextBox[]> {
  const scale = Math.min(1, longSide / Math.max(image.width, image.height));
  const [width, height] = [toMultiple(image.width * scale), toMultiple(image.height * scale)];
  const input: NetworkInput = {
    network: 'find',
    width,
    height,
    planes: planesOf(
      await resample(image, width, height),
      (level, channel) => (level / 255 - MEAN[channel]!) / DEVIATION[channel]!,
    ),
  };
  const { values } = await run(input);
  return boxesOf(values, width, height)
    .map((box) => placed(box, image, { x: image.width / width, y: image.height / height }))
    .sort((one, other) => one.y - other.y || one.x - other.x);
}

function placed(box: TextBox, image: Raster, by: { readonly x: number; readonly y: number }): TextBox {
  const around = (box.width * box.height * UNCLIP) / (2 * (box.width + box.height));
  const [left, top] = [Math.max(0, (box.x - around) * by.x), Math.max(0, (box.y - around) * by.y)];
  const right = Math.min(image.width, (box.x + box.width + around) * by.x);
  const bottom = Math.min(image.height, (box.y + box.height + around) * by.y);
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y, score: box.score };
}

/** Connected regions of likely pixels, as boxes. @param map one probability per pixel */
export function boxesOf(map: Float32Array, width: number, height: number): readonly TextBox[] {
  const seen = new Uint8Array(width * height);
  const boxes: TextBox[] = [];
  for (let start = 0; start < width * height; start += 1) {
    if (seen[start] === 1 || map[start]! <= TEXT.pixel) continue;
    const region = regionFrom(start, map, width, height, seen);
    const [across, down] = [region.right - region.left + 1, region.bottom - region.top + 1];
    const score = region.sum / region.count;
    if (Math.min(across, down) < TEXT.side || score < TEXT.box) continue;
    boxes.push({ x: region.left, y: region.top, width: across, height: down, score });
  }
  return boxes;
}

interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
  sum: number;
  count: number;
}

function regionFrom(start: number, map: Float32Array, width: number, height: number, seen: Uint8Array): Region {
  const region: Region = { left: width, top: height, right: 0, bottom: 0, sum: 0, count: 0 };
  const open = [start];
  seen[start] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    region.left = Math.min(region.left, x);
    region.right = Math.max(region.right, x);
    region.top = Math.min(region.top, y);
    region.bottom = Math.max(region.bottom, y);
    region.sum += map[at]!;
    region.count += 1;
    for (const [nx, ny] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ] as const) {
      const next = ny * width + nx;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen[next] === 1 || map[next]! <= TEXT.pixel) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return region;
}
