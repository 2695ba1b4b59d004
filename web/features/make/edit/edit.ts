import { defined } from '@src/kernel/defined.shared';
import {
  EDIT,
  rolesOf,
  cutsOf,
  placedCuts,
  trimmed,
  VIDEO_FPS,
  wholeCut,
  type Clip,
  type Cut,
  type PlacedCut,
  type SourceRole,
  type Timeline,
} from '@src/creation/procedures/params.shared';
import type { Given, GivenTo } from '@/features/make/create/draft/given-inputs';

/** The editor's operations on a timeline. Pure. */

/** Milliseconds of one frame. */
export const FRAME_MS = 1_000 / VIDEO_FPS;

/** A clip with its input file. */
export interface GivenClip extends Clip {
  readonly role: SourceRole;
  readonly given: Given;
}

/** The input clips, numbered as the server will number them. */
export const clipsIn = (given: GivenTo): readonly GivenClip[] =>
  rolesOf('clip', { max: EDIT.clips })
    .flatMap((role) => (given[role] === undefined ? [] : [{ role, one: given[role] }]))
    .map(({ role, one }, index) => ({ role, given: one, number: index + 1, ...defined({ seconds: one.seconds }) }));

/** The cuts of a timeline whose clips are present. */
export const cutsIn = (timeline: Timeline, clips: readonly Clip[]): readonly Cut[] =>
  cutsOf(timeline, clips).filter(({ clip }) => clips.some(({ number }) => number === clip));

/** Moves a cut to another position in the row. */
export function moved(cuts: readonly Cut[], from: number, to: number): readonly Cut[] {
  const one = cuts[from];
  if (one === undefined || to < 0 || to >= cuts.length) return cuts;
  return cuts.toSpliced(from, 1).toSpliced(to, 0, one);
}

/**
 * Splits a cut at `ms` of the video. Returns the cuts unchanged if a part would be too short, or there would be too
 * many.
 */
export function split(cuts: readonly Cut[], index: number, ms: number): readonly Cut[] {
  const cut = cuts[index];
  const placed = placedCuts(cuts).placed[index];
  if (cut === undefined || placed === undefined || cuts.length >= EDIT.cuts) return cuts;
  const at = Math.round(cut.from + ms - placed.begin * FRAME_MS);
  if (at - cut.from < EDIT.minCut || cut.to - at < EDIT.minCut) return cuts;
  return cuts.toSpliced(index, 1, { ...cut, to: at }, { ...cut, from: at, way: 'cut' });
}

const asClip = (number: number, { seconds }: Given): Clip => ({ number, ...defined({ seconds }) });

/**
 * The cuts after a clip is added to a slot or removed from it. A new clip is added last, in full. A replacement clip
 * starts with new cuts. Clips after a removed one are renumbered.
 */
export function cutsAfter(
  timeline: Timeline,
  given: GivenTo,
  role: SourceRole,
  one: Given | undefined,
): readonly Cut[] {
  const clips = clipsIn(given);
  const cuts = cutsOf(timeline, clips);
  const there = clips.find((clip) => clip.role === role)?.number;
  if (one === undefined)
    return there === undefined
      ? cuts
      : cuts
          .filter(({ clip }) => clip !== there)
          .map((cut) => (cut.clip > there ? { ...cut, clip: cut.clip - 1 } : cut));
  const clip = asClip(there ?? clips.length + 1, one);
  if (there !== undefined) return cuts.map((cut) => (cut.clip === there ? { ...wholeCut(clip), way: cut.way } : cut));
  // A link can define a clip's cuts before the clip is loaded.
  if (cuts.some((cut) => cut.clip === clip.number))
    return cuts.map((cut) => (cut.clip === clip.number ? trimmed(cut, cut.from, cut.to, clip) : cut));
  return cuts.length >= EDIT.cuts ? cuts : [...cuts, wholeCut(clip)];
}

/** How a clip looks at a moment. */
export interface Seen {
  readonly placed: PlacedCut;
  readonly index: number;
  /** Milliseconds of the clip. */
  readonly at: number;
  /** Progress of its own transition in, 0 to 1; 1 once it is complete. */
  readonly come: number;
  /** Progress and kind of the transition to the next clip. */
  readonly gone: number;
  readonly leaves: Cut['way'];
}

/** The clips visible at a moment, the latest one last. @param ms of the video */
export function seenAt(placed: readonly PlacedCut[], ms: number): readonly Seen[] {
  const frame = ms / FRAME_MS;
  return placed.flatMap((one, index): readonly Seen[] => {
    const { cut, begin, length, lead } = one;
    if (frame < begin || (frame >= begin + length && index < placed.length - 1)) return [];
    const next = placed[index + 1];
    const share = (since: number, over: number): number =>
      over === 0 ? 1 : Math.min(1, Math.max(0, (since + 1) / (over + 1)));
    return [
      {
        placed: one,
        index,
        at: Math.min(cut.to - 1, cut.from + ms - begin * FRAME_MS),
        come: share(frame - begin, lead),
        gone: next === undefined || frame < next.begin ? 0 : share(frame - next.begin, next.lead),
        leaves: next?.cut.way ?? 'cut',
      },
    ];
  });
}

/** A time with tenths of a second, such as 0:05.2. @param ms milliseconds */
export function tenths(ms: number): string {
  const whole = Math.round(Math.max(0, ms) / 100);
  return `${Math.floor(whole / 600)}:${String(Math.floor(whole / 10) % 60).padStart(2, '0')}.${whole % 10}`;
}
