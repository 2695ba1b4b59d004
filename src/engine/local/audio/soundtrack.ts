/** Sound of videos: effects named in a prompt, mixed with or replacing the existing sound. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Programs } from '../../ffmpeg.js';
import { ToolRefusal } from '../refusal.js';
import { framesOf, takeSound, type VideoFacts } from '../video/io/source.js';
import { findCuts, SEEN } from './cuts.js';
import { effects, type EffectId } from './effects.js';
import { leveled, loudnessOf } from './loudness.js';
import type { OwnSound } from '../../options.shared.js';
import { gainOf, RATE, samplesIn, type Stereo } from './signal.js';
import { decodeWav, encodeWav } from './wav.js';
import { parseSounds, type RequestedSounds } from './words.js';

/** Level of the effects relative to the video's own sound, decibels. */
const BESIDE: Readonly<Record<Exclude<OwnSound, 'drop'>, number>> = { keep: -7, lower: 9 };

/**
 * Sounds that a prompt names. @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'no-sound'} when
 * it names none
 */
export function requestedSounds(prompt: string): RequestedSounds {
  const heard = parseSounds(prompt);
  if (heard.effects.length === 0)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'prompt', reason: 'no-sound' });
  return heard;
}

/**
 * Mixes effects with the existing sound at one loudness. Pure. @param own the existing sound @param made the effects;
 * sets the length
 */
export function mixed(made: Stereo, own: Stereo | undefined, keep: OwnSound): Stereo {
  const loudness = own === undefined || keep === 'drop' ? -Infinity : loudnessOf(own);
  if (own === undefined || keep === 'drop' || !Number.isFinite(loudness)) return leveled(made);
  const gain = gainOf(loudness + BESIDE[keep] - loudnessOf(made));
  const sum = (a: Float32Array, b: Float32Array): Float32Array => a.map((sample, at) => sample * gain + (b[at] ?? 0));
  return leveled({ left: sum(made.left, own.left), right: sum(made.right, own.right) });
}

/** The existing sound of a video, at RATE. */
async function ownSound(programs: Programs, path: string, dir: string): Promise<Stereo> {
  const wav = join(dir, 'own.wav');
  await takeSound(programs, path, wav);
  const {
    channels: [left, right],
  } = decodeWav(await readFile(wav));
  if (left === undefined) throw new RangeError('audio without channels');
  return { left, right: right ?? left };
}

export interface Soundtrack {
  readonly effects: readonly EffectId[];
  readonly seconds: number;
  /** Times of shot changes, seconds. */
  readonly cuts: readonly number[];
  readonly seed: number;
}

/** Writes the sound of a silent video as WAV. @returns its path */
export async function writeSound({ effects: ids, seconds, cuts, seed }: Soundtrack, dir: string): Promise<string> {
  return write(mixed(effects(ids, seconds, cuts, seed), undefined, 'drop'), dir);
}

/** Adds effects to a given video: finds its cuts and mixes in its own sound. @returns the WAV's path */
export async function writeSoundFor(
  video: { readonly path: string; readonly facts: Pick<VideoFacts, 'hasSound'> },
  { effects: ids, seconds, seed }: Omit<Soundtrack, 'cuts'>,
  keep: OwnSound,
  out: { readonly dir: string; readonly programs: Programs },
): Promise<string> {
  const cuts = await findCuts(framesOf(out.programs, video.path, { ...SEEN, seconds }), SEEN.fps);
  const own = video.facts.hasSound && keep !== 'drop' ? await ownSound(out.programs, video.path, out.dir) : undefined;
  const made = effects(ids, seconds, cuts, seed);
  const within = own && {
    left: own.left.subarray(0, samplesIn(seconds)),
    right: own.right.subarray(0, samplesIn(seconds)),
  };
  return write(mixed(made, within, keep), out.dir);
}

async function write(sound: Stereo, dir: string): Promise<string> {
  const path = join(dir, 'sound.wav');
  await writeFile(path, encodeWav(sound, RATE));
  return path;
}
