import { expect, it } from '@jest/globals';
import type { NodeId } from '@src/creation/boards/board.shared';
import { EMPTY_BOARD } from './edit';
import { keepUnsent, takeUnsent } from './unsent-edits';

/** A tab's shelf. */
function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const MINE = {
  nodes: Array.from({ length: 101 }, (_, index) => ({
    kind: 'words' as const,
    id: `n-${index}` as NodeId,
    x: 0,
    y: 0,
    text: 'a lake',
  })),
  edges: [],
}; // the schema's own shape

it('keeps of a board what is too much to be saved, and gives it back once', () => {
  const own = shelf();
  keepUnsent('p', { base: EMPTY_BOARD, mine: MINE }, () => own);
  expect(takeUnsent('q', () => own)).toBeUndefined();
  expect(takeUnsent('p', () => own)).toEqual({ base: EMPTY_BOARD, mine: MINE });
  expect(takeUnsent('p', () => own)).toBeUndefined();
});

it.each([
  '{',
  '[]',
  '{"base":{"nodes":[],"edges":[]}}',
  '{"base":{"nodes":[{}],"edges":[]},"mine":{"nodes":[],"edges":[]}}',
])('takes nothing of what is no board: %s', (text) => {
  const own = shelf();
  own.setItem('kinora.board.p', text);
  expect(takeUnsent('p', () => own)).toBeUndefined();
});
