import { describe, expect, it } from '@jest/globals';
import type { BoardContent, BoardNode, CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { fitCuts, readTimeline, type Cut } from '@src/creation/procedures/params.shared';
import { clipsFed, joinedBoard, withClips, type ClipOf } from './clips';
import { EMPTY_BOARD, without, withCopies, withEdge, withNode } from '../board/edit';
import { differing } from '../board/merge';
import { newCreation } from './node-request';

// Only the brand of the schema is missing.
const id = (name: string): NodeId => name as NodeId;
const upload = (number: number) =>
  ({ from: 'upload', id: `0197a000-0000-4000-8000-${String(number).padStart(12, '0')}` }) as const;
const given = (name: string, number?: number): BoardNode => ({
  kind: 'given',
  id: id(name),
  x: 0,
  y: 0,
  ref: number === undefined ? null : upload(number),
});
const cut = (clip: number, from: number, to: number, way: Cut['way'] = 'cut') => ({ clip, from, to, way });
const video = (cuts: readonly ReturnType<typeof cut>[]): CreationNode => ({
  ...newCreation({
    id: id('film'),
    procedure: 'videoEdit.createVideoEdit',
    model: 'cutting-room',
    seed: 1,
    x: 0,
    y: 0,
  }),
  settings: { timeline: { cuts: [...cuts], texts: [] } },
});
const feed = (content: BoardContent, from: string, place: 1 | 2 | 3 | 4): BoardContent =>
  withEdge(content, { from: id(from), to: id('film'), feeds: `clip-${place}` });
const CUTS = [cut(2, 500, 1_500), cut(1, 0, 2_000, 'wipe'), cut(2, 2_000, 3_000, 'slide')];
/** Two clips, the second at the third port, and a third that is not connected yet. */
const BOARD = feed(
  feed(
    [given('a', 1), given('b', 2), given('c', 3), given('empty'), video(CUTS)].reduce(withNode, EMPTY_BOARD),
    'a',
    1,
  ),
  'b',
  3,
);
const LENGTHS: ClipOf = (node) => (node === 'c' ? { seconds: 4 } : {});
const cutsAfter = (after: BoardContent, clipOf = LENGTHS): readonly Cut[] | undefined => {
  const node = withClips(BOARD, after, clipOf).nodes.find((one) => one.id === 'film');
  return node?.kind === 'creation' ? readTimeline(node.settings['timeline'])?.cuts : undefined;
};

describe('the cuts of a video on a board', () => {
  it('count the places that are filled', () => {
    expect(clipsFed(BOARD, id('film')).map(({ from }) => from)).toEqual(['a', 'b']);
    expect(clipsFed(feed(BOARD, 'empty', 2), id('film')).map(({ from }) => from)).toEqual(['a', 'b']);
  });

  it('are left alone by whatever feeds nothing else', () => {
    const moved = withNode(BOARD, given('d', 4));
    expect(withClips(BOARD, moved, LENGTHS)).toBe(moved);
    const copied = withCopies(BOARD, [id('film')], () => id('copy')).content;
    expect(withClips(BOARD, copied, LENGTHS)).toBe(copied);
  });

  it.each<[string, BoardContent, readonly Cut[]]>([
    [
      'stay with a clip whose number is another now',
      feed(BOARD, 'c', 2),
      [cut(3, 500, 1_500), cut(1, 0, 2_000, 'wipe'), cut(3, 2_000, 3_000, 'slide'), cut(2, 0, 4_000)],
    ],
    ['go with a clip that goes', without(BOARD, new Set(['a'])), [cut(1, 500, 1_500), cut(1, 2_000, 3_000, 'slide')]],
    [
      "are whole of a clip that takes another's place",
      feed(BOARD, 'c', 1),
      [cut(2, 500, 1_500), cut(1, 0, 4_000, 'wipe'), cut(2, 2_000, 3_000, 'slide')],
    ],
    ['are whole again where no clip is left', without(BOARD, new Set(['a', 'b'])), []],
    ['wait for a place that is still empty', feed(BOARD, 'empty', 4), CUTS],
  ])('%s', (_, after, cuts) => expect(cutsAfter(after)).toEqual(cuts));

  it('show the beginning of a clip of which nothing is known yet', () => {
    expect(cutsAfter(feed(BOARD, 'c', 4), () => undefined)).toEqual([...CUTS, cut(3, 0, 3_000)]);
    // A file that replaces another. The known facts belong to the old one.
    const replaced: BoardContent = {
      ...BOARD,
      nodes: BOARD.nodes.map((node) => (node.id === 'a' ? given('a', 9) : node)),
    };
    expect(cutsAfter(replaced, () => ({ seconds: 30 }))).toEqual([
      cut(2, 500, 1_500),
      cut(1, 0, 3_000, 'wipe'),
      cut(2, 2_000, 3_000, 'slide'),
    ]);
  });

  it('stay on their clips when one tab gives the clips other numbers while another trims a cut', () => {
    const trimmed = withNode(without(BOARD, new Set(['film'])), video([cut(2, 700, 1_500), cut(1, 0, 2_000, 'wipe')]));
    const mine: BoardContent = { nodes: trimmed.nodes, edges: BOARD.edges };
    const cutsOf = (joined: BoardContent): unknown =>
      joined.nodes.flatMap((node) => (node.kind === 'creation' ? readTimeline(node.settings['timeline'])?.cuts : []));
    // In the other tab the first clip has gone, so the second is now the first; or a third was added before the
    // second.
    const [fewer, more] = [without(BOARD, new Set(['a'])), feed(BOARD, 'c', 2)].map((theirs) =>
      withClips(BOARD, theirs, LENGTHS),
    );
    for (const [here, there] of [
      [mine, fewer],
      [fewer, mine],
    ] as const)
      expect(cutsOf(joinedBoard(BOARD, here ?? BOARD, there ?? BOARD))).toEqual(
        here === mine ? [cut(1, 700, 1_500)] : [cut(1, 500, 1_500), cut(1, 2_000, 3_000, 'slide')],
      );
    expect(cutsOf(joinedBoard(BOARD, mine, more ?? BOARD))).toEqual([
      cut(3, 700, 1_500),
      cut(1, 0, 2_000, 'wipe'),
      cut(2, 0, 3_000),
    ]);
    expect(cutsOf(joinedBoard(BOARD, BOARD, mine))).toEqual([cut(2, 700, 1_500), cut(1, 0, 2_000, 'wipe')]);
  });

  it('end with their clip', () => {
    expect(
      fitCuts(
        [cut(1, 500, 3_000), cut(2, 0, 1_000), cut(1, 2_900, 3_400)],
        [{ number: 1, seconds: 2.5 }, { number: 2 }],
      ),
    ).toEqual([cut(1, 500, 2_500), cut(2, 0, 1_000), cut(1, 2_300, 2_500)]);
  });
});

it('names what differs by its path', () => {
  const before = { prompt: 'a', options: { seconds: 3, timeline: { cuts: CUTS } } };
  expect(differing(before, { ...before, prompt: 'ab' })).toEqual(['/prompt']);
  expect(
    differing(before, {
      ...before,
      options: { ...before.options, timeline: { cuts: CUTS.with(0, cut(2, 540, 1_500)) } },
    }),
  ).toEqual(['/options/timeline/cuts/0/from']);
  expect(differing(before, { ...before, options: { seconds: 5, timeline: { cuts: CUTS.slice(1) } } })).toEqual([
    '/options/seconds',
    '/options/timeline/cuts',
  ]);
  expect(differing(before, { ...before })).toEqual([]);
});
