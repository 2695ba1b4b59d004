/** Input and output of every template effect. */
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../../../scene/random.js';
import type { Raster } from '../../../scene/scene.js';

/** A moment of a video. */
export interface Moment {
  /** Seconds since the video's beginning. */
  readonly seconds: number;
  readonly frame: number;
  /** Progress through the video, 0..1. */
  readonly progress: number;
  /** Progress through the time of the image shown, 0..1. */
  readonly image: number;
  /** Index of the image shown, from 0. */
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

/** The setup of an effect, known before the first frame. */
export interface Setting extends Sheet {
  /** The images in the frame's size. */
  readonly images: readonly Raster[];
  readonly random: (label: string) => Random;
}

/** A prepared effect: it paints over the frame, or changes its pixels (opaque RGBA). */
export interface Ready {
  readonly paint?: (context: SKRSContext2D, moment: Moment) => void;
  readonly work?: (data: Uint8ClampedArray, moment: Moment) => void;
}

/** Creates a canvas and draws on it. */
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
