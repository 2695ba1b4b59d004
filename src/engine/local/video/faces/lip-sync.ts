/** A face that says a text: of an image, which becomes a video, or of a video, whose own sound goes. */
import { join } from 'node:path';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { leveled } from '../../audio/loudness.js';
import { mouthOfPhones, mouthOfVoice, voiceOf, type MouthShape } from '../../audio/mouth-curve.js';
import { addAt, RATE, rms, samplesIn } from '../../audio/signal.js';
import { speak, SpokenTooLong } from '../../audio/speech.js';
import type { SpokenLanguage, Voice } from '../../../options.shared.js';
import { decodeWav, encodeWav } from '../../audio/wav.js';
import { onlyFace } from '../../people/face-check.js';
import type { Point } from '../../people/landmarks.js';
import { mouthOf, type Mouth } from '../../people/mouth.js';
import { ToolRefusal } from '../../refusal.js';
import { resample, within } from '../../photo/resample.js';
import { speakingFrame, speakingImage } from '../../people/speaking.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { framesOf, takeSound } from '../io/source.js';
import { trackFace } from './track-face.js';

/** Seconds of silence before what is said, and after it at least. */
const REST = { before: 0.25, after: 0.2 } as const;
/** Longest side at which a face is followed, pixels. */
const SEEN = 960;
/** Images over which a mouth begins to move where its face comes into sight. */
const BEGINS = 4;
/** How the work is divided: what is heard, the face, the images; and how often one is shown. */
const SHARES = { heard: 0.05, followed: 0.45 } as const;
const SHOWN = 12;

/** What is said in a video, and how the mouth moves to it. */
export interface Spoken {
  /** One channel at RATE, as long as the video. */
  readonly sound: Float32Array;
  /** One for each image. */
  readonly mouth: readonly MouthShape[];
}

export interface LipSyncOptions {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** A whole number of frames. */
  readonly seconds: number;
  /** When eyes blink and how the head moves; of an image. */
  readonly seed: number;
}

/**
 * Says a text within a video's time.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'script-too-long', seconds} where it takes longer; what `speak` throws
 */
export async function said(text: string, who: { readonly voice: Voice; readonly language: SpokenLanguage }, { seconds, fps }: Pick<LipSyncOptions, 'seconds' | 'fps'>): Promise<Spoken> {
  const speech = await speak(text, who, seconds - REST.before - REST.after).catch((error: unknown) => {
    if (!(error instanceof SpokenTooLong)) throw error;
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'prompt', reason: 'script-too-long', seconds: Math.ceil(error.seconds + REST.before + REST.after) });
  });
  const sound = new Float32Array(samplesIn(seconds));
  addAt(sound, speech.sound, samplesIn(REST.before), 1);
  return { sound, mouth: mouthOfPhones(speech.phones, REST.before, voiceOf(sound, Math.round(seconds * fps), fps), fps) };
}

/** A recording whose strength is below this, of full scale, is silence. */
const SILENCE = 0.001;

/**
 * A recording within a video's time.
 * @param recording a file that FFmpeg reads; what is longer than the video is cut off
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'audio', reason: 'silent'}; ProgramFault when it does not open
 */
export async function recorded(recording: string, { seconds, fps }: Pick<LipSyncOptions, 'seconds' | 'fps'>, out: { readonly dir: string; readonly programs: Programs }): Promise<Spoken> {
  const wav = join(out.dir, 'recording.wav');
  try {
    await takeSound(out.programs, recording, wav);
    const { channels: [left = new Float32Array(), right = left] } = decodeWav(await readFile(wav));
    const sound = new Float32Array(samplesIn(seconds));
    for (let at = 0; at < Math.min(sound.length, left.length); at += 1) sound[at] = (left[at]! + right[at]!) / 2;
    if (rms(sound) < SILENCE) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'audio', reason: 'silent' });
    return { sound, mouth: mouthOfVoice(sound, Math.round(seconds * fps), fps) };
  } finally {
    await rm(wav, { force: true });
  }
}

