import { TRANSITIONS, VIDEO_FPS, type Transition } from './sizes.shared.js';

/**
 * The timeline of an edited video: cuts, transitions and texts. Plain values and pure functions, shared by the page's
 * preview and the engine.
 */

export const TEXT_PLACES = ['top', 'middle', 'bottom'] as const;
export type TextPlace = (typeof TEXT_PLACES)[number];
export const TEXT_SIZES = ['small', 'medium', 'large'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** A part of a clip. */
export interface Cut {
  /** Number of the clip among the sources, from 1. */
  readonly clip: number;
  /** Milliseconds within the clip; for an image, its display time from 0. */
  readonly from: number;
  readonly to: number;
  /** Transition from the cut before; ignored for the first. */
  readonly way: Transition;
}

/** A text over the video. */
export interface TimedText {
  readonly text: string;
  /** Milliseconds within the whole video. */
  readonly from: number;
  readonly to: number;
  readonly place: TextPlace;
  readonly size: TextSize;
  /** `#rrggbb`. */
  readonly colour: string;
}

export interface Timeline {
  /** In playing order; when empty, each clip is played whole. */
  readonly cuts: readonly Cut[];
  readonly texts: readonly TimedText[];
}

/** Limits of an edited video: counts, milliseconds, letters. */
export const EDIT = {
  clips: 8,
  cuts: 12,
  texts: 8,
  letters: 120,
  minCut: 200,
  clipEnd: 31_000,
  imageMs: 3_000,
  maxImageMs: 10_000,
  min: 1_000,
  max: 60_000,
  change: 480,
} as const;

export const EMPTY_TIMELINE: Timeline = { cuts: [], texts: [] };

/** What the timeline needs to know of a clip. */
export interface Clip {
  /** From 1. */
  readonly number: number;
  /** Length of a video; images have none. */
  readonly seconds?: number;
}

/** Available length of a clip, milliseconds. */
export const endOf = ({ seconds }: Pick<Clip, 'seconds'>): number =>
  seconds === undefined ? EDIT.maxImageMs : Math.round(seconds * 1_000);

/** A cut of a whole clip; an image gets a default display time. */
export const wholeCut = ({ number, seconds }: Clip): Cut => ({
  clip: number,
  from: 0,
  to: seconds === undefined ? EDIT.imageMs : endOf({ seconds }),
  way: 'cut',
});

/** The cuts of a timeline; without any, each clip whole in the given order. */
export const cutsOf = ({ cuts }: Pick<Timeline, 'cuts'>, clips: readonly Clip[]): readonly Cut[] =>
  cuts.length > 0 ? cuts : clips.map(wholeCut);

/** Changes a cut's start or end, within its clip and the minimum length. @param from milliseconds, as `to` */
export function trimmed(cut: Cut, from: number, to: number, clip: Clip): Cut {
  const end = endOf(clip);
  const begins = Math.min(Math.max(0, Math.round(from)), end - EDIT.minCut);
  return { ...cut, from: begins, to: Math.max(begins + EDIT.minCut, Math.min(end, Math.round(to))) };
}

/** Shortens cuts to their clips, for example after a clip was replaced by a shorter one. */
export const fitCuts = (cuts: readonly Cut[], clips: readonly Clip[]): readonly Cut[] =>
  cuts.map((cut) => {
    const clip = clips.find(({ number }) => number === cut.clip);
    return clip === undefined || cut.to <= endOf(clip) ? cut : trimmed(cut, cut.from, cut.to, clip);
  });

/** A cut placed in the video. All numbers are frames. */
export interface PlacedCut {
  readonly cut: Cut;
  readonly begin: number;
  readonly length: number;
  /** Length of the transition from the cut before. */
  readonly lead: number;
}

const framesIn = (ms: number): number => Math.max(1, Math.round((ms * VIDEO_FPS) / 1_000));

/**
 * Places cuts in sequence. During a transition both cuts are visible for half a second, or less when one is shorter
 * than twice that.
 * @returns the placed cuts, and the total number of frames
 */
export function placedCuts(cuts: readonly Cut[]): { readonly placed: readonly PlacedCut[]; readonly frames: number } {
  const placed: PlacedCut[] = [];
  let end = 0;
  for (const cut of cuts) {
    const length = framesIn(cut.to - cut.from);
    const before = placed.at(-1);
    const lead =
      before === undefined || cut.way === 'cut'
        ? 0
        : Math.min(framesIn(EDIT.change), Math.floor(before.length / 2), Math.floor(length / 2));
    placed.push({ cut, begin: end - lead, length, lead });
    end += length - lead;
  }
  return { placed, frames: end };
}

/**
 * Fits a timeline to its clips: cuts end with them, and texts beyond the video's end are moved forward. Returns the
 * same object when everything fits.
 */
export function fitTimeline(timeline: Timeline, clips: readonly Clip[]): Timeline {
  if (clips.length === 0) return timeline;
  const cuts = fitCuts(timeline.cuts, clips);
  const end = Math.floor((placedCuts(cutsOf({ cuts }, clips)).frames * 1_000) / VIDEO_FPS);
  const texts = timeline.texts.map((text) => {
    const from = Math.max(0, end - (text.to - text.from));
    return text.from < end ? text : { ...text, from, to: from + text.to - text.from };
  });
  const isSame =
    cuts.every((cut, index) => cut === timeline.cuts[index]) &&
    texts.every((text, index) => text === timeline.texts[index]);
  return isSame ? timeline : { cuts, texts };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isWhole = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const spans = (from: unknown, to: unknown, max: number): boolean =>
  isWhole(from, 0, max) && isWhole(to, from + EDIT.minCut, max);

function readCut(value: unknown): readonly Cut[] {
  if (!isRecord(value)) return [];
  const { clip, from, to } = value;
  const way = TRANSITIONS.find((one) => one === value['way']) ?? 'cut';
  return isWhole(clip, 1, EDIT.clips) && spans(from, to, EDIT.clipEnd)
    ? [{ clip, from: Number(from), to: Number(to), way }]
    : [];
}

function readText(value: unknown): readonly TimedText[] {
  if (!isRecord(value)) return [];
  const { text, from, to, colour } = value;
  if (typeof text !== 'string' || !spans(from, to, EDIT.max)) return [];
  return [
    {
      text: text.slice(0, EDIT.letters),
      from: Number(from),
      to: Number(to),
      place: TEXT_PLACES.find((one) => one === value['place']) ?? 'bottom',
      size: TEXT_SIZES.find((one) => one === value['size']) ?? 'medium',
      colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#ffffff',
    },
  ];
}

/** Reads a timeline from stored or URL JSON; invalid parts are dropped. Undefined when it is no timeline. */
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
