/** A film of which every frame was worked on: encoded as its frames come, shown now and then, heard as it was. */
import { defined } from '../../../../kernel/defined.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { encodeFilm, filmPath } from './encode.js';
import type { Film } from './film.js';

/** How often a frame is shown while a film is made. */
export const SHOWN = 16;

export interface Worked {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  /** `video/webm` for frames that can be seen through; `video/mp4` when left out. */
  readonly type?: 'video/mp4' | 'video/webm';
  /** The film whose sound it has; none when left out. */
  readonly heard?: string;
  /** Shares of the whole at which this part of the work begins and ends, 0..1. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param out the folder for the film; nothing else is left there
 * @param on fraction 0..1 and frames as they are made
 * @returns the film; its poster is its first frame
 * @throws ProgramFault when FFmpeg fails; the signal's reason; what `frames` throws
 */
export async function workedFilm(frames: AsyncIterable<Raster>, { width, height, fps, seconds, type, heard, from, to }: Worked, out: { readonly dir: string; readonly programs: Programs }, on: OnGrow, signal: AbortSignal): Promise<Film> {
  const count = Math.max(1, Math.round(seconds * fps));
  let [poster, index]: [Raster | undefined, number] = [undefined, 0];
  const told = (async function* () {
    for await (const frame of frames) {
      poster ??= frame;
      if (index % Math.ceil(count / SHOWN) === 0) on({ fraction: from + (to - from) * (index / count), partial: frame });
      index += 1;
      yield frame;
    }
  })();
  const path = filmPath(out, type);
  await encodeFilm(out.programs, { width, height, fps, frames: told, path, signal, ...defined({ type }), ...(heard === undefined ? {} : { sound: { path: heard } }) });
  if (poster === undefined) throw new Error('A film without a frame');
  on({ fraction: 1, partial: poster });
  return { mp4: path, poster };
}
