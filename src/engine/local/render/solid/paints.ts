import type { Hex, Paint } from './model.js';

/** Lightens or darkens a colour: 0 leaves it, −1 is black, 1 is white. */
export function shade(hex: Hex, amount: number): Hex {
  const value = Number.parseInt(hex.slice(1), 16);
  const target = amount > 0 ? 255 : 0;
  const channel = (shift: number): string => {
    const byte = (value >> shift) & 255;
    return Math.round(byte + (target - byte) * Math.abs(amount))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(16)}${channel(8)}${channel(0)}`;
}

/** Interpolates between two colours. */
export function blend(from: Hex, to: Hex, t: number): Hex {
  const [a, b] = [Number.parseInt(from.slice(1), 16), Number.parseInt(to.slice(1), 16)];
  const channel = (shift: number): string =>
    Math.round(((a >> shift) & 255) * (1 - t) + ((b >> shift) & 255) * t)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(16)}${channel(8)}${channel(0)}`;
}

export const matte = (a: Hex, more: Partial<Paint> = {}): Paint => ({ a, roughness: 0.75, f0: 0.02, ...more });
export const satin = (a: Hex, more: Partial<Paint> = {}): Paint => ({ a, roughness: 0.45, f0: 0.035, ...more });
export const glossy = (a: Hex, more: Partial<Paint> = {}): Paint => ({ a, roughness: 0.14, f0: 0.05, ...more });
export const metal = (a: Hex, more: Partial<Paint> = {}): Paint => ({
  a,
  metal: true,
  roughness: 0.22,
  f0: 0.8,
  ...more,
});
export const clay = (a: Hex, more: Partial<Paint> = {}): Paint => ({
  a,
  roughness: 0.8,
  f0: 0.015,
  soft: 0.35,
  bump: [0.05, 5],
  ...more,
});
export const waxy = (a: Hex, more: Partial<Paint> = {}): Paint => ({ a, roughness: 0.5, f0: 0.03, soft: 0.8, ...more });
export const shining = (a: Hex, emission: number, more: Partial<Paint> = {}): Paint => ({
  a,
  emission,
  roughness: 0.6,
  f0: 0.02,
  ...more,
});
export const iridescent = (more: Partial<Paint> = {}): Paint => ({
  a: '#c9b8ff',
  roughness: 0.12,
  f0: 0.08,
  iridescence: 1,
  soft: 0.4,
  ...more,
});

/** Glass of the given colour: it absorbs what the colour lacks. */
export function glass(a: Hex, density = 1.1, more: Partial<Paint> = {}): Paint {
  const value = Number.parseInt(a.slice(1), 16);
  const take = (shift: number): number => density * (1 - (((value >> shift) & 255) / 255) ** 1.4);
  return { a, through: 'glass', absorb: [take(16), take(8), take(0)], roughness: 0.05, f0: 0.04, ...more };
}
