/** Finds where text stands in a video, frame by frame. */
import type { Raster } from '../../scene/scene.js';
import type { Reader } from '../../ocr/reader.js';
import { INKS, presence, SubtitleWatch, type Ink, type Line, type Moment } from '../../photo/subtitles.js';
import { lumaAt, type Area } from '../motion/occluded-flow.js';
import { textSeen, type Level } from './text-seen.js';

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

/** A line and the brightness by which it was found. */
interface Found {
  readonly line: Line;
  readonly level: Level;
}

/** Brightness of a part of a frame. */
export function momentOf(frame: Raster, { x, y, width, height }: Area, level: Level = lumaAt): Moment {
  const luma = new Uint8Array(width * height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0, from = ((y + row) * frame.width + x) * 4; column < width; column += 1, from += 4, at += 1)
      luma[at] = level(frame.data, from);
  }
  return { width, height, luma };
}

/**
 * Finds the text overlaid on a video: the band that contains most of it.
 * @param on called for each examined frame with its number from 0; frames are read up to three times, and up to eight
 * with a reader
 * @param reader finds text of any colour, and confirms that lines of strokes are text
 * @returns undefined when no line of text stays in place for half a second
 */
export async function findSubtitles(
  video: DecodedVideo,
  where: Where,
  on: () => void,
  reader?: Reader,
): Promise<Subtitles | undefined> {
  const [from, to] = PARTS[where];
  const y = Math.round(video.height * from);
  const searched: Area = { x: 0, y, width: video.width, height: Math.round(video.height * to) - y };
  const read = reader === undefined ? [] : await byReading(video, searched, reader, on);
  // The reader may not know a script.
  const lines = read.length > 0 ? read : await byBrightness(video, searched, on);
  return lines.length === 0 ? undefined : { searched, lines: await spansOf(video, searched, lines, on) };
}

async function byBrightness(video: DecodedVideo, searched: Area, on: () => void): Promise<readonly Found[]> {
  for (const ink of INKS) {
    const lines = bandOf(await linesOf(video, searched, ink, lumaAt, on));
    if (lines.length > 0) return lines;
  }
  return [];
}

async function byReading(
  video: DecodedVideo,
  searched: Area,
  reader: Reader,
  on: () => void,
): Promise<readonly Found[]> {
  const { inks, isText } = await textSeen(video, searched, reader, on);
  const lines: Found[] = [];
  for (const level of inks)
    lines.push(
      ...(await linesOf(video, searched, 'light', level, on)).filter(({ line }) => isText(line, stepOf(video))),
    );
  return bandOf(lines);
}

/** Frames between two examined frames. */
const stepOf = ({ fps }: DecodedVideo): number => Math.max(1, Math.round(fps / LOOKS));

async function linesOf(
  video: DecodedVideo,
  searched: Area,
  ink: Ink,
  level: Level,
  on: () => void,
): Promise<readonly Found[]> {
  const watch = new SubtitleWatch(video.height, ink);
  const step = stepOf(video);
  let index = 0;
  for await (const frame of video.open()) {
    if (index % step === 0) await watch.take(momentOf(frame, searched, level));
    index += 1;
    on();
  }
  return watch.lines().map((line) => ({ line, level }));
}

/** Selects the lines of the band that holds the most text for the longest time. */
function bandOf(lines: readonly Found[]): readonly Found[] {
  const rows = ({ box }: Line): readonly [number, number] => [
    box.y - box.height * ((BAND - 1) / 2),
    box.y + box.height * (1 + (BAND - 1) / 2),
  ];
  // Subtitle lines stand one above the other. Anything beside them belongs to the scene.
  const isBeside = ({ box }: Line, other: Line['box']): boolean =>
    other.x + other.width / 2 < box.x - box.height || other.x + other.width / 2 > box.x + box.width + box.height;
  const inBand =
    ({ line: one }: Found) =>
    ({ line: other }: Found): boolean =>
      rows(one)[0] < other.box.y + other.box.height && other.box.y < rows(one)[1] && !isBeside(one, other.box);
  const weight = (band: readonly Found[]): number =>
    band.reduce((sum, { line: { strokes, from, to } }) => sum + strokes.length * (to - from + 1), 0);
  return lines
    .map((line) => lines.filter(inBand(line)))
    .reduce<readonly Found[]>((best, band) => (weight(band) > weight(best) ? band : best), []);
}

/** Finds the exact frames in which each line appears and disappears. */
async function spansOf(
  video: DecodedVideo,
  searched: Area,
  lines: readonly Found[],
  on: () => void,
): Promise<readonly SubtitleSpan[]> {
  const step = stepOf(video);
  const seen = lines.map(() => new Map<number, number>());
  let count = 0;
  for await (const frame of video.open()) {
    const moments = new Map<Level, Moment>();
    for (const [at, { line, level }] of lines.entries()) {
      if (!isNear(count, line, step)) continue;
      const moment = moments.get(level) ?? momentOf(frame, searched, level);
      moments.set(level, moment);
      seen[at]!.set(count, presence(line, moment));
    }
    count += 1;
    on();
  }
  return lines.map(({ line }, at) => {
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
