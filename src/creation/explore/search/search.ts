import type { Limits } from '../../../identity/index.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { InvalidCursor } from '../../../platform/documents/port.js';
import type { Cards } from '../cards.js';
import type { FeedQuery } from '../explore.js';
import type { SearchPage } from '../explore.shared.js';
import type { FeedStore } from '../feed.store.js';
import { hasTerms, wantedTerms, type Wanted } from './terms.js';

export interface SearchDeps {
  readonly cards: Pick<Cards, 'of'>;
  readonly feed: Pick<FeedStore, 'search'>;
  readonly limits: Pick<Limits, 'listing'>;
}

/** Precedes the cursor of a list of near words. */
const NEAR = 'near.';

/**
 * Search over listed works (adr/0111). As with feeds, the index only finds works: each is shown only if it is listed
 * and has the wanted words now.
 * @throws StoreUnavailable
 */
export class Search {
  constructor(private readonly deps: SearchDeps) {}

  /**
   * Listed works that have every wanted word, tag and kind, newest first. If none has the words, works with words of
   * one letter different.
   * @param ip of the caller, whose pages are limited
   * @returns nothing found if nothing is wanted; VALIDATION_ERROR for an invalid cursor, TOO_MANY_ATTEMPTS {seconds}
   */
  async find(wanted: Wanted, query: FeedQuery, ip: string): Promise<Result<SearchPage, ProductError>> {
    const allowed = await this.deps.limits.listing(ip);
    if (!allowed.ok) return allowed;
    const { cursor, limit } = query;
    try {
      if (cursor?.startsWith(NEAR) === true)
        return ok(await this.page(wanted, true, { limit, cursor: cursor.slice(NEAR.length) }));
      const exact = await this.page(wanted, false, query);
      return ok(
        cursor === undefined && exact.works.length === 0 && exact.next === undefined && wanted.text !== ''
          ? await this.page(wanted, true, { limit })
          : exact,
      );
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }

  private async page(wanted: Wanted, isNear: boolean, { limit, cursor }: FeedQuery): Promise<SearchPage> {
    const terms = wantedTerms(wanted, isNear);
    if (terms.length === 0) return { works: [], isNear: false };
    const { items, next } = await this.deps.feed.search(terms, limit, cursor);
    const works = await this.deps.cards.of(
      items.map(({ id }) => id),
      { isShown: (work, author) => hasTerms(work, author, terms) },
    );
    return { works, isNear, ...defined({ next: next && (isNear ? `${NEAR}${next}` : next) }) };
  }
}
