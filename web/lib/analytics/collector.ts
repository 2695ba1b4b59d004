import type { AnalyticsEvent, PlacedEvent } from '@src/analytics/events.shared';
import type { AnalyticsArea } from '@src/analytics/places.shared';
import { CLICKED, type Clicked } from '@src/analytics/names.shared';
import type { AnalyticsSink, EventContext } from './sink';

/** Maximum age of a restored click, milliseconds. */
export const CLICK_LASTS_MS = 10_000;

/** The last click on a tracked element. */
export interface LastClick {
  readonly what: Clicked;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Storage in which the last click survives a navigation, such as to a sign-in provider and back. */
export interface ClickStorage {
  read(): unknown;
  write(click: LastClick): void;
  clear(): void;
}

/** A stored click; undefined if invalid, older than ten seconds, or from the future because the clock was set back. */
export function restoredClick(stored: unknown, now: number): LastClick | undefined {
  if (typeof stored !== 'object' || stored === null || !('what' in stored) || !('at' in stored)) return undefined;
  const { at } = stored;
  const what = CLICKED.find((one) => one === stored.what);
  if (what === undefined || typeof at !== 'number') return undefined;
  return isFresh({ what, at }, now) ? { what, at } : undefined;
}

const isFresh = ({ at }: LastClick, now: number): boolean => now - at >= 0 && now - at <= CLICK_LASTS_MS;

/** The element that an event clicked on, if it is a click. */
function clickedOn(event: AnalyticsEvent): Clicked | undefined {
  if (event.name === 'content_click') return 'content';
  return event.name === 'resource_click' ? event.resource_type : undefined;
}

export interface CollectorParts {
  readonly sinks: readonly AnalyticsSink[];
  readonly clicks: ClickStorage;
  readonly now: () => number;
  readonly area: () => AnalyticsArea;
  readonly circumstances: () => EventContext;
}

/** Adds page and last click to each event, and passes it to every sink. */
export interface Collector {
  readonly take: (event: AnalyticsEvent) => void;
  readonly flush: () => void;
  readonly forget: () => void;
}

export function createCollector({ sinks, clicks, now, area, circumstances }: CollectorParts): Collector {
  let last = restoredClick(clicks.read(), now());
  return {
    take: (event) => {
      const at = now();
      const placed: PlacedEvent = {
        event,
        area: area(),
        ...(last !== undefined && isFresh(last, at) ? { after: last.what } : {}),
      };
      const what = clickedOn(event);
      if (what !== undefined) {
        last = { what, at };
        clicks.write(last);
      }
      for (const sink of sinks) sink.take(placed, circumstances());
    },
    flush: () => {
      for (const sink of sinks) sink.flush();
    },
    forget: () => {
      last = undefined;
      clicks.clear();
      for (const sink of sinks) sink.forget();
    },
  };
}
