import { createStore, useStore } from '@/lib/store';

/** Whether anybody is at one of the tabs (specification section 4); `prompted` just before it counts as idle. */
export type Presence = 'active' | 'prompted' | 'idle';

/** What the idle timer says. */
export function presenceOf({ type, prompted = false }: { readonly type: 'active' | 'idle'; readonly prompted?: boolean }): Presence {
  return type === 'active' && prompted ? 'prompted' : type;
}

const presence = createStore<Presence>('active');

export const setPresence = presence.set;

/** Whether anybody is at one of the tabs now. */
export const presenceNow = presence.get;

export const usePresence = (): Presence => useStore(presence);
