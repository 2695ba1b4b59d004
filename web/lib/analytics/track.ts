import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { createEmitter } from '@/lib/emitter';

type Listener = (event: AnalyticsEvent) => void;

/** More than happens before it is known whether anything may be collected. */
const MAX_WAITING = 50;

/** `undecided`: what happens waits in this page's memory alone; `deaf`: it is forgotten at once. */
let heard: Listener | 'undecided' | 'deaf' = 'undecided';
let waiting: AnalyticsEvent[] = [];
const starts = createEmitter();

/**
 * Tells analytics that something happened. May be called at any time and never fails: whether anything is collected is decided
 * elsewhere, and what happens while the visitor is being asked, or after they have declined, is forgotten.
 */
export function track(event: AnalyticsEvent): void {
  if (heard === 'undecided') {
    if (waiting.length < MAX_WAITING) waiting.push(event);
  } else if (heard !== 'deaf') heard(event);
}

/** Collecting begins: what waited is handed over first. */
export function startTracking(listener: Listener): void {
  heard = listener;
  const before = waiting;
  waiting = [];
  for (const event of before) listener(event);
  starts.emit();
}

/** Nothing may be collected: what waited is forgotten. */
export function stopTracking(): void {
  heard = 'deaf';
  waiting = [];
}

/**
 * For what goes on rather than happens, such as an open form: calls back each time collecting begins, at once when it has.
 * @returns what stops it
 */
export function whenTracking(start: () => void): () => void {
  const stop = starts.subscribe(start);
  if (typeof heard === 'function') start();
  return stop;
}
