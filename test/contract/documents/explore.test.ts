import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FeedStore, type FeedEntry, type FeedFilter } from '../../../src/creation/explore/feed.store.js';
import type { FeedOrder } from '../../../src/creation/explore/explore.shared.js';
import { LIKES_CHANGED, MarkStore, type Mark } from '../../../src/creation/explore/mark.store.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Opened } from '../adapters.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';

const user = (name: string): UserId => name as UserId; // the test's own users
const ADA = user('ada');
const EVE = user('eve');
const entry = (given: Partial<FeedEntry> = {}): FeedEntry => ({
  owner: ADA,
  author: 'a',
  media: 'image',
  procedure: 'text2Image.create',
  publishedAt: 1_000,
  votes: 0,
  terms: [],
  ...given,
});

describeAdapters(documentStores, 'the read model of Explore', ({ open }) => {
  let opened: Opened<DocumentStore>;
  let feed: FeedStore;
  let marks: MarkStore;

  beforeEach(async () => {
    opened = await open();
    feed = await FeedStore.open(opened.store);
    marks = await MarkStore.open(opened.store);
  });
  afterEach(() => opened.dispose());

  const write = (id: string, given?: FeedEntry) => feed.refresh(id, async () => given);
  const all = async (order: FeedOrder, filter: FeedFilter, limit = 2): Promise<string[]> => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await feed.page(order, filter, limit, after);
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return found;
  };

  it('lists works newest first or by rank, and those of one kind, tool or author alone', async () => {
    await write('w1', entry({ publishedAt: 1, votes: 1 }));
    await write('w2', entry({ publishedAt: 2, media: 'video', procedure: 'video.create' }));
    await write('w3', entry({ publishedAt: 3, author: 'b', owner: EVE }));
    expect(await all('new', {})).toEqual(['w3', 'w2', 'w1']);
    expect(await all('trending', {})).toEqual(['w1', 'w3', 'w2']);
    expect(await all('trending', { media: 'image' })).toEqual(['w1', 'w3']);
    expect(await all('new', { procedure: 'video.create' })).toEqual(['w2']);
    expect(await all('new', { author: 'a' })).toEqual(['w2', 'w1']);
    expect([await feed.count('a'), await feed.count('b'), await feed.count('c')]).toEqual([2, 1, 0]);
    expect(await feed.before('a', 2, 10)).toEqual([{ id: 'w1', publishedAt: 1 }]);
  });

  it('forgets a work that is no longer listed, and takes both news of it twice', async () => {
    for (const given of [entry(), entry(), undefined, undefined]) {
      await write('w1', given);
      expect(await all('new', {})).toEqual(given === undefined ? [] : ['w1']);
    }
  });

  it('keeps what is true now when an older truth is written late', async () => {
    await feed.refresh('w1', async () => {
      const isFirst = (await feed.count('a')) === 0;
      if (isFirst) await write('w1', entry({ votes: 5 }));
      return entry({ votes: isFirst ? 1 : 5 });
    });
    await write('w0', entry({ votes: 4 }));
    expect(await all('trending', {})).toEqual(['w1', 'w0']);
    let isListed = true;
    await feed.refresh('w2', async () => {
      const given = isListed ? entry({ author: 'b' }) : undefined;
      isListed = false;
      return given;
    });
    expect(await feed.count('b')).toBe(0);
  });

  it.each(['new', 'trending'] as const)(
    'shows each work of the first moment once in %s, whatever is published while pages are turned',
    async (order) => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
          fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 }),
          async (times, additions) => {
            round += 1;
            const author = `a${round}`;
            // A procedure of its own divides the rounds, because both orders have an index by it.
            const filter = { procedure: author };
            const add = (at: number) =>
              write(`${author}.${at}`, entry({ author, procedure: author, publishedAt: at, votes: 0 }));
            for (const at of times) await add(at);
            const expected = [...times].sort((a, b) => b - a).map((at) => `${author}.${at}`);
            const shown: string[] = [];
            let after: string | undefined;
            let latest = 100;
            do {
              const page = await feed.page(order, filter, 2, after);
              shown.push(...page.items.map(({ id }) => id));
              after = page.next;
              for (let more = additions.pop() ?? 0; more > 0; more -= 1) await add((latest += 1));
            } while (after !== undefined);
            expect(shown).toEqual(expected);
          },
        ),
        { numRuns: 15 },
      );
    },
  );

  describe('marks', () => {
    const like = (given: Partial<Mark> = {}): Mark => ({
      kind: 'like',
      user: EVE,
      target: 'w1',
      at: 1,
      isVote: true,
      ...given,
    });
    const pending = async () => (await opened.store.pendingMessages(100)).map(({ type, data }) => [type, data]);

    it('are put once and taken back once, and only a changed like is told', async () => {
      await marks.put(like());
      await marks.put(like({ at: 2, isVote: false }));
      await marks.put(like({ user: ADA, isVote: false }));
      await marks.put(like({ kind: 'bookmark', isVote: false }));
      expect([await marks.count('like', 'w1'), await marks.votes('w1'), await marks.count('bookmark', 'w1')]).toEqual([
        2, 1, 1,
      ]);
      expect(await pending()).toEqual(Array(2).fill([LIKES_CHANGED, { workId: 'w1' }]));
      await marks.take({ kind: 'like', user: EVE, target: 'w1' }, 3);
      await marks.take({ kind: 'like', user: EVE, target: 'w1' }, 4);
      expect([await marks.votes('w1'), await marks.has(like())]).toEqual([0, false]);
      expect(await pending()).toHaveLength(3);
    });

    it('of a user are listed last one first, and go with the user, together with who follows them', async () => {
      await marks.put(like());
      for (const at of [1, 2, 3]) await marks.put({ kind: 'bookmark', user: EVE, target: `w${at}`, at, isVote: false });
      await marks.put({ kind: 'follow', user: ADA, target: 'author of eve', at: 1, isVote: false });
      await marks.put(like({ user: ADA }));
      const first = await marks.list(EVE, 'bookmark', 2);
      expect(first.items.map(({ document }) => document.target)).toEqual(['w3', 'w2']);
      expect((await marks.list(EVE, 'bookmark', 2, first.next)).items.map(({ document }) => document.target)).toEqual([
        'w1',
      ]);
      await marks.clear(EVE, 'author of eve', 9);
      await marks.clear(EVE, 'author of eve', 9);
      expect([await marks.count('like', 'w1'), await marks.count('follow', 'author of eve')]).toEqual([1, 0]);
      for await (const mark of marks.of(EVE)) expect(mark).toBeUndefined();
    });
  });

  it('ranks by the same formula as is documented', async () => {
    // Seven votes count as 36 hours.
    const hours = 36 * 3_600_000;
    await write('w1', entry({ publishedAt: 5, votes: 7 }));
    await write('w2', entry({ publishedAt: 5 + hours + 1 }));
    await write('w3', entry({ publishedAt: 5 + hours - 1 }));
    expect(await all('trending', {})).toEqual(['w2', 'w1', 'w3']);
  });
});
