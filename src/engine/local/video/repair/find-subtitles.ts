/** Finds where text stands in a video, frame by frame. */
import type { Raster } from '../../scene/scene.js';
import { INKS, presence, SubtitleWatch, type Ink, type Line, type Moment } from '../../photo/subtitles.js';
import { lumaAt, type Area } from '../motion/occluded-flow.js';

/** Where text is searched for: anywhere, in the lower half, or in the upper part. */
export type Where = 'auto' | 'bottom' | 'top';

/** A video that can be decoded more than once. */
export interface DecodedVideo {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Opens its opaque frames, each time from the first one. */
  readonly open: () => AsyncIterable<Raster>;
}

/** A line of text with its first and last frame, both included. */
export interface SubtitleSpan {
  readonly line: Line;
  readonly first: number;
  readonly last: number;
}

/** The result. The lines' positions are in pixels of `searched`. */
export interface Subtitles {
  readonly searched: Area;
  readonly lines: readonly SubtitleSpan[];
}

/** The part of the frame's height that is searched, for each choice. */
const PARTS: Readonly<Record<Where, readonly [from: number, to: number]>> = {
  auto: [0, 1],
  bottom: [0.55, 1],
  top: [0, 0.4],
};
/** Frames examined per second. */
const LOOKS = 5;
/** A line that fades in or out is followed while at least `min` of it is visible, for at most `max` frames. */
const FADES = { min: 0.12, max: 16 } as const;
/** Lines of one band are at most this many line heights apart. */
const BAND = 2.2;

/** Brightness of a part of a frame. */
export function momentOf(frame: Raster, { x, y, width, height }: Area): Moment {
  const luma = new Uint8Array(width * height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0, from = ((y + row) * frame.width + x) * 4; column < width; column += 1, from += 4, at += 1)
      luma[at] = lumaAt(frame.data, from);
  }
  return { width, height, luma };
}

/**
 * Finds the text overlaid on a video: the band that contains most of it.
 * @param on called for each examined frame with its number from 0; frames are read up to three times
 * @returns undefined when no line of text stays in place for half a second
 */
export async function findSubtitles(video: DecodedVideo, where: Where, on: () => void): Promise<Subtitles | undefined> {
  const [from, to] = PARTS[where];
  const y = Math.round(video.height * from);
  const searched: Area = { x: 0, y, width: video.width, height: Math.round(video.height * to) - y };
  for (const ink of INKS) {
    const lines = await linesOf(video, searched, ink, on);
    if (lines.length > 0) return { searched, lines: await unchangedAreas(video, searched, lines, on) };
  }
  return undefined;
}

/** Frames between two examined frames. */
const stepOf = ({ fps }: DecodedVideo): number => Math.max(1, Math.round(fps / LOOKS));

async function linesOf(video: DecodedVideo, searched: Area, ink: Ink, on: () => void): Promise<readonly Line[]> {
  const watch = new SubtitleWatch(video.height, ink);
  const step = stepOf(video);
  let index = 0;
  for await (const frame of video.open()) {
    if (index % step === 0) await watch.take(momentOf(frame, searched));
    index += 1;
    on();
  }
  return bandOf(watch.lines());
}

/** Selects the lines of the band that holds the most text for the longest time. */
function bandOf(lines: readonly Line[]): readonly Line[] {
  const rows = ({ box }: Line): readonly [number, number] => [
    box.y - box.height * ((BAND - 1) / 2),
    box.y + box.height * (1 + (BAND - 1) / 2),
  ];
  // Subtitle lines stand one above the other. Anything beside them belongs to the scene.
  const isBeside = ({ box }: Line, other: Line['box']): boolean =>
    other.x + other.width / 2 < box.x - box.height || other.x + other.width / 2 > box.x + box.width + box.height;
  const inBand =
    (one: Line) =>
    (other: Line): boolean =>
      rows(one)[0] < other.box.y + other.box.height && other.box.y < rows(one)[1] && !isBeside(one, other.box);
  const weight = (band: readonly Line[]): number =>
    band.reduce((sum, { strokes, from, to }) => sum + strokes.length * (to - from + 1), 0);
  return lines
    .map((line) => lines.filter(inBand(line)))
    .reduce<readonly Line[]>((best, band) => (weight(band) > weight(best) ? band : best), []);
}

/** Finds the exact frames in which each line appears and disappears. */
async function unchangedAreas(
  video: DecodedVideo,
  searched: Area,
  lines: readonly Line[],
  on: () => void,
): Promise<readonly SubtitleSpan[]> {
  const step = stepOf(video);
  const seen = lines.map(() => new Map<number, number>());
  let count = 0;
  for await (const frame of video.open()) {
    let moment: Moment | undefined;
    for (const [at, line] of lines.entries()) {
      if (!isNear(count, line, step)) continue;
      moment ??= momentOf(frame, searched);
      seen[at]!.set(count, presence(line, moment));
    }
    count += 1;
    on();
  }
  return lines.map((line, at) => {
    const stands = (index: number): boolean => (seen[at]!.get(index) ?? 0) > FADES.min;
    let [first, last] = [line.from * step, Math.min(count - 1, line.to * step)];
    while (stands(first - 1)) first -= 1;
    while (stands(last + 1)) last += 1;
    return { line, first: Math.max(0, first - 1), last: Math.min(count - 1, last + 1) };
  });
}

/** Whether a line may be appearing or disappearing in this frame. */
function isNear(index: number, { from, to }: Line, step: number): boolean {
  const reach = step + FADES.max;
  return (index < from * step && index >= from * step - reach) || (index > to * step && index <= to * step + reach);
}
