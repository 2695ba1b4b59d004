import { expect, it } from '@jest/globals';
import { isOfferedFirst, nextTools } from './next-tools';
import { toolsFor } from './tools';

const drawn = { understanding: { understood: [], ignored: [] } } as const;
const idsOf = (tools: ReturnType<typeof nextTools>): readonly string[] => tools.map(({ id }) => id);

it('lip sync is offered on what may show somebody, and not on a drawn scene', () => {
  expect(idsOf(nextTools({}, 'image'))).toContain('lipSync');
  expect(idsOf(nextTools(drawn, 'image'))).toEqual(idsOf(toolsFor('image')).filter((id) => id !== 'lipSync'));
});

it.each([
  ['image', 6],
  ['video', 5],
] as const)('of the tools that take one %s, %i are offered first', (kind, count) => {
  const first = nextTools({}, kind).filter(isOfferedFirst);
  expect([first.length, nextTools({}, kind).length > first.length]).toEqual([count, true]);
});
