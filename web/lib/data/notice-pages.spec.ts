import { describe, expect, it } from '@jest/globals';
import type { NoticePage, NoticeView } from '@src/identity/notices/notices.shared';
import { noticesOf, markPagesRead, seenHere, hasNewPlanNotice, withFirstPage, type NoticePages } from './notice-pages';

const made = (id: string, at: number, unread = true): NoticeView => ({
  id,
  at,
  unread,
  content: { kind: 'creation-finished', taskId: id, media: 'image', count: 1 },
});
const page = (unread: number, ...items: NoticeView[]): NoticePage => ({ items, unread });
const pages = (...all: NoticePage[]): NoticePages => ({
  pages: all,
  pageParams: all.map((_, index) => (index === 0 ? null : String(index))),
});

describe('notices in the cache', () => {
  it('are each shown once, as the first page that has it says', () => {
    expect(noticesOf(pages(page(1, made('c', 3), made('b', 2, false)), page(2, made('b', 2), made('a', 1))))).toEqual({
      items: [made('c', 3), made('b', 2, false), made('a', 1)],
      unread: 1,
    });
  });

  it('take a first page that comes live, and keep the later ones', () => {
    expect(withFirstPage(undefined, page(1, made('a', 1)))).toEqual(pages(page(1, made('a', 1))));
    expect(withFirstPage(pages(page(0), page(0, made('a', 1))), page(1, made('b', 2))).pages).toEqual([
      page(1, made('b', 2)),
      page(0, made('a', 1)),
    ]);
  });

  it('are read by their names, or up to a time, and counted', () => {
    const known = pages(page(3, made('c', 3), made('b', 2)), page(3, made('a', 1)));
    expect(noticesOf(markPagesRead(known, { ids: ['a', 'x'] }))).toEqual({
      items: [made('c', 3), made('b', 2), made('a', 1, false)],
      unread: 2,
    });
    expect(noticesOf(markPagesRead(known, { upTo: 2 }))).toEqual({
      items: [made('c', 3), made('b', 2, false), made('a', 1, false)],
      unread: 1,
    });
    expect(markPagesRead(markPagesRead(known, { upTo: 3 }), { upTo: 3 }).pages[0]?.unread).toBe(0);
  });

  it('tell of plans and payments once, and of nothing before anything is known', () => {
    const failed: NoticeView = {
      id: 'f',
      at: 5,
      unread: true,
      content: {
        kind: 'payment-failed',
        productName: 'Kinora Pro',
        minor: 2_900,
        currency: 'usd',
        nextAttemptAt: null,
      },
    };
    const known = pages(page(1, made('a', 1)));
    expect(hasNewPlanNotice(known, page(2, failed, made('a', 1)))).toBe(true);
    expect(hasNewPlanNotice(known, page(2, made('b', 2), made('a', 1)))).toBe(false);
    expect(hasNewPlanNotice(pages(page(1, failed)), page(2, made('b', 6), failed))).toBe(false);
    expect(hasNewPlanNotice(undefined, page(1, failed))).toBe(false);
  });

  it.each<readonly [string, readonly string[]]>([
    ['/image', ['a']],
    ['/de/creations', ['a']],
    ['/video/animate', ['a']],
    ['/ar/projects/1', ['a']],
    ['/canvas', ['a']],
    ['/de/ai-shorts', ['a']],
    ['/ai-avatar', ['a']],
    ['/home', ['a']],
    ['/', []],
    ['/credits', []],
    ['/imagery', []],
    ['/account', []],
  ])('are seen at %s: %j', (path, ids) => {
    expect(
      seenHere(
        page(2, made('a', 2), made('b', 1, false), {
          id: 'c',
          at: 0,
          unread: true,
          content: { kind: 'account-restored' },
        }),
        path,
      ),
    ).toEqual(ids);
  });
});
