import { expect, it } from '@jest/globals';
import type { NodeId } from '@src/creation/boards/board.shared';
import { openBoard, type Board, type Saved } from './board-store';
import { EMPTY_BOARD, withNode } from './edit';
import { leftBoards } from './left-boards';

const OPENED = { version: 1, content: EMPTY_BOARD };
const words = (board: Board): readonly string[] =>
  board.get().history.present.nodes.flatMap((node) => (node.kind === 'words' ? [node.text] : []));
const draw = (board: Board, text: string): void =>
  board.change((content) => withNode(content, { kind: 'words', id: text as NodeId, x: 0, y: 0, text })); // the schema's own shape

/** Boards of one project over a line that is down until it is `up`, and what is tried again on them. */
function overALine() {
  const again: (() => void)[] = [];
  const line = { up: false, version: 1 };
  const save = async (): Promise<Saved> => {
    if (!line.up) throw new Error('down');
    line.version += 1;
    return { kind: 'taken', version: line.version };
  };
  const fresh = (): Board =>
    openBoard({
      opened: OPENED,
      save,
      onTrouble: () => undefined,
      passesIn: () => 4_000,
      keep: () => undefined,
      after: (_ms, then) => {
        again.push(then);
        return () => void (again.includes(then) && again.splice(again.indexOf(then), 1));
      },
    });
  return { line, again, fresh, boards: leftBoards() };
}
/** Lets promises go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

it('gives back, to whoever returns before it was sent, the board with all that was drawn on it', async () => {
  const { boards, fresh } = overALine();
  const board = boards.open('p', fresh);
  const leave = boards.attend('p', board, OPENED);
  draw(board, 'a lake');
  expect(await board.flush()).toBe(false);
  leave();
  await until(() => board.get().saving === 'failed');
  const back = boards.open('p', fresh);
  boards.attend('p', back, OPENED);
  expect(words(back)).toEqual(['a lake']);
  expect(words(boards.open('another', fresh))).toEqual([]);
});

it('takes in what another tab has saved meanwhile', async () => {
  const { boards, fresh } = overALine();
  const board = boards.open('p', fresh);
  const leave = boards.attend('p', board, OPENED);
  draw(board, 'mine');
  await board.flush();
  leave();
  boards.attend('p', board, {
    version: 3,
    content: withNode(EMPTY_BOARD, { kind: 'words', id: 't' as NodeId, x: 0, y: 0, text: 'theirs' }),
  }); // as above
  expect([...words(board)].sort()).toEqual(['mine', 'theirs']);
});

it('remembers a board no longer once the server has all of it', async () => {
  const { boards, fresh, line, again } = overALine();
  const board = boards.open('p', fresh);
  const leave = boards.attend('p', board, OPENED);
  draw(board, 'a lake');
  await board.flush();
  leave();
  line.up = true;
  for (const one of again.splice(0)) one();
  await until(() => board.get().saving === 'saved' && boards.open('p', fresh) !== board);
  expect(words(boards.open('p', fresh))).toEqual([]);
});
