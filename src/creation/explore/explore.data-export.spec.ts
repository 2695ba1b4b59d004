import { expect, it } from '@jest/globals';
import { collect } from '../../../test/support/browser/collect.js';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { marksPart } from './explore.data-export.js';
import { MarkStore } from './mark.store.js';

const [ada, eve] = ['ada' as UserId, 'eve' as UserId]; // test users

it('exports a user’s own likes, bookmarks and follows, and nothing for a user without any', async () => {
  const marks = await MarkStore.open(createMemoryDocumentStore());
  await marks.put({ kind: 'like', user: ada, target: 'w1', at: 1_000, isVote: true });
  await marks.put({ kind: 'follow', user: ada, target: 'a1', at: 2_000, isVote: false });
  await marks.put({ kind: 'like', user: eve, target: 'w1', at: 3_000, isVote: true });
  const part = marksPart({ marks });
  const [file, ...others] = await collect(part.files(ada));
  const bytes = await file?.content();
  const content = bytes && Buffer.concat(await collect(bytes)).toString();
  expect([file?.path, file?.at, others]).toEqual(['likes-bookmarks-follows.json', 2_000, []]);
  const like = { kind: 'like', target: 'w1', at: '1970-01-01T00:00:01.000Z' };
  const follow = { kind: 'follow', target: 'a1', at: '1970-01-01T00:00:02.000Z' };
  const exported: unknown = JSON.parse(content ?? '');
  expect(exported).toHaveLength(2);
  expect(exported).toEqual(expect.arrayContaining([like, follow]));
  expect(await collect(part.files('bob' as UserId))).toEqual([]); // a test user
});
