/** What every effect of a template is given, and what it gives. */
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../../../scene/random.js';
import type { Raster } from '../../../scene/scene.js';

/** A moment of a video. */
export interface Moment {
  /** Of the video. */
  readonly seconds: number;
  readonly frame: number;
  /** 0..1 of the video. */
  readonly progress: number;
  /** 0..1 of the time of the image that is shown. */
  readonly image: number;
  /** Which image that is, from 0. */
  readonly index: number;
}

/** The frame that effects work on. */
export interface Sheet {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The shorter side. */
  readonly unit: number;
}

/** What is known before the first frame. */
export interface Setting extends Sheet {
  /** The images in the frame's size. */
  readonly images: readonly Raster[];
  readonly random: (label: string) => Random;
}

/** An effect that is ready: painted over the frame, or worked into its pixels (opaque RGBA). */
export interface Ready {
  readonly paint?: (context: SKRSContext2D, moment: Moment) => void;
  readonly work?: (data: Uint8ClampedArray, moment: Moment) => void;
}

/** A canvas with something on it. */
export function sprite(width: number, height: number, draw: (context: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  draw(canvas.getContext('2d'));
  return canvas;
}

/** An image as a canvas. */
export const canvasOf = ({ width, height, data }: Raster): Canvas =>
  sprite(width, height, (context) => {
    const pixels = context.createImageData(width, height);
    pixels.data.set(data);
    context.putImageData(pixels, 0, 0);
  });
