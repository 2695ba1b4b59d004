import { describe, expect, it } from '@jest/globals';
import { collect } from '../../../test/support/browser/collect.js';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { defaultProjectOf } from '../projects/project.js';
import { BOARD, type BoardContent, type NodeId } from './board.shared.js';
import { BoardStore } from './board.store.js';
import { boardsPart } from './boards.data-export.js';
import { joined } from './merge-visitor.js';

const [ann, bob] = ['ann', 'bob'] as [UserId, UserId];
const board = (...ids: readonly string[]): BoardContent => ({
  nodes: ids.map((id, index) => ({ kind: 'words', id: id as NodeId, x: 0, y: index * 100, text: id })), // test data
  edges: [],
});

describe('two boards on one', () => {
  it('stand one below the other, and are the same when it is done again', () => {
    const once = joined(board('a', 'b'), board('c', 'd'));
    expect(once?.nodes.map(({ id, y }) => [id, y])).toEqual([
      ['a', 0],
      ['b', 100],
      ['c', 580],
      ['d', 680],
    ]);
    expect(once && joined(once, board('c', 'd'))).toBeUndefined();
  });

  it('are left as they are where they have no room together', () => {
    const many = Array.from({ length: BOARD.nodes }, (_, index) => `n${index}`);
    expect(joined(board(...many), board('one-more'))).toBeUndefined();
    expect(joined(board(...many.slice(1)), board('one-more'))?.nodes).toHaveLength(BOARD.nodes);
  });
});

describe('boards, to be taken away', () => {
  it('are one file with all that their owner has drawn, and none for whoever has drawn nothing', async () => {
    const store = await BoardStore.open(createMemoryDocumentStore(), { error: () => undefined });
    await store.put({ id: defaultProjectOf(ann), owner: ann, changedAt: 1_000, ...board('a') }, 0);
    const files = [];
    for await (const file of boardsPart({ store }).files(ann)) files.push(file);
    const [file] = files;
    const content = await file?.content();
    if (file === undefined || content === undefined) throw new Error('no file');
    expect([files.length, file.path, file.at]).toEqual([1, 'boards.json', 1_000]);
    expect(JSON.parse(Buffer.concat(await collect(content)).toString())).toEqual([
      {
        project: defaultProjectOf(ann),
        nodes: board('a').nodes,
        edges: [],
        made: {},
        changed: '1970-01-01T00:00:01.000Z',
      },
    ]);
    for await (const none of boardsPart({ store }).files(bob)) throw new Error(`a file of nobody's: ${none.path}`);
  });
});
