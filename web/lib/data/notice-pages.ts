import type { InfiniteData } from '@tanstack/react-query';
import type { NoticePage, NoticesRead, NoticeView } from '@src/identity/notices/notices.shared';

/** Cached notices, by page. */
export type NoticePages = InfiniteData<NoticePage, string | null>;

/** All notices without duplicates, newest first, and the total of unread ones. */
export function noticesOf({ pages }: NoticePages): { readonly items: readonly NoticeView[]; readonly unread: number } {
  const byId = new Map<string, NoticeView>();
  // New notices may push one to a later page. The copy on the earlier page is newer.
  for (const { items } of pages) for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return { items: [...byId.values()], unread: pages[0]?.unread ?? 0 };
}

/** The cached pages with a first page from a live update. */
export function withFirstPage(known: NoticePages | undefined, first: NoticePage): NoticePages {
  if (known === undefined || known.pages.length < 2) return { pages: [first], pageParams: [null] };
  return { ...known, pages: [first, ...known.pages.slice(1)] };
}

const isMeant = (what: NoticesRead, { id, at }: NoticeView): boolean =>
  'ids' in what ? what.ids.includes(id) : at <= what.upTo;

/** Marks notices of a page as read. */
export function markPageRead(page: NoticePage, what: NoticesRead): NoticePage {
  const now = page.items.filter((item) => item.unread && isMeant(what, item)).length;
  return {
    ...page,
    unread: Math.max(0, page.unread - now),
    items: page.items.map((item) => (isMeant(what, item) ? { ...item, unread: false } : item)),
  };
}

/** Marks notices of all pages as read, and updates the count of unread ones. */
export function markPagesRead(known: NoticePages, what: NoticesRead): NoticePages {
  const now = noticesOf(known).items.filter((item) => item.unread && isMeant(what, item)).length;
  return {
    ...known,
    pages: known.pages.map((page) => ({ ...markPageRead(page, what), unread: Math.max(0, page.unread - now) })),
  };
}

/** Kinds of notices about plans and payments. */
const OF_PLANS = /^(?:payment|plan|renewal)-/;

/** Whether a live first page has a new notice of a plan or payment. False as long as no notices are cached. */
export function hasNewPlanNotice(known: NoticePages | undefined, first: Pick<NoticePage, 'items'>): boolean {
  if (known === undefined) return false;
  const before = new Set(noticesOf(known).items.map(({ id }) => id));
  return first.items.some(({ id, content }) => OF_PLANS.test(content.kind) && !before.has(id));
}

/** Pages, without language, that show a creation's progress. */
const SHOWS_CREATIONS =
  /^\/(?:[a-z]{2}(?:-[A-Z]{2})?\/)?(?:image|video|tools|creations|projects|canvas|home|ai-avatar|ai-shorts)(?:\/|$)/;

/**
 * Unread notices whose cause is visible on the current page.
 * @param path of the browser, with its language
 */
export function seenHere({ items }: NoticePage, path: string): readonly string[] {
  if (!SHOWS_CREATIONS.test(path)) return [];
  return items
    .filter(({ unread, content: { kind } }) => unread && (kind === 'creation-finished' || kind === 'creation-failed'))
    .map(({ id }) => id);
}
