import { createRandom } from '../../../src/engine/local/scene/random.js';
import { effect, EFFECT_IDS, type EffectId } from '../../../src/engine/local/audio/effects.js';
import { RATE, white } from '../../../src/engine/local/audio/signal.js';
import { features, onsets, type Features } from './heard.js';

const within = (value: number, min: number, max: number): boolean => value >= min && value <= max;

/**
 * What each sound is known by: bands of its energy (Hz), how steady it is, and how often and how evenly something
 * begins in it.
 */
const CLASSES: Readonly<Record<EffectId, (of: Features) => boolean>> = {
  rain: (of) =>
    of.share(600, 9_000) > 0.8 && of.share(2_000, 6_000) > 0.5 && of.flatness > 0.2 && of.sway < 0.12 && of.crest < 8,
  wind: (of) =>
    within(of.middle, 250, 700) &&
    of.share(150, 2_000) > 0.8 &&
    of.sway > 0.3 &&
    of.rate < 0.6 &&
    of.flatness < 0.01 &&
    of.pitch(30, 120) < 0.5,
  thunder: (of) => of.share(20, 150) > 0.65 && within(of.sway, 0.5, 1.6) && of.jitter > 0.5 && of.crest > 6,
  sea: (of) => within(of.middle, 600, 1_500) && within(of.flatness, 0.05, 0.2) && of.sway > 0.35 && of.rate < 0.6,
  stream: (of) =>
    of.share(600, 2_000) > 0.6 && within(of.flatness, 0.01, 0.05) && of.rate > 1.5 && within(of.sway, 0.1, 0.4),
  fire: (of) =>
    of.crest > 15 && of.flatness > 0.5 && within(of.rate, 3, 8) && of.jitter > 0.25 && of.share(20, 600) > 0.1,
  birds: (of) =>
    of.share(2_000, 7_000) > 0.95 && of.share(3_900, 4_900) < 0.85 && of.flatness < 0.01 && within(of.rate, 2, 8),
  crickets: (of) => of.share(3_900, 4_900) > 0.9 && of.flatness < 0.01 && within(of.rate, 2, 6),
  steps: (of) =>
    within(of.rate, 1.5, 2.2) && of.jitter < 0.1 && of.share(20, 150) > 0.3 && of.share(1_000, 20_000) > 0.15,
  hooves: (of) => of.share(600, 2_000) > 0.9 && within(of.rate, 4, 6) && of.crest > 8,
  engine: (of) => of.pitch(30, 120) > 0.9 && of.share(20, 150) > 0.3 && of.sway < 0.2 && of.share(20, 600) > 0.95,
  train: (of) => of.share(20, 600) > 0.9 && of.share(150, 600) > 0.25 && within(of.rate, 2, 3.5) && of.jitter > 0.4,
  crowd: (of) =>
    of.share(150, 2_000) > 0.9 &&
    of.sway < 0.3 &&
    of.pitch(30, 120) < 0.6 &&
    of.flatness < 0.01 &&
    within(of.middle, 300, 700),
  applause: (of) => of.flatness > 0.2 && within(of.sway, 0.12, 0.35) && of.share(600, 6_000) > 0.8 && of.crest > 6.5,
  bell: (of) => of.pitch(30, 120) > 0.8 && of.share(150, 2_000) > 0.9 && within(of.rate, 0.3, 0.6) && of.jitter < 0.1,
  clock: (of) => of.share(2_000, 6_000) > 0.9 && within(of.rate, 1.9, 2.1) && of.jitter < 0.05,
  heartbeat: (of) => of.share(20, 200) > 0.9 && within(of.rate, 1.7, 2.6) && within(of.jitter, 0.15, 0.5),
  whoosh: (of) => within(of.flatness, 0.2, 0.45) && of.sway > 1.5 && of.rate < 0.6,
};

const classesOf = (samples: Float32Array): readonly EffectId[] => {
  const of = features(samples, RATE);
  return EFFECT_IDS.filter((id) => CLASSES[id](of));
};

/** How many of the cuts something begins at: within 60 ms. */
const met = (samples: Float32Array, cuts: readonly number[]): number => {
  const times = onsets(samples, RATE, 3.5);
  return cuts.filter((cut) => times.some((time) => within(time - cut, -0.03, 0.06))).length;
};

const CUTS = [1.92, 3.44];

/** What each effect is taken for and how many cuts something begins at in it; the same of white noise. */
export function readEffects() {
  const noise = white(8 * RATE, createRandom(1, 'noise'));
  const heard = EFFECT_IDS.map((id) => {
    const long = effect(id, 8, [], 3).left;
    return {
      id,
      classes: classesOf(long),
      met: met(effect(id, 5, CUTS, 5).left, CUTS),
      unaware: met(long.subarray(0, 5 * RATE), CUTS),
    };
  });
  return { cuts: CUTS.length, heard, noise: { classes: classesOf(noise), met: met(noise, CUTS) } };
}
