/** Audio as numbers: one channel is a Float32Array with full scale ±1, at {@link RATE}. */
import type { Random } from '../scene/random.js';

/** Sample rate of everything synthesised. */
export const RATE = 48_000;

/** Two channels of one length. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export const silence = (length: number): Stereo => ({
  left: new Float32Array(length),
  right: new Float32Array(length),
});

/** Number of samples for this many seconds. */
export const samplesIn = (seconds: number): number => Math.round(seconds * RATE);

/** Decibels to a factor. */
export const gainOf = (decibels: number): number => 10 ** (decibels / 20);

/** White noise, uniform in ±1. */
export function white(length: number, random: Random): Float32Array {
  const out = new Float32Array(length);
  for (let at = 0; at < length; at += 1) out[at] = 2 * random.next() - 1;
  return out;
}

type Shape = 'low' | 'high' | 'band';

/**
 * A second-order filter (R. Bristow-Johnson's cookbook) that keeps its state, so that its frequency may change between
 * samples.
 */
export class Filter {
  private x1 = 0;
  private x2 = 0;
  private y1 = 0;
  private y2 = 0;
  private b0 = 0;
  private b1 = 0;
  private b2 = 0;
  private a1 = 0;
  private a2 = 0;

  /** @param frequency Hz @param q 0.7 for no resonance, higher to resonate */
  constructor(
    private readonly shape: Shape,
    frequency: number,
    private readonly q = 0.707,
  ) {
    this.tune(frequency);
  }

  /** Changes the frequency, Hz. */
  tune(frequency: number): void {
    const w = (2 * Math.PI * Math.min(Math.max(frequency, 5), RATE * 0.45)) / RATE;
    const [cos, alpha] = [Math.cos(w), Math.sin(w) / (2 * this.q)];
    const over = 1 / (1 + alpha);
    this.a1 = -2 * cos * over;
    this.a2 = (1 - alpha) * over;
    const side = this.shape === 'low' ? (1 - cos) / 2 : this.shape === 'high' ? (1 + cos) / 2 : alpha;
    this.b0 = side * over;
    this.b1 = this.shape === 'low' ? 2 * this.b0 : this.shape === 'high' ? -2 * this.b0 : 0;
    this.b2 = this.shape === 'band' ? -this.b0 : this.b0;
  }

  /** Filters one sample. */
  step(x: number): number {
    const y = this.b0 * x + this.b1 * this.x1 + this.b2 * this.x2 - this.a1 * this.y1 - this.a2 * this.y2;
    this.x2 = this.x1;
    this.x1 = x;
    this.y2 = this.y1;
    this.y1 = y;
    return y;
  }
}

/** Filters in place. @returns the same samples */
export function through(samples: Float32Array, ...filters: readonly Filter[]): Float32Array {
  for (const filter of filters) for (let at = 0; at < samples.length; at += 1) samples[at] = filter.step(samples[at]!);
  return samples;
}

/** Adds a sound to another at an offset; samples outside are dropped. */
export function addAt(into: Float32Array, sound: Float32Array, from: number, gain: number): void {
  const [first, last] = [Math.max(0, -from), Math.min(sound.length, into.length - from)];
  for (let at = first; at < last; at += 1) into[from + at]! += sound[at]! * gain;
}

/** Root of the mean square. */
export function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** A slow random curve in 0 to 1, through points every `every` seconds: for gusts, swells and distance. */
export function wander(length: number, every: number, random: Random): Float32Array {
  const step = Math.max(1, samplesIn(every));
  const out = new Float32Array(length);
  let [before, after] = [random.next(), random.next()];
  for (let at = 0; at < length; at += 1) {
    const share = (at % step) / step;
    if (at > 0 && share === 0) [before, after] = [after, random.next()];
    out[at] = before + (after - before) * (0.5 - 0.5 * Math.cos(Math.PI * share));
  }
  return out;
}

/** Times of a Poisson process in seconds. @param rate per second */
export function scattered(seconds: number, rate: number, random: Random): readonly number[] {
  const times: number[] = [];
  for (let time = -Math.log(1 - random.next()) / rate; time < seconds; time -= Math.log(1 - random.next()) / rate)
    times.push(time);
  return times;
}

/** A decaying burst of band-filtered noise. @param fall seconds to a third of its level */
export function burst(
  seconds: number,
  fall: number,
  band: { readonly frequency: number; readonly q: number },
  random: Random,
): Float32Array {
  const out = through(white(samplesIn(seconds), random), new Filter('band', band.frequency, band.q));
  for (let at = 0; at < out.length; at += 1) out[at]! *= Math.exp(-at / (fall * RATE));
  return out;
}

/** A decaying tone that glides from one frequency (Hz) to another. @param attack seconds to full level */
export function tone(seconds: number, fall: number, from: number, to: number, attack = 0.002): Float32Array {
  const out = new Float32Array(samplesIn(seconds));
  let phase = 0;
  for (let at = 0; at < out.length; at += 1) {
    const time = at / RATE;
    phase += (2 * Math.PI * (from + ((to - from) * at) / out.length)) / RATE;
    out[at] = Math.sin(phase) * Math.exp(-time / fall) * Math.min(1, time / attack);
  }
  return out;
}
