import type { Style } from '@src/engine/options.shared';

export type { Style };

/** The engine's styles in the picker's order. The type forces a new engine style to be added here. */
const PLACE: Record<Style, number> = {
  natural: 0,
  poster: 1,
  watercolour: 2,
  oil: 3,
  ink: 4,
  papercut: 5,
  clay: 6,
  isometric: 7,
  pixel: 8,
  neon: 9,
  line: 10,
  risograph: 11,
  blueprint: 12,
};

export const isStyle = (value: unknown): value is Style => typeof value === 'string' && Object.hasOwn(PLACE, value);

export const STYLES: readonly Style[] = Object.keys(PLACE)
  .filter(isStyle)
  .toSorted((a, b) => PLACE[a] - PLACE[b]);
