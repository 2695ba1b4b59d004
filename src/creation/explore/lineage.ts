import type { Cards } from './cards.js';
import type { Lineage } from './explore.shared.js';
import type { FeedStore } from './feed.store.js';

export interface LineageDeps {
  readonly cards: Pick<Cards, 'of'>;
  readonly feed: Pick<FeedStore, 'remixes'>;
}

/**
 * The works that a work comes from, nearest first, and the number of listed works that come from it directly. An origin
 * that Explore does not list is present without its id: others may not learn the link of an unlisted work from its
 * remixes.
 * @param origins ids, nearest first
 * @throws StoreUnavailable
 */
export async function lineageOf(deps: LineageDeps, workId: string, origins: readonly string[]): Promise<Lineage> {
  const [cards, remixes] = await Promise.all([deps.cards.of(origins), deps.feed.remixes(workId)]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    origins: origins.map((id) => {
      const card = byId.get(id);
      return card === undefined
        ? { isAvailable: false }
        : { isAvailable: true, id, title: card.title, by: card.author.name };
    }),
    remixes,
  };
}
