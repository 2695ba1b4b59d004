import { useSyncExternalStore } from 'react';

/** Whether anybody is at one of the tabs. */
export type Presence = 'active' | 'idle';

let presence: Presence = 'active';
const listeners = new Set<() => void>();

export function setPresence(next: Presence): void {
  presence = next;
  for (const listener of listeners) listener();
}

const read = (): Presence => presence;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether anybody is at one of the tabs now. */
export const presenceNow = (): Presence => presence;

export function usePresence(): Presence {
  return useSyncExternalStore(subscribe, read, () => 'active');
}
