/** Encodes a video whose frames were processed one by one, with previews and the original sound. */
import { defined } from '../../../../kernel/defined.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { encodeVideo, videoPath } from './encode.js';
import type { RenderedVideo } from './rendered-video.js';

/** Number of previews sent while a video is made. */
export const PREVIEWS = 16;

export interface ProcessedVideoOptions {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  /** `video/webm` for transparent frames; default `video/mp4`. */
  readonly type?: 'video/mp4' | 'video/webm';
  /** Path of the video that supplies the sound; silent when left out. */
  readonly soundFrom?: string;
  /** Range of the job's progress that this step covers, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param out folder for the video; no other files are left there
 * @param on progress 0 to 1 with previews
 * @returns the video; its poster is the first frame
 * @throws ProgramFault when FFmpeg fails; the signal's reason; errors of `frames`
 */
export async function encodeProcessed(
  frames: AsyncIterable<Raster>,
  { width, height, fps, seconds, type, soundFrom: heard, from, to }: ProcessedVideoOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const count = Math.max(1, Math.round(seconds * fps));
  let [poster, index]: [Raster | undefined, number] = [undefined, 0];
  const reported = (async function* () {
    for await (const frame of frames) {
      poster ??= frame;
      if (index % Math.ceil(count / PREVIEWS) === 0)
        on({ fraction: from + (to - from) * (index / count), partial: frame });
      index += 1;
      yield frame;
    }
  })();
  const path = videoPath(out, type);
  await encodeVideo(out.programs, {
    width,
    height,
    fps,
    frames: reported,
    path,
    signal,
    ...defined({ type }),
    ...(heard === undefined ? {} : { sound: { path: heard } }),
  });
  if (poster === undefined) throw new Error('A video without frames');
  on({ fraction: 1, partial: poster });
  return { mp4: path, poster };
}
