/** A video of which every frame was worked on: encoded as its frames come, shown now and then, heard as it was. */
import { defined } from '../../../../kernel/defined.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { encodeVideo, videoPath } from './encode.js';
import type { RenderedVideo } from './rendered-video.js';

/** How often a frame is shown while a video is made. */
export const PREVIEWS = 16;

export interface ProcessedVideoOptions {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  /** `video/webm` for frames that can be seen through; `video/mp4` when left out. */
  readonly type?: 'video/mp4' | 'video/webm';
  /** The video whose sound it has; none when left out. */
  readonly soundFrom?: string;
  /** Shares of the whole at which this part of the work begins and ends, 0..1. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param out the folder for the video; nothing else is left there
 * @param on fraction 0..1 and frames as they are made
 * @returns the video; its poster is its first frame
 * @throws ProgramFault when FFmpeg fails; the signal's reason; what `frames` throws
 */
export async function encodeProcessed(frames: AsyncIterable<Raster>, { width, height, fps, seconds, type, soundFrom: heard, from, to }: ProcessedVideoOptions, out: { readonly dir: string; readonly programs: Programs }, on: OnGrow, signal: AbortSignal): Promise<RenderedVideo> {
  const count = Math.max(1, Math.round(seconds * fps));
  let [poster, index]: [Raster | undefined, number] = [undefined, 0];
  const reported = (async function* () {
    for await (const frame of frames) {
      poster ??= frame;
      if (index % Math.ceil(count / PREVIEWS) === 0) on({ fraction: from + (to - from) * (index / count), partial: frame });
      index += 1;
      yield frame;
    }
  })();
  const path = videoPath(out, type);
  await encodeVideo(out.programs, { width, height, fps, frames: reported, path, signal, ...defined({ type }), ...(heard === undefined ? {} : { sound: { path: heard } }) });
  if (poster === undefined) throw new Error('A film without a frame');
  on({ fraction: 1, partial: poster });
  return { mp4: path, poster };
}
