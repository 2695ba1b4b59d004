import type { AnalyticsSink } from './sink';

/** Where tag managers look; made here when nobody has yet. */
function dataLayer(): unknown[] {
  const found: unknown = Reflect.get(window, 'dataLayer');
  if (Array.isArray(found)) return found;
  const made: unknown[] = [];
  Reflect.set(window, 'dataLayer', made);
  return made;
}

/** What was put there by this page's events; a tag manager puts things of its own there too. */
const own = new Set<unknown>();

/** Hands events to a tag manager that an operator has put into the page; without one they lie in this page's memory. */
export const dataLayerSink: AnalyticsSink = {
  take: ({ event: { name, ...properties }, area, after }, { visit, tab, status, group }) => {
    const pushed = { event: name, ...properties, area, ...(after === undefined ? {} : { after }), session_id: visit, tab_id: tab, user_status: status, ...(group === undefined ? {} : { user_group: group }) };
    own.add(pushed);
    dataLayer().push(pushed);
  },
  // Each event is handed over at once.
  flush: () => undefined,
  forget: () => {
    const layer = dataLayer();
    for (let index = layer.length - 1; index >= 0; index--) if (own.has(layer[index])) layer.splice(index, 1);
    own.clear();
  },
};
