import { describe, expect, it } from '@jest/globals';
import type { BoardContent, NodeId } from '@src/creation/boards/board.shared';
import { openBoard, type BoardOptions, type Saved } from './board-store';
import { EMPTY_BOARD, withNode } from './edit';
import { newCreation } from './node-wish';

const words = (name: string, text = '') => ({ kind: 'words', id: name as NodeId, x: 0, y: 0, text }) as const; // the schema's own shape
/** What no second try changes. */
const REFUSED = new Error('refused');
const add = (name: string) => (content: BoardContent): BoardContent => withNode(content, words(name));

/** A board on a clock of the test, and a server that takes what is of its own version. */
function opened(answer?: (content: BoardContent, version: number) => Promise<Saved>) {
  const timers: { readonly ms: number; readonly then: () => void }[] = [];
  const troubles: unknown[] = [];
  const server = { version: 1, content: EMPTY_BOARD, calls: 0 };
  const save: BoardOptions['save'] = async (content, version) => {
    server.calls += 1;
    if (answer !== undefined) return answer(content, version);
    if (version !== server.version) return { kind: 'behind', theirs: { version: server.version, content: server.content } };
    server.version += 1;
    server.content = content;
    return { kind: 'taken', version: server.version };
  };
  const board = openBoard({ opened: { version: 1, content: EMPTY_BOARD }, save, onTrouble: (error) => troubles.push(error), mayPass: (error) => error !== REFUSED, after: (ms, then) => {
    const timer = { ms, then };
    timers.push(timer);
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
  } });
  return { board, server, timers, troubles };
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
    expect([board.get().saving, troubles.length, timers.length]).toEqual(['failed', 1, 1]);
    isDown = false;
    timers[0]?.then();
    expect(await board.flush()).toBe(true);
    expect(board.get().saving).toBe('saved');
  });

  it('tries what was refused again only once something has changed', async () => {
    const { board, timers, troubles } = opened(() => Promise.reject(REFUSED));
    board.change(add('a'));
    expect(await board.flush()).toBe(false);
    expect([board.get().saving, troubles, timers.length]).toEqual(['failed', [REFUSED], 0]);
    board.change(add('b'));
    expect(timers).toHaveLength(1);
  });

  it('is sent once more when nobody attends to it any longer, and not again', async () => {
    const { board, server, timers } = opened(() => Promise.reject(new TypeError('down')));
    const end = board.attend();
    board.change(add('a'));
    end();
    expect(await board.flush()).toBe(false);
    expect([server.calls > 0, timers.length]).toEqual([true, 0]);
    board.attend();
    await board.flush();
    expect(timers).toHaveLength(1);
  });

  it('learns what came of its nodes without a change of anybody\'s, and keeps it when a step is taken back', async () => {
    const { board } = opened();
    const node = newCreation({ id: 'n' as NodeId, procedure: 'text2Image.create', model: 'preview', seed: 7, x: 0, y: 0 }); // the schema's own shape
    board.change((content) => withNode(content, node));
    board.change(add('a'));
    await board.flush();
    board.learn({ n: { taskId: '0197a000-0000-4000-8000-000000000000', index: 0, fingerprint: 'f' } });
    expect(board.get().saving).toBe('saved');
    board.undo();
    expect(board.get().history.present.nodes).toEqual([expect.objectContaining({ id: 'n', made: expect.objectContaining({ fingerprint: 'f' }) })]);
  });

  it('takes in no older version', () => {
    const { board } = opened();
    board.adopt({ version: 1, content: add('old')(EMPTY_BOARD) });
    expect(namesOf(board.get().history.present)).toEqual([]);
  });
});
