import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { createEmitter } from '@/lib/emitter';

type Listener = (event: AnalyticsEvent) => void;

/** Maximum number of events kept until consent is known. */
const MAX_WAITING = 50;

/** `undecided`: events wait in memory until consent is known; `deaf`: events are dropped. */
let heard: Listener | 'undecided' | 'deaf' = 'undecided';
let waiting: AnalyticsEvent[] = [];
const starts = createEmitter();

/**
 * Tracks an event. Events before the code that collects has arrived wait for it; only a page that was left before then
 * is never counted as viewed, because that code sends the views. May be called at any time and never fails: whether
 * anything is collected is decided by consent, and events before it is given or after it is declined are dropped.
 */
export function track(event: AnalyticsEvent): void {
  if (heard === 'undecided') {
    if (waiting.length < MAX_WAITING) waiting.push(event);
  } else if (heard !== 'deaf') heard(event);
}

/** Starts collecting, with the waiting events first. */
export function startTracking(listener: Listener): void {
  heard = listener;
  const before = waiting;
  waiting = [];
  for (const event of before) listener(event);
  starts.emit();
}

/** Stops collecting and drops waiting events. */
export function stopTracking(): void {
  heard = 'deaf';
  waiting = [];
}

/**
 * For ongoing states, such as an open form: calls back each time collecting starts, and at once if it is on.
 * @returns unsubscribes
 */
export function whenTracking(start: () => void): () => void {
  const stop = starts.subscribe(start);
  if (typeof heard === 'function') start();
  return stop;
}
