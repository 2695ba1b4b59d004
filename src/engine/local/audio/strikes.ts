/** Short sounds of single events: a step, a bell, a crack. Each starts at its first sample. */
import type { Random } from '../scene/random.js';
import { addAt, burst, Filter, RATE, samplesIn, through, tone, wander, white } from './signal.js';

/** Generates one event, varied each time. */
export type Strike = (random: Random) => Float32Array;

const joined = (
  seconds: number,
  parts: readonly { readonly sound: Float32Array; readonly at?: number; readonly gain: number }[],
): Float32Array => {
  const out = new Float32Array(samplesIn(seconds));
  for (const { sound, at = 0, gain } of parts) addAt(out, sound, samplesIn(at), gain);
  return out;
};

/** Thunder: a crack, then rumbling that varies as it decays. */
export const thunder: Strike = (random) => {
  const length = samplesIn(4.5);
  const roll = through(white(length, random), new Filter('low', 110), new Filter('low', 180), new Filter('high', 28));
  const swell = wander(length, 0.28, random);
  for (let at = 0; at < length; at += 1) {
    const time = at / RATE;
    roll[at]! *= (0.25 + swell[at]!) * Math.exp(-time / 1.6) * Math.min(1, time / 0.03) * 14;
  }
  return joined(4.5, [
    { sound: roll, gain: 1 },
    { sound: burst(0.5, 0.07, { frequency: random.range(150, 240), q: 0.8 }, random), gain: 2.2 },
    { sound: burst(0.3, 0.02, { frequency: 900, q: 0.6 }, random), gain: 0.5 },
  ]);
};

/** A footstep: heel, then sole. */
export const step: Strike = (random) =>
  joined(0.3, [
    { sound: tone(0.16, 0.025, random.range(105, 135), 65), gain: 0.5 },
    { sound: burst(0.05, 0.006, { frequency: random.range(1_300, 1_900), q: 0.9 }, random), gain: 2 },
    { sound: burst(0.14, 0.03, { frequency: random.range(2_200, 3_200), q: 0.7 }, random), at: 0.07, gain: 0.5 },
  ]);

/** A hoof on a hard road. */
export const hoof: Strike = (random) => {
  const pitch = random.range(0.92, 1.1);
  return joined(0.16, [
    { sound: tone(0.12, 0.016, 780 * pitch, 700 * pitch, 0.001), gain: 0.8 },
    { sound: tone(0.1, 0.011, 1_240 * pitch, 1_150 * pitch, 0.001), gain: 0.5 },
    { sound: burst(0.04, 0.004, { frequency: 2_000, q: 0.7 }, random), gain: 0.5 },
  ]);
};

/** Partials of a bell (hum, prime, tierce, quint, nominal and above), each with its own decay. */
const PARTIALS = [
  [0.5, 0.5, 4.5],
  [1, 0.9, 3.2],
  [1.19, 0.7, 2.4],
  [1.5, 0.35, 2],
  [2, 1, 1.6],
  [2.51, 0.4, 1],
  [2.66, 0.3, 0.9],
  [3.01, 0.35, 0.7],
  [4.1, 0.2, 0.45],
] as const;

/** A church bell, struck. */
export const bell: Strike = (random) => {
  const prime = random.range(392, 400);
  return joined(5, [
    ...PARTIALS.map(([ratio, gain, fall]) => ({
      sound: tone(5, fall, prime * ratio, prime * ratio, 0.001),
      gain: gain * 0.3,
    })),
    { sound: burst(0.04, 0.006, { frequency: 3_000, q: 0.7 }, random), gain: 0.35 },
  ]);
};

/** A clock tick; `high` alternates tick and tock. */
export const tick =
  (high: boolean): Strike =>
  (random) =>
    joined(0.08, [
      { sound: tone(0.05, 0.005, high ? 3_400 : 2_700, high ? 3_300 : 2_600, 0.000_5), gain: 0.8 },
      { sound: tone(0.06, 0.009, high ? 5_200 : 4_500, high ? 5_200 : 4_500, 0.000_5), gain: 0.35 },
      { sound: burst(0.02, 0.002, { frequency: random.range(5_500, 6_500), q: 0.8 }, random), gain: 0.6 },
    ]);

/** Two thuds, the second softer. */
export const heartbeat: Strike = () =>
  joined(0.6, [
    { sound: tone(0.25, 0.055, 62, 44, 0.008), gain: 1 },
    { sound: tone(0.12, 0.03, 150, 95, 0.006), gain: 0.3 },
    { sound: tone(0.2, 0.045, 74, 52, 0.008), at: 0.3, gain: 0.7 },
    { sound: tone(0.1, 0.025, 170, 110, 0.006), at: 0.3, gain: 0.22 },
  ]);

/** A vehicle passing: a noise band that rises, then falls. */
export const whoosh: Strike = (random) => {
  const length = samplesIn(0.9);
  const noise = white(length, random);
  const band = new Filter('band', 300, 1.4);
  const peak = random.range(1_600, 2_200);
  for (let at = 0; at < length; at += 1) {
    const share = at / length;
    // The peak is slightly after the start, where listeners expect it.
    const near = share < 0.12 ? share / 0.12 : Math.exp(-(share - 0.12) * 5);
    if (at % 32 === 0) band.tune(300 + peak * near);
    noise[at] = band.step(noise[at]!) * near * 2;
  }
  return noise;
};

/** Two wheels over a rail joint. */
export const rails: Strike = (random) => {
  const knock = (): Float32Array =>
    joined(0.14, [
      { sound: burst(0.1, 0.014, { frequency: random.range(500, 650), q: 1.6 }, random), gain: 1.6 },
      { sound: tone(0.12, 0.03, 130, 85), gain: 0.8 },
    ]);
  return joined(0.4, [
    { sound: knock(), gain: 1 },
    { sound: knock(), at: 0.17, gain: 0.85 },
  ]);
};
