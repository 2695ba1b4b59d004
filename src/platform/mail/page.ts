import type { Millis } from '../../kernel/clock.js';

interface Placed {
  readonly id: string;
  readonly at: Millis;
}

/** Newest first; at the same time, the greater id first. */
const newestFirst = (a: Placed, b: Placed): number => b.at - a.at || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1);

/**
 * A page of mails, newest first.
 * @param after `next` of the previous page: the position of its last mail, which may no longer exist
 */
export function pageOf<T extends Placed>(
  mails: readonly T[],
  limit: number,
  after?: string,
): { readonly items: readonly T[]; readonly next?: string } {
  const [, at, id] = /^(\d+)\.(.+)$/.exec(after ?? '') ?? [];
  const place = at === undefined || id === undefined ? undefined : { at: Number(at), id };
  const rest = [...mails].sort(newestFirst).filter((mail) => place === undefined || newestFirst(place, mail) < 0);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return last === undefined || rest.length === items.length ? { items } : { items, next: `${last.at}.${last.id}` };
}
