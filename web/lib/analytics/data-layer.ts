import { defined } from '@src/kernel/defined.shared';
import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { newId } from '@/lib/random';
import type { AnalyticsSink } from './sink';

/** The global array that tag managers read. Created here if it does not exist. */
function dataLayer(): unknown[] {
  const found: unknown = Reflect.get(window, 'dataLayer');
  if (Array.isArray(found)) return found;
  const made: unknown[] = [];
  Reflect.set(window, 'dataLayer', made);
  return made;
}

/** Entries by this page. A tag manager adds entries too. */
const own = new Set<unknown>();

/** Ids of user content. A tag manager receives a substitute, which is stable while the page is open. */
const IDS_OF_THEIRS: ReadonlySet<string> = new Set(['record_id', 'project_id']);
const aliases = new Map<string, string>();

function aliasOf(id: string): string {
  const alias = aliases.get(id) ?? newId();
  aliases.set(id, alias);
  return alias;
}

/**
 * An event's fields without ids or text of user content. The consent question promises that no user content is
 * counted, and the product's own store keeps none either (adr/0063).
 */
function publicFields(event: AnalyticsEvent): Readonly<Record<string, unknown>> {
  const ofTheirs = 'author_id' in event && event.author_id === 'self';
  return Object.fromEntries(
    Object.entries(event).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      if (key === 'name' || key === 'extra_text' || (ofTheirs && key === 'content_id')) return [];
      return [[key, IDS_OF_THEIRS.has(key) && typeof value === 'string' ? aliasOf(value) : value]];
    }),
  );
}

/** Passes events to a tag manager that the operator has added. Without one they stay in this page's memory. */
export const dataLayerSink: AnalyticsSink = {
  take: ({ event, area, after }, { visit, tab, status, group }) => {
    const pushed = {
      event: event.name,
      ...publicFields(event),
      area,
      ...defined({ after }),
      session_id: visit,
      tab_id: tab,
      ...defined({ user_status: status, user_group: group }),
    };
    own.add(pushed);
    dataLayer().push(pushed);
  },
  // Each event is passed on at once.
  flush: () => undefined,
  forget: () => {
    const layer = dataLayer();
    for (let index = layer.length - 1; index >= 0; index--) if (own.has(layer[index])) layer.splice(index, 1);
    own.clear();
    aliases.clear();
  },
};
