/** What all films have in common: their sizes and lengths. */
import { z } from 'zod';
import type { Raster } from '../scene/scene.js';

export interface Film {
  /** Path in the folder that was given. */
  readonly mp4: string;
  /** A frame of the film, of its size. */
  readonly poster: Raster;
}

const sizes = z.object({
  width: z.number().int().min(64).max(2048).multipleOf(2), height: z.number().int().min(64).max(2048).multipleOf(2),
  seconds: z.number().positive().max(60), fps: z.number().int().min(1).max(60),
});

/** How many frames a film has. @throws when a size is odd or out of range, or the frames do not come out whole */
export function framesOfFilm(options: { readonly width: number; readonly height: number; readonly seconds: number; readonly fps: number }): number {
  const { seconds, fps } = sizes.parse(options);
  const frames = seconds * fps;
  if (Math.abs(frames - Math.round(frames)) > 1e-6) throw new RangeError(`${seconds} s do not hold a whole number of frames at ${fps} a second`);
  return Math.round(frames);
}

/** Longer side of a film, pixels. */
export const FILM_SIDES = { '480p': 854, '720p': 1280 } as const;
export type Resolution = keyof typeof FILM_SIDES;

/** The size of a film in a picture's shape: even sides, each at least 64; the shape is kept within a pixel, and no farther than 4 to 1. */
export function filmSize(picture: { readonly width: number; readonly height: number }, resolution: Resolution): { readonly width: number; readonly height: number } {
  const long = FILM_SIDES[resolution];
  const short = (a: number, b: number): number => Math.max(long / 4, (long * a) / b);
  const even = (value: number): number => Math.round(value / 2) * 2;
  return picture.width >= picture.height ? { width: long, height: even(short(picture.height, picture.width)) } : { width: even(short(picture.width, picture.height)), height: long };
}
