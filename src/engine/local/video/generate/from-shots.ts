/**
 * A video of a prompt in shots. Each shot is a separate scene of the prompt with the requested camera move, and the
 * soundtrack follows the scenes.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transition } from '../../../sizes.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster, Scene, SceneOptions } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';
import { bedOf, soundsOf } from '../../audio/bed.js';
import { RATE } from '../../audio/signal.js';
import { encodeWav } from '../../audio/wav.js';
import type { Motion } from './camera.js';
import { encodeMp4, videoPath, type PlanarFrame } from '../io/encode.js';
import { frameCountOf } from '../io/rendered-video.js';
import { framesOfShot, type TextVideo } from './from-text.js';
import { oneVideoAtATime } from '../io/reel.js';
import { between } from './transitions.js';
import { scenesOf } from './views.js';

export interface VideoFromShotsOptions extends SceneOptions {
  /** Pixels; even, 64 to 2048. */
  readonly width: number;
  readonly height: number;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
  readonly camera: Motion;
  /** 1 to 4. */
  readonly shots: number;
  readonly transition: Transition;
  /** Whether the video has sound. */
  readonly sound: boolean;
}

/** Maximum length of a transition: in seconds, and as a share of a shot's length. */
const CHANGE = { seconds: 0.6, share: 0.3 } as const;

interface Part {
  readonly scene: Scene;
  readonly frames: number;
}

/** Frames of each shot, and the frames that neighbouring shots share. */
function partsOf(
  scenes: readonly Scene[],
  frames: number,
  fps: number,
  transition: Transition,
): { readonly parts: readonly Part[]; readonly shared: number } {
  const shared =
    transition === 'cut' ? 0 : Math.floor(Math.min(CHANGE.seconds * fps, (CHANGE.share * frames) / scenes.length));
  const all = frames + shared * (scenes.length - 1);
  const parts = scenes.map((scene, index) => ({
    scene,
    frames: Math.floor((all * (index + 1)) / scenes.length) - Math.floor((all * index) / scenes.length),
  }));
  return { parts, shared };
}

/**
 * Makes a video of a prompt in shots. Deterministic: the same options give the same frames and sound.
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames at half size
 * @throws ProgramFault when FFmpeg fails; the signal's reason; RangeError for no shot or more than four
 */
export function videoFromShots(
  options: VideoFromShotsOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<TextVideo> {
  return oneVideoAtATime(async () => {
    const frames = frameCountOf(options);
    const { shots, fps, width, height, seed } = options;
    if (!Number.isInteger(shots) || shots < 1 || shots > 4)
      throw new RangeError(`${shots} shots; a video has one to four`);
    signal.throwIfAborted();
    const understanding = understand(options);
    on({ fraction: 0.01 });
    const { parts, shared } = partsOf(scenesOf(options), frames, fps, options.transition);
    let poster: Raster | undefined;
    const first = (frame: Raster): void => {
      poster ??= frame;
    };
    const [mp4, wav] = [videoPath(out), join(out.dir, 'bed.wav')];
    try {
      if (options.sound) await writeFile(wav, encodeWav(soundtrackOf(parts, shared, fps, seed), RATE));
      await encodeMp4(out.programs, {
        width,
        height,
        fps,
        frames: joined(parts, shared, options, { on, first, signal }),
        path: mp4,
        signal,
        ...(options.sound ? { sound: { path: wav } } : {}),
      });
    } finally {
      await rm(wav, { force: true });
    }
    if (poster === undefined) throw new Error('A video without frames');
    on({ fraction: 1, partial: poster });
    return { mp4, poster, understanding };
  });
}

/** The sound of the shots. Each is audible until the middle of the transition to the next. */
function soundtrackOf(parts: readonly Part[], shared: number, fps: number, seed: number): ReturnType<typeof bedOf> {
  let gone = 0;
  return bedOf(
    parts.map(({ scene, frames }, index) => {
      gone += frames - (index === 0 ? 0 : shared);
      return { sounds: soundsOf(scene), to: (index === parts.length - 1 ? gone : gone - shared / 2) / fps };
    }),
    seed,
  );
}

interface Reporting {
  readonly on: OnGrow;
  readonly first: (poster: Raster) => void;
  readonly signal: AbortSignal;
}

/**
 * Yields all shots in order, drawing one at a time. Of the previous shot, the frames that the transition needs are
 * kept.
 */
async function* joined(
  parts: readonly Part[],
  shared: number,
  { width, height, fps, camera, transition }: VideoFromShotsOptions,
  { on, first, signal }: Reporting,
): AsyncGenerator<PlanarFrame> {
  let leaving: readonly PlanarFrame[] = [];
  for (const [index, { scene, frames }] of parts.entries()) {
    const kept: PlanarFrame[] = [];
    const onShotProgress: OnGrow = ({ fraction, partial }) => {
      on({ fraction: 0.02 + (0.96 * (index + fraction)) / parts.length, ...(partial ? { partial } : {}) });
    };
    let at = 0;
    for await (const frame of framesOfShot({
      scene,
      width,
      height,
      frames,
      fps,
      motion: camera,
      on: onShotProgress,
      signal,
      first,
    })) {
      const before = leaving[at];
      const seen =
        before === undefined || transition === 'cut'
          ? frame
          : between(before, frame, transition, (at + 1) / (shared + 1), width, height);
      if (index < parts.length - 1 && at >= frames - shared) kept.push(frame);
      else yield seen;
      at += 1;
    }
    leaving = kept;
  }
}
