/** The sound of an edited video: the clips' own sound with crossfades, and a music bed under it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlacedCut } from '../../../timeline.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import { effects, type EffectId } from '../../audio/effects.js';
import { leveled } from '../../audio/loudness.js';
import { RATE, samplesIn, silence, type Stereo } from '../../audio/signal.js';
import { decodeWav, encodeWav } from '../../audio/wav.js';
import { videoFacts, takeSound } from '../io/source.js';
import type { GivenClip } from './clip-frames.js';

/** Fade in seconds at a hard cut, which avoids clicks. */
const CLICK = 0.01;
/** Loudness of a bed at full strength, LUFS; half the strength is 12 LU less. */
const BED = { full: -16, octave: 12 } as const;
/** Maximum output sample, as a share of full scale. */
const CEILING = 0.89;

export interface EditSound {
  /** Volume of the clips' sound, 0 to 1. */
  readonly loud: number;
  readonly bed?: EffectId;
  /** Volume of the bed, 0 to 1. */
  readonly bedLoud: number;
  readonly fps: number;
  readonly frames: number;
}

/** Mixes a part of a clip's sound into its place, with equal-power fades. Pure except for `into`. */
function layCut(
  into: Stereo,
  own: Stereo,
  { cut, begin, length, lead }: PlacedCut,
  tail: number,
  fps: number,
  gain: number,
): void {
  const [from, start, count] = [samplesIn(cut.from / 1_000), samplesIn(begin / fps), samplesIn(length / fps)];
  const [rise, fall] = [samplesIn(Math.max(CLICK, lead / fps)), samplesIn(Math.max(CLICK, tail / fps))];
  const last = Math.min(count, own.left.length - from, into.left.length - start);
  for (let at = 0; at < last; at += 1) {
    const level = gain * Math.sqrt(Math.min(1, at / rise) * Math.min(1, (count - at) / fall));
    into.left[start + at]! += own.left[from + at]! * level;
    into.right[start + at]! += own.right[from + at]! * level;
  }
}

async function soundOf(programs: Programs, path: string, dir: string): Promise<Stereo> {
  const wav = join(dir, 'clip.wav');
  try {
    await takeSound(programs, path, wav);
    const {
      channels: [left, right],
    } = decodeWav(await readFile(wav));
    if (left === undefined) throw new RangeError('audio without channels');
    return { left, right: right ?? left };
  } finally {
    await rm(wav, { force: true });
  }
}

/** Limits the level of loud passages and leaves the rest unchanged. */
function held({ left, right }: Stereo): Stereo {
  let peak = 0;
  for (const channel of [left, right]) for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  if (peak <= CEILING) return { left, right };
  const scale = CEILING / peak;
  return { left: left.map((sample) => sample * scale), right: right.map((sample) => sample * scale) };
}

/**
 * Writes the sound as WAV.
 * @param clips by their numbers
 * @returns the path; undefined when the video is silent
 * @throws ProgramFault when a clip's sound does not open
 */
export async function writeEditSound(
  placed: readonly PlacedCut[],
  clips: ReadonlyMap<number, GivenClip>,
  { loud, bed, bedLoud, fps, frames }: EditSound,
  seed: number,
  out: { readonly dir: string; readonly programs: Programs },
): Promise<string | undefined> {
  const seconds = frames / fps;
  const sum = silence(samplesIn(seconds));
  let hasSound = false;
  for (const [number, { path, isImage }] of loud > 0 ? clips : []) {
    const own = placed
      .map((one, index) => ({ one, tail: placed[index + 1]?.lead ?? 0 }))
      .filter(({ one }) => one.cut.clip === number);
    if (isImage || own.length === 0 || !(await videoFacts(out.programs, path)).hasSound) continue;
    const sound = await soundOf(out.programs, path, out.dir);
    for (const { one, tail } of own) layCut(sum, sound, one, tail, fps, loud);
    hasSound = true;
  }
  if (bed !== undefined) {
    const under = leveled(effects([bed], seconds, [], seed), BED.full + BED.octave * Math.log2(bedLoud));
    const [fade, total] = [samplesIn(Math.min(1, seconds / 4)), sum.left.length];
    for (let at = 0; at < total; at += 1) {
      const level = Math.min(1, at / fade, (total - at) / fade);
      sum.left[at]! += under.left[at]! * level;
      sum.right[at]! += under.right[at]! * level;
    }
    hasSound = true;
  }
  if (!hasSound) return undefined;
  const path = join(out.dir, 'sound.wav');
  await writeFile(path, encodeWav(held(sum), RATE));
  return path;
}
