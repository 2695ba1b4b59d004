/**
 * Removes text from a video and restores the background behind it, from frames without the text where there are any.
 */
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow } from '../../scene/scene.js';
import { withReader } from '../../ocr/reader.js';
import { ToolRefusal } from '../../refusal.js';
import { findSubtitles, type DecodedVideo, type Subtitles, type Where } from './find-subtitles.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import type { Area } from '../motion/occluded-flow.js';
import { repaired, type Repair } from './repair.js';
import { framesOf } from '../io/source.js';
import { PREVIEWS, encodeProcessed } from '../io/encode-processed.js';

/**
 * Margin around the band that is examined to estimate motion: a share of the band's height, and a minimum in pixels.
 */
const ABOUT = { share: 1.6, min: 48 } as const;

/** The holes that the removed text leaves. */
export function holesOf({ searched, lines }: Subtitles, video: Pick<DecodedVideo, 'width' | 'height'>): Repair {
  const top = searched.y + Math.min(...lines.map(({ line }) => line.box.y));
  const bottom = searched.y + Math.max(...lines.map(({ line }) => line.box.y + line.box.height));
  const about = Math.max(ABOUT.min, Math.round((bottom - top) * ABOUT.share));
  const y = Math.max(0, top - about);
  const area: Area = { x: 0, y, width: video.width, height: Math.min(video.height, bottom + about) - y };
  return {
    area,
    holeOf: (index) => {
      const shown = lines.filter(({ first, last }) => index >= first && index <= last);
      if (shown.length === 0) return undefined;
      const hole = new Uint8Array(area.width * area.height);
      for (const {
        line: { mask },
      } of shown) {
        for (
          let row = Math.max(area.y, searched.y);
          row < Math.min(area.y + area.height, searched.y + searched.height);
          row += 1
        ) {
          const [from, to] = [(row - searched.y) * searched.width, (row - area.y) * area.width];
          for (let x = 0; x < area.width; x += 1) hole[to + x]! |= mask[from + x]!;
        }
      }
      return hole;
    },
  };
}

export interface SubtitleRemoval {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  readonly where: Where;
  /** Folder of the optional model that finds and reads text. */
  readonly readerFolder?: string;
}

/** Progress at the end of each phase, 0..1. */
const SHARES = { finding: 0.35, filling: 0.97 } as const;

/**
 * Removes text from a video. The sound stays. Deterministic.
 * @param given the video's file, and whether it has sound
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames as they are made
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'video', reason: 'no-subtitles'} when it contains no text;
 * ProgramFault when FFmpeg fails; the signal's reason
 */
export async function removeSubtitles(
  { path, hasSound }: { readonly path: string; readonly hasSound: boolean },
  removal: SubtitleRemoval,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seconds, where, readerFolder } = removal;
  const video: DecodedVideo = {
    width,
    height,
    fps,
    open: () => framesOf(out.programs, path, { width, height, fps, seconds }, signal),
  };
  const frames = Math.max(1, Math.round(seconds * fps));
  let looked = 0;
  const onFrame = (): void => {
    looked += 1;
    if (looked % PREVIEWS === 0) on({ fraction: SHARES.finding * Math.min(1, looked / (2 * frames)) });
  };
  const found =
    readerFolder === undefined
      ? await findSubtitles(video, where, onFrame)
      : await withReader(readerFolder, (reader) => findSubtitles(video, where, onFrame, reader));
  if (found === undefined)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'video', reason: 'no-subtitles' });
  return encodeProcessed(
    repaired(video.open(), holesOf(found, video)),
    { width, height, fps, seconds, from: SHARES.finding, to: SHARES.filling, ...(hasSound ? { soundFrom: path } : {}) },
    out,
    on,
    signal,
  );
}
