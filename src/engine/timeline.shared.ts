import { TRANSITIONS, VIDEO_FPS, type Transition } from './sizes.shared.js';

/** A video that is cut together: what of which clip is seen when, how one gives way to the next, and the words over it. Plain values and pure functions: the page plays what the engine makes. */

export const TEXT_PLACES = ['top', 'middle', 'bottom'] as const;
export type TextPlace = (typeof TEXT_PLACES)[number];
export const TEXT_SIZES = ['small', 'medium', 'large'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** A stretch of a clip. */
export interface Cut {
  /** Which of the clips that are given, from 1. */
  readonly clip: number;
  /** Milliseconds of the clip; of an image how long it stands, from 0. */
  readonly from: number;
  readonly to: number;
  /** How it takes the place of the one before; means nothing for the first. */
  readonly way: Transition;
}

/** Words over the video. */
export interface TimedText {
  readonly text: string;
  /** Milliseconds of the whole video. */
  readonly from: number;
  readonly to: number;
  readonly place: TextPlace;
  readonly size: TextSize;
  /** `#rrggbb`. */
  readonly colour: string;
}

export interface Timeline {
  /** In the order in which they are seen; each clip whole, in sequence, while there are none. */
  readonly cuts: readonly Cut[];
  readonly texts: readonly TimedText[];
}

/** What a video that is cut together may hold: numbers of things, milliseconds, letters. */
export const EDIT = { clips: 8, cuts: 12, texts: 8, letters: 120, minCut: 200, clipEnd: 31_000, imageMs: 3_000, maxImageMs: 10_000, min: 1_000, max: 60_000, change: 480 } as const;

export const EMPTY_TIMELINE: Timeline = { cuts: [], texts: [] };

/** A clip as far as cutting needs to know it. */
export interface Clip {
  /** From 1. */
  readonly number: number;
  /** Of a video; images have none. */
  readonly seconds?: number;
}

/** How far a clip can be cut, milliseconds. */
export const endOf = ({ seconds }: Pick<Clip, 'seconds'>): number => (seconds === undefined ? EDIT.maxImageMs : Math.round(seconds * 1_000));

/** A clip from its beginning to its end; an image for a while. */
export const wholeCut = ({ number, seconds }: Clip): Cut => ({ clip: number, from: 0, to: seconds === undefined ? EDIT.imageMs : endOf({ seconds }), way: 'cut' });

/** The cuts of a timeline; where none are said, every clip whole in the order in which they are given. */
export const cutsOf = ({ cuts }: Pick<Timeline, 'cuts'>, clips: readonly Clip[]): readonly Cut[] => (cuts.length > 0 ? cuts : clips.map(wholeCut));

/** A cut with another beginning or end, within its clip and no shorter than a cut may be. @param from milliseconds, as `to` */
export function trimmed(cut: Cut, from: number, to: number, clip: Clip): Cut {
  const end = endOf(clip);
  const begins = Math.min(Math.max(0, Math.round(from)), end - EDIT.minCut);
  return { ...cut, from: begins, to: Math.max(begins + EDIT.minCut, Math.min(end, Math.round(to))) };
}

/** Cuts within their clips: one of a clip that is shorter now than it was, or was thought to be, ends with it. */
export const fitted = (cuts: readonly Cut[], clips: readonly Clip[]): readonly Cut[] =>
  cuts.map((cut) => {
    const clip = clips.find(({ number }) => number === cut.clip);
    return clip === undefined || cut.to <= endOf(clip) ? cut : trimmed(cut, cut.from, cut.to, clip);
  });

/** A cut in its place in the video. All numbers are frames. */
export interface PlacedCut {
  readonly cut: Cut;
  readonly begin: number;
  readonly length: number;
  /** Over how many of its first frames it takes the place of the one before. */
  readonly lead: number;
}

const framesIn = (ms: number): number => Math.max(1, Math.round((ms * VIDEO_FPS) / 1_000));

/**
 * Lays cuts in sequence. Where one gives way to the next both are seen for half a second, or for less where one of them is shorter than twice that.
 * @returns each in its place, and how many frames they are together
 */
export function placedCuts(cuts: readonly Cut[]): { readonly placed: readonly PlacedCut[]; readonly frames: number } {
  const placed: PlacedCut[] = [];
  let end = 0;
  for (const cut of cuts) {
    const length = framesIn(cut.to - cut.from);
    const before = placed.at(-1);
    const lead = before === undefined || cut.way === 'cut' ? 0 : Math.min(framesIn(EDIT.change), Math.floor(before.length / 2), Math.floor(length / 2));
    placed.push({ cut, begin: end - lead, length, lead });
    end += length - lead;
  }
  return { placed, frames: end };
}

/** A timeline within its clips: cuts end with them, and words that would begin after the video has ended are moved forward until they end with it. The same one where all fits. */
export function fitTimeline(timeline: Timeline, clips: readonly Clip[]): Timeline {
  if (clips.length === 0) return timeline;
  const cuts = fitted(timeline.cuts, clips);
  const end = Math.floor((placedCuts(cutsOf({ cuts }, clips)).frames * 1_000) / VIDEO_FPS);
  const texts = timeline.texts.map((text) => {
    const from = Math.max(0, end - (text.to - text.from));
    return text.from < end ? text : { ...text, from, to: from + text.to - text.from };
  });
  const isSame = cuts.every((cut, index) => cut === timeline.cuts[index]) && texts.every((text, index) => text === timeline.texts[index]);
  return isSame ? timeline : { cuts, texts };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isWhole = (value: unknown, min: number, max: number): value is number => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const spans = (from: unknown, to: unknown, max: number): boolean => isWhole(from, 0, max) && isWhole(to, from + EDIT.minCut, max);

function readCut(value: unknown): readonly Cut[] {
  if (!isRecord(value)) return [];
  const { clip, from, to } = value;
  const way = TRANSITIONS.find((one) => one === value['way']) ?? 'cut';
  return isWhole(clip, 1, EDIT.clips) && spans(from, to, EDIT.clipEnd) ? [{ clip, from: Number(from), to: Number(to), way }] : [];
}

function readText(value: unknown): readonly TimedText[] {
  if (!isRecord(value)) return [];
  const { text, from, to, colour } = value;
  if (typeof text !== 'string' || !spans(from, to, EDIT.max)) return [];
  return [{
    text: text.slice(0, EDIT.letters), from: Number(from), to: Number(to),
    place: TEXT_PLACES.find((one) => one === value['place']) ?? 'bottom', size: TEXT_SIZES.find((one) => one === value['size']) ?? 'medium',
    colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#ffffff',
  }];
}

/** A timeline from what was stored or stands in an address (as JSON); what is not right in it is left out. Undefined where it is none. */
export function readTimeline(value: unknown): Timeline | undefined {
  if (typeof value === 'string') {
    try {
      return readTimeline(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  if (!isRecord(value)) return undefined;
  const { cuts, texts } = value;
  return {
    cuts: (Array.isArray(cuts) ? cuts : []).flatMap(readCut).slice(0, EDIT.cuts),
    texts: (Array.isArray(texts) ? texts : []).flatMap(readText).slice(0, EDIT.texts),
  };
}
