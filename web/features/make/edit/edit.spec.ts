import { describe, expect, it } from '@jest/globals';
import { defined } from '@src/kernel/defined.shared';
import {
  EMPTY_TIMELINE,
  fitTimeline,
  placedCuts,
  readTimeline,
  trimmed,
  type Cut,
  type Timeline,
} from '@src/creation/procedures/params.shared';
import { draftFromQuery, emptyDraft, queryOf, readDraft } from '@/features/make/create/draft/draft';
import { placed, type Given, type GivenTo } from '@/features/make/create/draft/given-inputs';
import { clipsIn, cutsAfter, cutsIn, moved, seenAt, split, tenths } from './edit';

const PROCEDURE = 'videoEdit.createVideoEdit';
const video = (seconds?: number): Given => ({
  ref: { from: 'upload', id: 'a' },
  kind: seconds === undefined ? 'image' : 'video',
  url: '/api/x',
  width: 640,
  height: 360,
  ...defined({ seconds }),
  name: '',
  bytes: 1,
  notes: [],
});
const cut = (clip: number, from: number, to: number, way: Cut['way'] = 'cut'): Cut => ({ clip, from, to, way });
const timeline = (...cuts: readonly Cut[]): Timeline => ({ cuts, texts: [] });
const given: GivenTo = { 'clip-1': video(5), 'clip-2': video(4), 'clip-3': video() };

describe('cutting', () => {
  it('begins with every clip whole, an image for three seconds', () => {
    expect(cutsIn(EMPTY_TIMELINE, clipsIn(given))).toEqual([cut(1, 0, 5_000), cut(2, 0, 4_000), cut(3, 0, 3_000)]);
  });
  it('takes cuts to other places, and none beyond the row', () => {
    const cuts = cutsIn(EMPTY_TIMELINE, clipsIn(given));
    expect(moved(cuts, 2, 0).map(({ clip }) => clip)).toEqual([3, 1, 2]);
    expect(moved(cuts, 0, -1)).toBe(cuts);
    expect(moved(cuts, 0, 3)).toBe(cuts);
  });
  it('trims within the clip and leaves a fifth of a second', () => {
    const clip = { number: 1, seconds: 5 };
    expect(trimmed(cut(1, 0, 5_000), -3, 9_999, clip)).toEqual(cut(1, 0, 5_000));
    expect(trimmed(cut(1, 0, 5_000), 4_990, 5_000, clip)).toEqual(cut(1, 4_800, 5_000));
    expect(trimmed(cut(1, 1_000, 5_000), 1_000, 900, clip)).toEqual(cut(1, 1_000, 1_200));
  });
  it('keeps a timeline within clips that have become shorter: cuts end with them, and words with the video', () => {
    const text = { text: 'late', from: 4_000, to: 4_500, place: 'top', size: 'small', colour: '#ffffff' } as const;
    const long: Timeline = { cuts: [cut(1, 1_000, 5_000), cut(2, 0, 1_000)], texts: [text, { ...text, from: 0 }] };
    expect(
      fitTimeline(long, [
        { number: 1, seconds: 5 },
        { number: 2, seconds: 4 },
      ]),
    ).toBe(long);
    expect(fitTimeline(long, [{ number: 1, seconds: 3 }, { number: 2 }])).toEqual({
      cuts: [cut(1, 1_000, 3_000), cut(2, 0, 1_000)],
      texts: [
        { ...text, from: 2_500, to: 3_000 },
        { ...text, from: 0 },
      ],
    });
    expect(fitTimeline(long, [])).toBe(long);
  });
  it('splits where the video is, and not at the very edge', () => {
    const cuts = [cut(1, 1_000, 4_000), cut(2, 0, 4_000, 'dissolve')];
    expect(split(cuts, 0, 1_200)).toEqual([cut(1, 1_000, 2_200), cut(1, 2_200, 4_000), cuts[1]]);
    expect(split(cuts, 0, 100)).toBe(cuts);
  });
  it('follows the clips: a new one comes last, another in its place begins anew, those behind one that went are renumbered', () => {
    const own = timeline(cut(3, 0, 2_000), cut(1, 500, 900), cut(2, 0, 1_000, 'wipe'));
    expect(cutsAfter(own, given, 'clip-4', video(3))).toEqual([...own.cuts, cut(4, 0, 3_000)]);
    expect(cutsAfter(own, given, 'clip-2', video(9))).toEqual([
      cut(3, 0, 2_000),
      cut(1, 500, 900),
      cut(2, 0, 9_000, 'wipe'),
    ]);
    const without = cutsAfter(own, given, 'clip-1', undefined);
    expect(without).toEqual([cut(2, 0, 2_000), cut(1, 0, 1_000, 'wipe')]);
    expect(clipsIn(placed(PROCEDURE, given, 'clip-1', undefined)).map(({ seconds }) => seconds)).toEqual([
      4,
      undefined,
    ]);
  });
  it('keeps what an address says of a clip that is still to come', () => {
    expect(cutsAfter(timeline(cut(1, 1_000, 2_000)), {}, 'clip-1', video(5))).toEqual([cut(1, 1_000, 2_000)]);
    expect(cutsAfter(timeline(cut(1, 1_000, 9_000)), {}, 'clip-1', video(5))).toEqual([cut(1, 1_000, 5_000)]);
  });
  it('knows what is seen at a moment, and how far one has given way to the next', () => {
    const { placed: row } = placedCuts([cut(1, 1_000, 3_000), cut(2, 0, 2_000, 'dissolve')]);
    expect(seenAt(row, 0).map(({ index, at, come }) => [index, at, come])).toEqual([[0, 1_000, 1]]);
    const [out, into] = seenAt(row, 1_760);
    expect([out?.leaves, into?.index]).toEqual(['dissolve', 1]);
    expect(out?.gone).toBeCloseTo(into?.come ?? 0, 5);
    expect(seenAt(row, 60_000).map(({ index }) => index)).toEqual([1]);
  });
  it('tells time in tenths', () => {
    expect([0, 5_249, 61_000].map(tenths)).toEqual(['0:00.0', '0:05.2', '1:01.0']);
  });
});

describe('a timeline', () => {
  const own: Timeline = {
    cuts: [cut(2, 0, 1_000), cut(1, 40, 2_040, 'dip')],
    texts: [{ text: 'مرحبا & more', from: 0, to: 900, place: 'top', size: 'large', colour: '#ff0000' }],
  };
  const draft = { ...emptyDraft(PROCEDURE), options: { ...emptyDraft(PROCEDURE).options, timeline: own } };
  it('comes back from an address and from a store', () => {
    const address = new URLSearchParams(queryOf(draft, PROCEDURE));
    expect(draftFromQuery(address, PROCEDURE)?.options['timeline']).toEqual(own);
    expect(readDraft(JSON.parse(JSON.stringify(draft)), PROCEDURE).options['timeline']).toEqual(own);
  });
  it('leaves out what is not right in it', () => {
    expect(readTimeline('no')).toBeUndefined();
    expect(
      readTimeline({ cuts: [cut(1, 0, 100), cut(9, 0, 1_000), { clip: 1, from: 0, to: 1_000 }], texts: [{ text: 1 }] }),
    ).toEqual({ cuts: [cut(1, 0, 1_000)], texts: [] });
  });
});
