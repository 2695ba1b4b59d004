/**
 * Catalogue of sound effects and how each is placed in a video: a continuous bed, or events that start with the shots.
 */
import { createRandom, type Random } from '../scene/random.js';
import { applause, birds, crickets, crowd, engine, fire, rain, rumble, sea, stream, wind, type Bed } from './beds.js';
import { addAt, gainOf, rms, samplesIn, silence, through, Filter, type Stereo } from './signal.js';
import { bell, heartbeat, hoof, rails, step, thunder, tick, whoosh, type Strike } from './strikes.js';

export const EFFECT_IDS = [
  'rain',
  'wind',
  'thunder',
  'sea',
  'stream',
  'fire',
  'birds',
  'crickets',
  'steps',
  'hooves',
  'engine',
  'train',
  'crowd',
  'applause',
  'bell',
  'clock',
  'heartbeat',
  'whoosh',
] as const;
export type EffectId = (typeof EFFECT_IDS)[number];

/** Timing of events: every `every` seconds in the order of `strikes`, starting with each shot, varied by `loose`. */
interface Rhythm {
  readonly strikes: readonly Strike[];
  readonly every: readonly number[];
  /** Maximum timing variation as a share of the interval; the first event of a shot is exact. */
  readonly loose: number;
}

interface Effect {
  readonly bed?: Bed;
  readonly rhythm?: Rhythm;
  /** Level relative to the other effects, decibels. */
  readonly level: number;
  /** How much the bed's two channels differ, 0 to 1. */
  readonly wide: number;
}

const EFFECTS: Readonly<Record<EffectId, Effect>> = {
  rain: { bed: rain, level: -2, wide: 1 },
  wind: { bed: wind, level: -1, wide: 0.7 },
  thunder: { rhythm: { strikes: [thunder], every: [6.5], loose: 0.3 }, level: 3, wide: 0 },
  sea: { bed: sea, level: 0, wide: 0.8 },
  stream: { bed: stream, level: -3, wide: 0.8 },
  fire: { bed: fire, level: -1, wide: 0.6 },
  birds: { bed: birds, level: -4, wide: 1 },
  crickets: { bed: crickets, level: -6, wide: 1 },
  steps: { rhythm: { strikes: [step], every: [0.54], loose: 0.04 }, level: 0, wide: 0 },
  hooves: { rhythm: { strikes: [hoof], every: [0.16, 0.16, 0.3], loose: 0.03 }, level: 0, wide: 0 },
  engine: { bed: engine, level: 0, wide: 0.2 },
  train: { bed: rumble, rhythm: { strikes: [rails], every: [0.78], loose: 0.02 }, level: 0, wide: 0.4 },
  crowd: { bed: crowd, level: -2, wide: 0.9 },
  applause: { bed: applause, level: -1, wide: 1 },
  bell: { rhythm: { strikes: [bell], every: [2.6], loose: 0.01 }, level: 1, wide: 0 },
  clock: { rhythm: { strikes: [tick(true), tick(false)], every: [0.5], loose: 0.005 }, level: -5, wide: 0 },
  heartbeat: { rhythm: { strikes: [heartbeat], every: [0.92], loose: 0.02 }, level: 2, wide: 0 },
  whoosh: { rhythm: { strikes: [whoosh], every: [3.4], loose: 0.25 }, level: 0, wide: 0 },
};

/** Reference level of every effect before its own level is applied, relative to full scale. */
const REFERENCE = 0.1;
/**
 * A bed restarts with each shot: new noise, cross-faded, with a swell that decays. The swell is `swell` decibels louder
 * than the end of the shot before, limited to `min` to `max`. Seconds: `fade`, `fall`, and `heard`, the window over
 * which both are compared.
 */
const CUT = { fade: 0.03, swell: 6, min: 5, max: 16, fall: 0.35, heard: 0.08 } as const;

/** Seconds before a cut in which no event starts. */
const REST = 0.15;

/** Start times of a video's shots in seconds, the first at 0. */
function shotsOf(cuts: readonly number[], seconds: number): readonly { readonly from: number; readonly to: number }[] {
  const starts = [0, ...cuts.filter((cut) => cut > 0 && cut < seconds)];
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? seconds }));
}

/** Swell at the start of a shot, decibels. @param before samples before the cut @param after samples after it */
function swellOf(before: Float32Array, after: Float32Array): number {
  const heard = samplesIn(CUT.heard);
  const [was, is] = [rms(before.subarray(Math.max(0, before.length - heard))), rms(after.subarray(0, heard))];
  return was === 0 || is === 0 ? CUT.min : Math.min(Math.max(CUT.swell + 20 * Math.log10(was / is), CUT.min), CUT.max);
}

/** One channel of a bed across all shots. @param sound generates the given number of samples for one shot */
function layChannel(
  seconds: number,
  cuts: readonly number[],
  sound: (shot: number, length: number) => Float32Array,
): Float32Array {
  const out = new Float32Array(samplesIn(seconds));
  const fade = samplesIn(CUT.fade);
  shotsOf(cuts, seconds).forEach(({ from, to }, shot) => {
    const start = samplesIn(from);
    const own = sound(shot, samplesIn(to) - start + fade);
    const swell = shot === 0 ? 0 : swellOf(out.subarray(0, start), own);
    for (let at = 0; at < own.length && start + at < out.length; at += 1) {
      const shown = (shot === 0 ? 1 : Math.min(1, at / (fade / 4))) * Math.min(1, (own.length - at) / fade);
      out[start + at]! += own[at]! * shown * (swell === 0 ? 1 : gainOf(swell * Math.exp(-at / samplesIn(CUT.fall))));
    }
  });
  return out;
}

