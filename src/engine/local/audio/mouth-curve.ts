/** Mouth movement from speech: one mouth shape for each frame of a video. */
import { addAt, Filter, RATE, through } from './signal.js';
import type { Phone } from './speech.js';

/** Mouth shape at one moment: how open the mouth and how round the lips are, 0 to 1. */
export interface MouthShape {
  readonly open: number;
  readonly round: number;
}

/** The lips reach their position slightly before the sound is heard, seconds. */
const AHEAD = 0.03;
/** Seconds over which sounds blend into each other; closed lips are excluded from the blending. */
const FLOWS = 0.035;
/** Samples per second of the curve before it is resampled to frames. */
const FINE = 200;
/** Frequency band of voices, Hz. */
const VOICED = { low: 200, high: 3_200 } as const;
/** Below this share of a voice's usual level, no one is speaking. */
const SILENT = 0.06;
/** Share of the opening that follows loudness; the rest depends only on the sound. */
const STRESSED = 0.65;
/** Below this opening the lips are closed: p, b, m. */
const CLOSED = 0.05;

/** Gaussian smoothing. @param spread standard deviation in samples of the curve */
function softened(values: Float64Array, spread: number): Float64Array {
  const reach = Math.ceil(spread * 3);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-0.5 * ((k - reach) / spread) ** 2));
  const sum = weights.reduce((all, one) => all + one, 0);
  return values.map(
    (_, at) => weights.reduce((all, weight, k) => all + (values[at + k - reach] ?? 0) * weight, 0) / sum,
  );
}

/**
 * Loudness of a voice per frame: RMS of its band relative to its loud moments.
 * @param sound one channel at RATE; not changed
 * @param frames number of frames, at `fps` per second
 * @returns 0 to about 1.3; all 0 for silence
 */
export function voiceOf(sound: Float32Array, frames: number, fps: number): Float64Array {
  const band = through(sound.slice(), new Filter('high', VOICED.low), new Filter('low', VOICED.high));
  const step = RATE / fps;
  const levels = Float64Array.from({ length: frames }, (_, index) => {
    const part = band.subarray(Math.round(index * step), Math.round((index + 1) * step));
    return part.length === 0 ? 0 : Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / part.length);
  });
  const sorted = levels.toSorted();
  const loud = sorted[Math.floor(0.95 * (frames - 1))] ?? 0;
  const whole = loud > 1e-4 ? loud : Math.max(1e-4, sorted.at(-1) ?? 0);
  return softened(levels, 0.6).map((level) => level / whole);
}

/** Level at which a voice moves its mouth, and how the level opens it. */
const opened = (level: number): number => Math.min(1, Math.max(0, (level - SILENT) / (1 - SILENT)) ** 0.6);

/**
 * Mouth shapes for sounds whose times are known.
 * @param from start of the speech in the video, seconds
 * @param voice loudness of the video's own sound, from {@link voiceOf}: it also opens the mouth
 */
export function mouthOfPhones(
  phones: readonly Phone[],
  from: number,
  voice: Float64Array,
  fps: number,
): readonly MouthShape[] {
  const looks = Math.ceil((voice.length / fps) * FINE);
  const [open, round, closed] = [new Float64Array(looks), new Float64Array(looks), new Float64Array(looks)];
  for (const phone of phones) {
    const [first, last] = [
      Math.round((from + phone.from - AHEAD) * FINE),
      Math.round((from + phone.to - AHEAD) * FINE),
    ];
    for (let at = Math.max(0, first); at < Math.min(looks, Math.max(last, first + 1)); at += 1) {
      open[at] = phone.open;
      round[at] = phone.round;
      closed[at] = phone.open < CLOSED ? 1 : 0;
    }
  }
  const [flowing, rounding, closing] = [
    softened(open, FLOWS * FINE),
    softened(round, FLOWS * FINE),
    softened(closed, 0.4 * FLOWS * FINE),
  ];
  return Array.from(voice, (level, index) => {
    const at = Math.min(looks - 1, Math.round(((index + 0.5) / fps) * FINE));
    const said = flowing[at]! * (1 - 0.85 * Math.min(1, closing[at]!));
    return { open: said * (1 - STRESSED + STRESSED * Math.min(1.2, level) ** 0.6), round: rounding[at]! };
  });
}

/** Below this frequency a voice carries mostly round sounds (u, o), Hz. */
const ROUND = 700;

/**
 * Mouth shapes from the sound alone: open by loudness, rounder for low frequencies. @param sound one channel at RATE
 */
export function mouthOfVoice(sound: Float32Array, frames: number, fps: number): readonly MouthShape[] {
  const voice = voiceOf(sound, frames, fps);
  const low = new Float32Array(sound.length);
  addAt(low, sound, 0, 1);
  through(low, new Filter('high', VOICED.low), new Filter('low', ROUND));
  const step = RATE / fps;
  const power = (samples: Float32Array, index: number): number =>
    samples.subarray(Math.round(index * step), Math.round((index + 1) * step)).reduce((sum, one) => sum + one * one, 0);
  const shares = Float64Array.from(voice, (level, index) =>
    level > SILENT ? power(low, index) / Math.max(1e-9, power(sound, index)) : 0,
  );
  const rounding = softened(
    shares.map((share) => Math.min(1, Math.max(0, (share - 0.55) / 0.4))),
    1,
  );
  return Array.from(voice, (level, index) => ({ open: opened(level), round: rounding[index]! * 0.8 }));
}
