import { describe, expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import type { BoardContent, NodeId } from '@src/creation/boards/board.shared';
import { openBoard, type BoardOptions, type Saved, type Unsent } from './board-store';
import { EMPTY_BOARD, overOf, withNode, without } from './edit';
import { newCreation } from '../nodes/node-request';
import { passesIn, restOf } from '../nodes/passed-inputs';

const words = (name: string, text = '') => ({ kind: 'words', id: name as NodeId, x: 0, y: 0, text }) as const; // the schema's own shape
/** What no second try changes, and what passes by itself in so many milliseconds. */
const REFUSED = new Error('refused');
const PASSES_MS = 9_000;
/** As the board waits. */
const QUIET_MS = 700;
const add =
  (name: string) =>
  (content: BoardContent): BoardContent =>
    withNode(content, words(name));

/** A board on a clock of the test, and a server that takes what is of its own version. */
function opened(answer?: (content: BoardContent, version: number) => Promise<Saved>) {
  const timers: { readonly ms: number; readonly then: () => void }[] = [];
  const troubles: unknown[] = [];
  const kept: Unsent[] = [];
  const server = { version: 1, content: EMPTY_BOARD, calls: 0 };
  const save: BoardOptions['save'] = async (content, version) => {
    server.calls += 1;
    if (answer !== undefined) return answer(content, version);
    if (version !== server.version)
      return { kind: 'behind', theirs: { version: server.version, content: server.content } };
    server.version += 1;
    server.content = content;
    return { kind: 'taken', version: server.version };
  };
  const board = openBoard({
    opened: { version: 1, content: EMPTY_BOARD },
    save,
    onTrouble: (error) => troubles.push(error),
    passesIn: (error) => (error === REFUSED ? undefined : PASSES_MS),
    keep: (left) => kept.push(left),
    after: (ms, then) => {
      const timer = { ms, then };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
  });
  return { board, server, timers, troubles, kept };
}
/** Lets promises go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
const namesOf = (content: BoardContent): readonly string[] => content.nodes.map(({ id }) => id);

describe('a board that is worked on', () => {
  it('is saved once nothing has changed for a while, with all that was', async () => {
    const { board, server, timers } = opened();
    board.change(add('a'));
    board.change(add('b'));
    expect([board.get().saving, timers.length]).toEqual(['waiting', 1]);
    timers[0]?.then();
    await board.flush();
    expect([board.get().saving, server.calls, namesOf(server.content)]).toEqual(['saved', 1, ['a', 'b']]);
  });

  it('loses neither what another tab has saved nor what is here', async () => {
    const { board, server } = opened();
    server.version = 4;
    server.content = add('theirs')(EMPTY_BOARD);
    board.change(add('mine'));
    expect(await board.flush()).toBe(true);
    expect([...namesOf(server.content)].sort()).toEqual(['mine', 'theirs']);
    expect([board.get().version, board.get().joined]).toEqual([5, 1]);
    board.undo();
    expect(namesOf(board.get().history.present)).toEqual(['theirs']);
  });

  it('sends what was typed while it was being sent', async () => {
    const { board, server } = opened();
    board.change(add('a'));
    const first = board.flush();
    board.change(add('b'));
    await first;
    await board.flush();
    expect(namesOf(server.content)).toEqual(['a', 'b']);
  });

  it('says that it is not saved, and tries again later', async () => {
    let isDown = true;
    const { board, timers, troubles } = opened(async (_content, version) => {
      if (isDown) throw new TypeError('down');
      return { kind: 'taken', version: version + 1 };
    });
    board.change(add('a'));
    expect(await board.flush()).toBe(false);
    expect([board.get().saving, troubles.length, timers.map(({ ms }) => ms)]).toEqual(['failed', 1, [PASSES_MS]]);
    // What is drawn meanwhile neither hurries it nor puts it off.
    board.change(add('b'));
    expect(timers.map(({ ms }) => ms)).toEqual([PASSES_MS]);
    isDown = false;
    timers[0]?.then();
    expect(await board.flush()).toBe(true);
    expect(board.get().saving).toBe('saved');
  });

  it('with more on it than can be kept is sent once enough of it is gone, and loses nothing until then', async () => {
    const { board, server, timers, troubles } = opened();
    const many =
      (name: string, count: number) =>
      (content: BoardContent): BoardContent =>
        Array.from({ length: count }, (_, index) => add(`${name}${index}`)).reduce(
          (now, change) => change(now),
          content,
        );
    server.version = 2;
    server.content = many('theirs', 60)(EMPTY_BOARD);
    const both = [...namesOf(server.content), ...namesOf(many('mine', 42)(EMPTY_BOARD))].sort();
    board.change(many('mine', 42));
    expect(await board.flush()).toBe(false);
    expect([board.get().saving, overOf(board.get().history.present), server.calls, timers.length, troubles]).toEqual([
      'full',
      { nodes: 2, edges: 0 },
      1,
      0,
      [],
    ]);
    board.change((content) => without(content, new Set(['mine0'])));
    expect([board.get().saving, await board.flush(), server.calls]).toEqual(['full', false, 1]);
    board.change((content) => without(content, new Set(['theirs0'])));
    expect([board.get().saving, timers.length]).toEqual(['waiting', 1]);
    expect(await board.flush()).toBe(true);
    expect([board.get().saving, [...namesOf(server.content)].sort()]).toEqual([
      'saved',
      both.filter((name) => name !== 'mine0' && name !== 'theirs0'),
    ]);
    board.undo();
    expect([board.get().saving, overOf(board.get().history.present).nodes]).toEqual(['full', 1]);
  });

  it('with too much on it is sent as well once another tab has taken enough away', async () => {
    const { board, server, timers } = opened();
    server.version = 2;
    server.content = Array.from({ length: 100 }, (_, index) => add(`theirs${index}`)).reduce(
      (now, change) => change(now),
      EMPTY_BOARD,
    );
    board.change(add('mine'));
    await board.flush();
    expect(board.get().saving).toBe('full');
    board.adopt({ version: 3, content: without(server.content, new Set(['theirs7'])) });
    expect([board.get().saving, timers.length]).toEqual(['waiting', 1]);
  });

  it('tries what was refused again only once something has changed', async () => {
    const { board, timers, troubles } = opened(() => Promise.reject(REFUSED));
    board.change(add('a'));
    expect(await board.flush()).toBe(false);
    expect([board.get().saving, troubles, timers.length]).toEqual(['failed', [REFUSED], 0]);
    board.change(add('b'));
    expect(timers).toHaveLength(1);
  });

  it('is not tried again sooner than it may be because something was drawn while it was refused', async () => {
    let refuse = (_error: Error): void => undefined;
    const { board, server, timers, troubles } = opened(() => new Promise((_, reject) => (refuse = reject)));
    board.change(add('a'));
    const first = board.flush();
    board.change(add('b'));
    for (const timer of [...timers]) timer.then();
    const second = board.flush();
    refuse(new TypeError('down'));
    expect([await first, await second]).toEqual([false, false]);
    expect([server.calls, troubles.length, timers.map(({ ms }) => ms), board.get().saving]).toEqual([
      1,
      1,
      [PASSES_MS],
      'failed',
    ]);
  });

  it('is tried again at once where what was refused for good has changed meanwhile', async () => {
    let refuse = (_error: Error): void => undefined;
    const { board, timers } = opened(() => new Promise((_, reject) => (refuse = reject)));
    board.change(add('a'));
    const first = board.flush();
    board.change(add('b'));
    refuse(REFUSED);
    expect(await first).toBe(false);
    expect(timers.map(({ ms }) => ms)).toEqual([QUIET_MS]);
  });

  it('is sent until the server has it when nobody attends to it any longer', async () => {
    let isDown = true;
    const sent: BoardContent[] = [];
    const { board, server, timers, kept } = opened(async (content, version) => {
      if (isDown) throw new TypeError('down');
      sent.push(content);
      return { kind: 'taken', version: version + 1 };
    });
    const end = board.attend();
    board.change(add('a'));
    end();
    await until(() => board.get().saving === 'failed');
    expect([server.calls, timers.map(({ ms }) => ms)]).toEqual([1, [PASSES_MS]]);
    isDown = false;
    timers[0]?.then();
    await until(() => board.get().saving === 'saved');
    expect([sent.map(namesOf), kept]).toEqual([[['a']], []]);
  });

  it('waits out its rest when nobody attends to it any longer', async () => {
    const { board, server, timers } = opened(() => Promise.reject(new TypeError('down')));
    const end = board.attend();
    board.change(add('a'));
    await board.flush();
    end();
    await Promise.resolve();
    expect([server.calls, timers.map(({ ms }) => ms)]).toEqual([1, [PASSES_MS]]);
  });

  it('with too much on it is given away when nobody attends to it any longer, and goes on from there', async () => {
    const many = (name: string, count: number): BoardContent =>
      Array.from({ length: count }, (_, index) => add(`${name}${index}`)).reduce(
        (now, change) => change(now),
        EMPTY_BOARD,
      );
    const { board, server, kept } = opened();
    server.version = 2;
    server.content = many('theirs', 100);
    const end = board.attend();
    board.change(add('mine'));
    await board.flush();
    expect([board.get().saving, kept]).toEqual(['full', []]);
    end();
    expect(kept.map(({ base, mine }) => [base.nodes.length, mine.nodes.length])).toEqual([[100, 101]]);
    const [left] = kept;
    if (left === undefined) throw new Error('nothing was kept');
    // Meanwhile another tab has made room.
    const again = opened();
    again.board.adopt({ version: 3, content: without(server.content, new Set(['theirs7'])) });
    again.board.resume(left);
    expect([again.board.get().saving, again.timers.length]).toEqual(['waiting', 1]);
    const names = namesOf(again.board.get().history.present);
    expect([names.length, names.includes('mine'), names.includes('theirs7')]).toEqual([100, true, false]);
  });

  it("learns what came of its nodes without a change of anybody's, and keeps it when a step is taken back", async () => {
    const { board } = opened();
    const node = newCreation({
      id: 'n' as NodeId,
      procedure: 'text2Image.create',
      model: 'preview',
      seed: 7,
      x: 0,
      y: 0,
    }); // the schema's own shape
    board.change((content) => withNode(content, node));
    board.change(add('a'));
    await board.flush();
    board.learn({ n: { taskId: '0197a000-0000-4000-8000-000000000000', index: 0, fingerprint: 'f' } });
    expect(board.get().saving).toBe('saved');
    board.undo();
    expect(board.get().history.present.nodes).toEqual([
      expect.objectContaining({ id: 'n', made: expect.objectContaining({ fingerprint: 'f' }) }),
    ]);
  });

  it('takes in no older version', () => {
    const { board } = opened();
    board.adopt({ version: 1, content: add('old')(EMPTY_BOARD) });
    expect(namesOf(board.get().history.present)).toEqual([]);
  });
});

describe('what a save is refused with', () => {
  const said = (identifier: string, params: object = {}): unknown =>
    TRPCClientError.from({
      error: { code: -32_000, message: identifier, data: { identifier, code: 'BAD_REQUEST', httpStatus: 400, params } },
    });

  it.each<[string, unknown, number | undefined]>([
    ['a line that is down', new TypeError('Failed to fetch'), 4_000],
    ['a store that is away', said('TRY_AGAIN'), 4_000],
    ['coming too often, for as long as was said', said('AI_RATE_LIMIT', { seconds: 17 }), 17_000],
    ['a board that makes no sense', said('BOARD_INVALID', { node: 'a', reason: 'cycle' }), undefined],
  ])('may pass: %s', (_, error, ms) => expect(passesIn(error)).toBe(ms));

  it('is told unless it only came too often', () => {
    expect([
      restOf(said('AI_RATE_LIMIT', { seconds: 17 })),
      restOf(said('TRY_AGAIN')),
      restOf(new TypeError('Failed to fetch')),
    ]).toEqual([17_000, undefined, undefined]);
  });
});
