/**
 * Lip sync: a face speaks a text. The source is an image, which becomes a video, or a video whose own sound is
 * replaced.
 */
import { join } from 'node:path';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { leveled } from '../../audio/loudness.js';
import { mouthOfPhones, mouthOfVoice, voiceOf, type MouthShape } from '../../audio/mouth-curve.js';
import { addAt, RATE, rms, samplesIn } from '../../audio/signal.js';
import { withSpeaker, type Speaker } from '../../audio/speaker.js';
import { SpokenTooLong } from '../../audio/speech.js';
import { decodeWav, encodeWav } from '../../audio/wav.js';
import { speakingFace } from '../../people/face-check.js';
import type { Point } from '../../people/landmarks.js';
import { mouthOf, type Mouth } from '../../people/mouth.js';
import { ToolRefusal } from '../../refusal.js';
import { resample, within } from '../../photo/resample.js';
import { speakingFrame, speakingImage } from '../../people/speaking.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { framesOf, takeSound } from '../io/source.js';
import { trackFace } from './track-face.js';

/** Seconds of silence before the speech, and the minimum after it. */
const REST = { before: 0.25, after: 0.2 } as const;
/** Longest side at which a face is tracked, pixels. */
const SEEN = 960;
/** Images over which the mouth starts to move when its face becomes visible. */
const BEGINS = 4;
/** Progress at the end of the speech and of the tracking, 0..1; and the number of previews. */
const SHARES = { heard: 0.05, followed: 0.45 } as const;
const SHOWN = 12;

/** The speech of a video and the mouth shapes for it. */
export interface Spoken {
  /** One channel at RATE, as long as the video. */
  readonly sound: Float32Array;
  /** One shape for each image. */
  readonly mouth: readonly MouthShape[];
}

export interface LipSyncOptions {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** A whole number of frames. */
  readonly seconds: number;
  /** For an image: controls the blinking and the motion of the head. */
  readonly seed: number;
}

/**
 * Speaks a text within a video's time.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'script-too-long', seconds} when it takes
 * longer; errors of `speak`
 */
export async function said(
  text: string,
  who: Speaker,
  { seconds, fps }: Pick<LipSyncOptions, 'seconds' | 'fps'>,
): Promise<Spoken> {
  const speech = await withSpeaker(who, (speak) => speak(text, seconds - REST.before - REST.after)).catch(
    (error: unknown) => {
      if (!(error instanceof SpokenTooLong)) throw error;
      throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', {
        input: 'prompt',
        reason: 'script-too-long',
        seconds: Math.ceil(error.seconds + REST.before + REST.after),
      });
    },
  );
  const sound = new Float32Array(samplesIn(seconds));
  addAt(sound, speech.sound, samplesIn(REST.before), 1);
  return {
    sound,
    mouth: mouthOfPhones(speech.phones, REST.before, voiceOf(sound, Math.round(seconds * fps), fps), fps),
  };
}

/** A recording below this level, as a share of full scale, is silent. */
const SILENCE = 0.001;

/**
 * Reads a recording for a video.
 * @param recording a file that FFmpeg reads; anything longer than the video is cut off
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'audio', reason: 'silent'}; ProgramFault when it does not open
 */
export async function recorded(
  recording: string,
  { seconds, fps }: Pick<LipSyncOptions, 'seconds' | 'fps'>,
  out: { readonly dir: string; readonly programs: Programs },
): Promise<Spoken> {
  const wav = join(out.dir, 'recording.wav');
  try {
    await takeSound(out.programs, recording, wav);
    const {
      channels: [left = new Float32Array(), right = left],
    } = decodeWav(await readFile(wav));
    const sound = new Float32Array(samplesIn(seconds));
    for (let at = 0; at < Math.min(sound.length, left.length); at += 1) sound[at] = (left[at]! + right[at]!) / 2;
    if (rms(sound) < SILENCE) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'audio', reason: 'silent' });
    return { sound, mouth: mouthOfVoice(sound, Math.round(seconds * fps), fps) };
  } finally {
    await rm(wav, { force: true });
  }
}

/**
 * The frames of a still image that speaks.
 * @throws ToolRefusal as `speakingFace`
 */
async function* framesOfImage(
  image: Raster,
  { mouth }: Spoken,
  { fps, seconds, seed }: LipSyncOptions,
): AsyncGenerator<Raster, void, undefined> {
  const face = await speakingFace(image, 'face');
  const at = speakingImage(image, face, { seconds, seed });
  for (const [index, shape] of mouth.entries()) yield at(index / fps, shape);
}

/** How strongly the mouth moves, 0 to 1, by the distance to the nearest image without the face. */
function shareAt(track: readonly (readonly Point[] | undefined)[], index: number): number {
  let away = BEGINS;
  for (let k = 1; k <= BEGINS; k += 1) {
    for (const other of [index - k, index + k])
      if (other >= 0 && other < track.length && track[other] === undefined) away = Math.min(away, k - 1);
  }
  return away / BEGINS;
}

/**
 * The frames of a video whose face speaks.
 * @throws ToolRefusal LIP_SYNC_VIDEO_FACE
 */
async function* framesOfVideo(
  programs: Programs,
  path: string,
  { mouth: shapes }: Spoken,
  options: LipSyncOptions,
  on: OnGrow,
  signal: AbortSignal,
): AsyncGenerator<Raster, void, undefined> {
  const { width, height, fps, seconds } = options;
  const small = within(width, height, SEEN);
  const frames = shapes.length;
  const track = await trackFace(
    framesOf(programs, path, { ...small, fps, seconds }, signal),
    (index) => {
      if (index % SHOWN === 0) on({ fraction: SHARES.heard + (SHARES.followed - SHARES.heard) * (index / frames) });
    },
    () => new ToolRefusal('LIP_SYNC_VIDEO_FACE'),
  );
  const scale = { x: width / small.width, y: height / small.height };
  let index = 0;
  let before: Mouth | undefined;
  for await (const frame of framesOf(programs, path, { width, height, fps, seconds }, signal)) {
    const points = track[index]?.map(({ x, y }) => ({ x: x * scale.x, y: y * scale.y }));
    before = points === undefined ? undefined : mouthOf(frame, points, before);
    const shape = shapes[index];
    index += 1;
    yield before === undefined || shape === undefined
      ? frame
      : speakingFrame(frame, before, shape, shareAt(track, index - 1));
  }
}

/**
 * Makes a video in which a face speaks. Deterministic.
 * @param given an image of any size in the video's shape, or a video
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with images as they are made
 * @throws ToolRefusal NO_FACES_IN_IMAGE {input}, INVALID_FACE_POSE {input}, INPUT_INVALID_FOR_SERVICE {input, reason:
 *   'several-faces' | 'face-small'} for an image; LIP_SYNC_VIDEO_FACE for a video; ProgramFault when FFmpeg fails; the
 *   signal's reason
 */
export async function lipSync(
  given: Raster | { readonly path: string },
  spoken: Spoken,
  options: LipSyncOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps } = options;
  on({ fraction: SHARES.heard });
  const isVideo = 'path' in given;
  const images = isVideo
    ? framesOfVideo(out.programs, given.path, spoken, options, on, signal)
    : framesOfImage(
        given.width === width && given.height === height ? given : await resample(given, width, height),
        spoken,
        options,
      );
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
  if (poster === undefined) throw new Error('a video without frames');
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}