/** The images of a still image that speaks. @throws ToolRefusal as `onlyFace`, but NO_FACES_IN_IMAGE where there is none */
async function* framesOfImage(image: Raster, { mouth }: Spoken, { fps, seconds, seed }: LipSyncOptions): AsyncGenerator<Raster, void, undefined> {
  const face = await onlyFace(image, 'face').catch((error: unknown) => {
    if (error instanceof ToolRefusal && error.identifier === 'NO_FACE_FOUND') throw new ToolRefusal('NO_FACES_IN_IMAGE', { input: 'face' });
    throw error;
  });
  const at = speakingImage(image, face, { seconds, seed });
  for (const [index, shape] of mouth.entries()) yield at(index / fps, shape);
}

/** How far an image is from the nearest in which the face is not seen, 0 to 1. */
function shareAt(track: readonly (readonly Point[] | undefined)[], index: number): number {
  let away = BEGINS;
  for (let k = 1; k <= BEGINS; k += 1) {
    for (const other of [index - k, index + k]) if (other >= 0 && other < track.length && track[other] === undefined) away = Math.min(away, k - 1);
  }
  return away / BEGINS;
}

/** The images of a video whose face speaks. @throws ToolRefusal LIP_SYNC_VIDEO_FACE */
async function* framesOfVideo(programs: Programs, path: string, { mouth: shapes }: Spoken, options: LipSyncOptions, on: OnGrow, signal: AbortSignal): AsyncGenerator<Raster, void, undefined> {
  const { width, height, fps, seconds } = options;
  const small = within(width, height, SEEN);
  const frames = shapes.length;
  const track = await trackFace(framesOf(programs, path, { ...small, fps, seconds }, signal), (index) => {
    if (index % SHOWN === 0) on({ fraction: SHARES.heard + (SHARES.followed - SHARES.heard) * (index / frames) });
  }, () => new ToolRefusal('LIP_SYNC_VIDEO_FACE'));
  const scale = { x: width / small.width, y: height / small.height };
  let index = 0;
  let before: Mouth | undefined;
  for await (const frame of framesOf(programs, path, { width, height, fps, seconds }, signal)) {
    const points = track[index]?.map(({ x, y }) => ({ x: x * scale.x, y: y * scale.y }));
    before = points === undefined ? undefined : mouthOf(frame, points, before);
    const shape = shapes[index];
    index += 1;
    yield before === undefined || shape === undefined ? frame : speakingFrame(frame, before, shape, shareAt(track, index - 1));
  }
}

/**
 * Makes a video in which a face speaks. Deterministic.
 * @param given an image, of any size in the video's shape, or a video
 * @param out the folder for the MP4; nothing else is left there
 * @param on fraction 0..1 and images as they are made
 * @throws ToolRefusal NO_FACES_IN_IMAGE {input}, INVALID_FACE_POSE {input}, INPUT_INVALID_FOR_SERVICE {input, reason: 'several-faces'} of an image;
 *   LIP_SYNC_VIDEO_FACE of a video; ProgramFault when FFmpeg fails; the signal's reason
 */
export async function lipSync(given: Raster | { readonly path: string }, spoken: Spoken, options: LipSyncOptions, out: { readonly dir: string; readonly programs: Programs }, on: OnGrow, signal: AbortSignal): Promise<RenderedVideo> {
  const { width, height, fps } = options;
  on({ fraction: SHARES.heard });
  const isVideo = 'path' in given;
  const images = isVideo ? framesOfVideo(out.programs, given.path, spoken, options, on, signal)
    : framesOfImage(given.width === width && given.height === height ? given : await resample(given, width, height), spoken, options);
  const [begins, frames] = [isVideo ? SHARES.followed : SHARES.heard, spoken.mouth.length];
  let [poster, count]: [Raster | undefined, number] = [undefined, 0];
  const reported = (async function* () {
    for await (const frame of images) {
      signal.throwIfAborted();
      poster ??= frame;
      if (count % SHOWN === 0) on({ fraction: begins + (0.97 - begins) * (count / frames), partial: frame });
      count += 1;
      yield frame;
    }
  })();
  const [mp4, wav] = [videoPath(out), join(out.dir, 'voice.wav')];
  try {
    const heard = leveled({ left: spoken.sound, right: spoken.sound });
    await writeFile(wav, encodeWav(heard, RATE));
    await encodeMp4(out.programs, { width, height, fps, frames: reported, sound: { path: wav }, path: mp4, signal });
  } finally {
    await rm(wav, { force: true });
  }
  if (poster === undefined) throw new Error('a film without a frame');
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}
