/** What is heard with a film: effects of words under, or in place of, the sound that it has. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Programs } from '../../ffmpeg.js';
import { ToolRefusal } from '../refusal.js';
import { framesOf, takeSound, type FilmFacts } from '../video/io/source.js';
import { findCuts, SEEN } from './cuts.js';
import { effects, type EffectId } from './effects.js';
import { leveled, loudnessOf } from './loudness.js';
import type { OwnSound } from '../../options.shared.js';
import { gainOf, RATE, samplesIn, type Stereo } from './signal.js';
import { decodeWav, encodeWav } from './wav.js';
import { parseSounds, type Heard } from './words.js';

/** How loud the effects are beside the film's own sound, decibels. */
const BESIDE: Readonly<Record<Exclude<OwnSound, 'drop'>, number>> = { keep: -7, lower: 9 };

/** What a prompt asks to be heard. @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'no-sound'} when that is nothing */
export function wished(prompt: string): Heard {
  const heard = parseSounds(prompt);
  if (heard.effects.length === 0) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'prompt', reason: 'no-sound' });
  return heard;
}

/** Effects mixed with the sound that a film has, at one loudness. Pure. @param own as long as it is; the film is as long as `made` */
export function mixed(made: Stereo, own: Stereo | undefined, keep: OwnSound): Stereo {
  const loudness = own === undefined || keep === 'drop' ? -Infinity : loudnessOf(own);
  if (own === undefined || keep === 'drop' || !Number.isFinite(loudness)) return leveled(made);
  const gain = gainOf(loudness + BESIDE[keep] - loudnessOf(made));
  const sum = (a: Float32Array, b: Float32Array): Float32Array => a.map((sample, at) => sample * gain + (b[at] ?? 0));
  return leveled({ left: sum(made.left, own.left), right: sum(made.right, own.right) });
}

/** The sound that a film has, at RATE. */
async function ownSound(programs: Programs, path: string, dir: string): Promise<Stereo> {
  const wav = join(dir, 'own.wav');
  await takeSound(programs, path, wav);
  const { channels: [left, right] } = decodeWav(await readFile(wav));
  if (left === undefined) throw new RangeError('a sound without a channel');
  return { left, right: right ?? left };
}

export interface Soundtrack {
  readonly effects: readonly EffectId[];
  readonly seconds: number;
  /** Seconds at which shots change. */
  readonly cuts: readonly number[];
  readonly seed: number;
}

/** Writes the sound of a film that has none as WAV. @returns its path */
export async function writeSound({ effects: ids, seconds, cuts, seed }: Soundtrack, dir: string): Promise<string> {
  return write(mixed(effects(ids, seconds, cuts, seed), undefined, 'drop'), dir);
}

/** The same for a film that was given: its cuts are found, and its own sound is mixed in. @returns the WAV's path */
export async function writeSoundFor(
  film: { readonly path: string; readonly facts: Pick<FilmFacts, 'hasSound'> }, { effects: ids, seconds, seed }: Omit<Soundtrack, 'cuts'>, keep: OwnSound, out: { readonly dir: string; readonly programs: Programs },
): Promise<string> {
  const cuts = await findCuts(framesOf(out.programs, film.path, { ...SEEN, seconds }), SEEN.fps);
  const own = film.facts.hasSound && keep !== 'drop' ? await ownSound(out.programs, film.path, out.dir) : undefined;
  const made = effects(ids, seconds, cuts, seed);
  const within = own && { left: own.left.subarray(0, samplesIn(seconds)), right: own.right.subarray(0, samplesIn(seconds)) };
  return write(mixed(made, within, keep), out.dir);
}

async function write(sound: Stereo, dir: string): Promise<string> {
  const path = join(dir, 'sound.wav');
  await writeFile(path, encodeWav(sound, RATE));
  return path;
}
