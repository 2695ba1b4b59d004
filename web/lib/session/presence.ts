import { useSyncExternalStore } from 'react';

/** Whether anybody is at one of the tabs (specification section 4); `prompted` just before it counts as idle. */
export type Presence = 'active' | 'prompted' | 'idle';

/** What the idle timer says. */
export function presenceOf({ type, prompted = false }: { readonly type: 'active' | 'idle'; readonly prompted?: boolean }): Presence {
  return type === 'active' && prompted ? 'prompted' : type;
}

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