function lay(bed: Bed, wide: number, seconds: number, cuts: readonly number[], random: Random): Stereo {
  const channel = (side: string): Float32Array =>
    layChannel(seconds, cuts, (shot, length) => {
      const both = bed(length, random.fork(`shot ${shot}`));
      if (wide === 0) return both;
      const own = bed(length, random.fork(`shot ${shot} ${side}`));
      return both.map((sample, at) => sample * (1 - wide) + own[at]! * wide);
    });
  return { left: channel('left'), right: channel('right') };
}

/** Times at which an effect's events start, in seconds: at every shot, then by its rhythm. */
function timesOf(
  { every, loose }: Rhythm,
  seconds: number,
  cuts: readonly number[],
  random: Random,
): readonly number[] {
  // An event just before a cut would be masked by the one at the cut.
  const rest = Math.max(REST, every[0]! * 0.6);
  return shotsOf(cuts, seconds).flatMap(({ from, to }) => {
    const times: number[] = [];
    for (let time = from, beat = 0; time < to - (to === seconds ? 0.05 : rest) || time === from; beat += 1) {
      times.push(time);
      time += every[beat % every.length]! * (1 + loose * random.range(-1, 1));
    }
    return times;
  });
}

/** Turns one channel of events into two by adding a room with separate echoes per side. */
function inRoom(dry: Float32Array): Stereo {
  const out = { left: dry.slice(), right: dry.slice() };
  const wet = through(dry.slice(), new Filter('low', 3_500));
  for (const [into, delays] of [
    [out.left, [0.011, 0.023, 0.041, 0.067]],
    [out.right, [0.013, 0.027, 0.037, 0.073]],
  ] as const) {
    delays.forEach((delay, index) => {
      addAt(into, wet, samplesIn(delay), 0.22 * 0.7 ** index);
    });
  }
  return out;
}

function strike(rhythm: Rhythm, seconds: number, cuts: readonly number[], random: Random): Stereo {
  const dry = new Float32Array(samplesIn(seconds));
  timesOf(rhythm, seconds, cuts, random.fork('times')).forEach((time, index) => {
    addAt(dry, rhythm.strikes[index % rhythm.strikes.length]!(random), samplesIn(time), random.range(0.85, 1));
  });
  return inRoom(dry);
}

/** Applies one gain to both channels so that the louder one reaches the reference level. */
function levelled(sound: Stereo, level: number): Stereo {
  // Events are mostly silence: only the tenths of a second with sound are measured.
  const tenth = samplesIn(0.1);
  const parts: number[] = [];
  for (let at = 0; at + tenth <= sound.left.length; at += tenth)
    parts.push(Math.hypot(rms(sound.left.subarray(at, at + tenth)), rms(sound.right.subarray(at, at + tenth))));
  const loud = parts.sort((a, b) => b - a).slice(0, Math.max(1, Math.ceil(parts.length / 4)));
  const now = Math.sqrt(loud.reduce((sum, one) => sum + one * one, 0) / Math.max(1, loud.length)) / Math.SQRT2;
  const gain = now > 0 ? (REFERENCE * gainOf(level)) / now : 0;
  return { left: sound.left.map((sample) => sample * gain), right: sound.right.map((sample) => sample * gain) };
}

/**
 * One effect for the length of a video. Pure: the same seed gives the same samples.
 * @param seconds length of the video
 * @param cuts times of shot changes in seconds: beds restart there and events start there
 * @param seed 0 to 2^32 − 1
 * @returns two channels at RATE, levelled against the other effects
 */
export function effect(id: EffectId, seconds: number, cuts: readonly number[], seed: number): Stereo {
  const { bed, rhythm, level, wide } = EFFECTS[id];
  const random = createRandom(seed, `sound ${id}`);
  const bedSound = bed && lay(bed, wide, seconds, cuts, random.fork('bed'));
  const struck = rhythm && strike(rhythm, seconds, cuts, random.fork('events'));
  if (bedSound === undefined) return levelled(struck ?? silence(samplesIn(seconds)), level);
  if (struck === undefined) return levelled(bedSound, level);
  const [under, over] = [levelled(bedSound, level - 9), levelled(struck, level)];
  return {
    left: under.left.map((sample, at) => sample + over.left[at]!),
    right: under.right.map((sample, at) => sample + over.right[at]!),
  };
}

/** Mixes several effects. */
export function effects(ids: readonly EffectId[], seconds: number, cuts: readonly number[], seed: number): Stereo {
  const out = silence(samplesIn(seconds));
  for (const id of ids) {
    const { left, right } = effect(id, seconds, cuts, seed);
    addAt(out.left, left, 0, 1);
    addAt(out.right, right, 0, 1);
  }
  return out;
}
