/**
 * Palette transfer: applies the tones and tints of one image to another. An image is summarised by its lightness and
 * its mean tint at each percentile of lightness. Moving between two summaries is a colour map (a split-tone curve),
 * applied through a lookup table in OKLab. Shapes and faces stay; the light changes.
 */
import { fromLab, toLab, type Lab, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';

const RANKS = 64;
const LATTICE = 33;
const SAMPLES = 24_000;

/** Summary of an image at each percentile of lightness, dark to light. */
export interface Tones {
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  /** Root mean square chroma around the tints above: how colourful the image is apart from its cast. */
  readonly spread: number;
}

/** Summarises an image; fully transparent pixels are ignored. About 24,000 pixels are sampled. */
export function tonesOf({ data }: Raster): Tones {
  const pixels = data.length / 4;
  const step = Math.max(1, Math.floor(pixels / SAMPLES)) * 4;
  const samples: Lab[] = [];
  for (let i = 0; i < data.length; i += step) {
    if ((data[i + 3] ?? 0) > 127) samples.push(toLab([data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]));
  }
  if (samples.length === 0) samples.push({ l: 0.5, a: 0, b: 0 });
  samples.sort((one, other) => one.l - other.l);
  const lightness = new Float32Array(RANKS);
  const a = new Float32Array(RANKS);
  const b = new Float32Array(RANKS);
  for (let rank = 0; rank < RANKS; rank += 1) {
    const from = Math.floor((samples.length * rank) / RANKS);
    const slice = samples.slice(from, Math.max(from + 1, Math.floor((samples.length * (rank + 1)) / RANKS)));
    for (const lab of slice) {
      lightness[rank] = (lightness[rank] ?? 0) + lab.l / slice.length;
      a[rank] = (a[rank] ?? 0) + lab.a / slice.length;
      b[rank] = (b[rank] ?? 0) + lab.b / slice.length;
    }
  }
  const smoothA = smooth(a);
  const smoothB = smooth(b);
  const squares = samples.reduce((sum, lab, index) => {
    const rank = Math.min(RANKS - 1, Math.floor((index * RANKS) / samples.length));
    return sum + (lab.a - (smoothA[rank] ?? 0)) ** 2 + (lab.b - (smoothB[rank] ?? 0)) ** 2;
  }, 0);
  return { lightness, a: smoothA, b: smoothB, spread: Math.sqrt(squares / samples.length) };
}

function smooth(values: Float32Array): Float32Array {
  let from = values;
  for (let pass = 0; pass < 3; pass += 1) {
    const last = from;
    from = last.map((value, i) => ((last[i - 1] ?? value) + 2 * value + (last[i + 1] ?? value)) / 4);
  }
  return from;
}

/** Interpolated value of a table at a position between 0 and its last index. */
function between(table: Float32Array, place: number): number {
  const at = Math.min(Math.max(place, 0), table.length - 1);
  const low = Math.floor(at);
  const first = table[low] ?? 0;
  return first + ((table[low + 1] ?? first) - first) * (at - low);
}

/** The rank, as a fractional index, at which an image has this lightness. */
function rankOf(lightness: Float32Array, l: number): number {
  let low = 0;
  let high = lightness.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lightness[middle] ?? 0) < l) low = middle + 1;
    else high = middle;
  }
  const upper = lightness[low] ?? l;
  const lower = lightness[low - 1] ?? upper;
  return upper > lower ? low - Math.min(1, Math.max(0, (upper - l) / (upper - lower))) : low;
}

/** How far each component of a colour moves towards the other image's, 0..1. */
export interface Reach {
  readonly lightness: number;
  readonly tint: number;
}

/** A colour map in OKLab from the tones of one image towards those of another. */
export function mapTones(from: Tones, to: Tones, reach: Reach): (lab: Lab) => Lab {
  const gain = Math.min(1.5, Math.max(0.55, to.spread / Math.max(from.spread, 0.008)));
  const chroma = 1 + (gain - 1) * reach.tint * 0.6;
  return ({ l, a, b }) => {
    const rank = rankOf(from.lightness, l);
    // Limits the change of lightness, because a narrow range stretched too wide would show artefacts.
    const change = Math.min(0.45, Math.max(-0.62, between(to.lightness, rank) - l));
    const centreA = between(from.a, rank);
    const centreB = between(from.b, rank);
    return {
      l: l + change * reach.lightness,
      a: centreA + (between(to.a, rank) - centreA) * reach.tint + (a - centreA) * chroma,
      b: centreB + (between(to.b, rank) - centreB) * reach.tint + (b - centreB) * chroma,
    };
  };
}

/**
 * Applies a colour map to every pixel through a lattice of 33 steps per channel.
 * @param raster is not changed; alpha is kept
 */
export function recolour(raster: Raster, map: (lab: Lab) => Lab): Raster {
  const lattice = new Float32Array(LATTICE ** 3 * 3);
  const channel = (index: number): number => Math.round((index * 255) / (LATTICE - 1));
  for (let r = 0, at = 0; r < LATTICE; r += 1) {
    for (let g = 0; g < LATTICE; g += 1) {
      for (let b = 0; b < LATTICE; b += 1, at += 3)
        lattice.set(inGamut(map(toLab([channel(r), channel(g), channel(b)]))), at);
    }
  }
  return { width: raster.width, height: raster.height, data: throughLattice(raster.data, lattice) };
}

/** Maps a colour into the display's gamut by reducing chroma; lightness stays. */
function inGamut(lab: Lab): Rgb {
  const l = Math.min(1, Math.max(0, lab.l));
  const max = 0.34 * Math.sin(Math.PI * Math.min(1, Math.max(0, l))) ** 0.7;
  const chroma = Math.hypot(lab.a, lab.b);
  const share = chroma > max ? max / chroma : 1;
  return fromLab({ l, a: lab.a * share, b: lab.b * share });
}

function throughLattice(from: Uint8ClampedArray, lattice: Float32Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray(from.length);
  const scale = (LATTICE - 1) / 255;
  const strides = [LATTICE * LATTICE * 3, LATTICE * 3, 3] as const;
  for (let i = 0; i < from.length; i += 4) {
    const r = (from[i] ?? 0) * scale;
    const g = (from[i + 1] ?? 0) * scale;
    const b = (from[i + 2] ?? 0) * scale;
    const r0 = Math.min(LATTICE - 2, Math.floor(r));
    const g0 = Math.min(LATTICE - 2, Math.floor(g));
    const b0 = Math.min(LATTICE - 2, Math.floor(b));
    const u = r - r0;
    const v = g - g0;
    const w = b - b0;
    const base = r0 * strides[0] + g0 * strides[1] + b0 * 3;
    for (let k = 0; k < 3; k += 1) {
      const at = base + k;
      const near = mixed(lattice, at, v, w);
      data[i + k] = near + (mixed(lattice, at + strides[0], v, w) - near) * u;
    }
    data[i + 3] = from[i + 3] ?? 255;
  }
  return data;
}

/** Bilinear interpolation in the lattice's plane of green and blue. */
function mixed(lattice: Float32Array, at: number, v: number, w: number): number {
  const one = (lattice[at] ?? 0) * (1 - w) + (lattice[at + 3] ?? 0) * w;
  const other = (lattice[at + LATTICE * 3] ?? 0) * (1 - w) + (lattice[at + LATTICE * 3 + 3] ?? 0) * w;
  return one + (other - one) * v;
}
