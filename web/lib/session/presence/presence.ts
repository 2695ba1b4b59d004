import { createStore, useStore } from '@/lib/store';

/** Whether the user is active in one of the tabs; `prompted` just before `idle`. */
export type Presence = 'active' | 'prompted' | 'idle';

/** Translates the state of the idle timer. */
export function presenceOf({
  type,
  prompted = false,
}: {
  readonly type: 'active' | 'idle';
  readonly prompted?: boolean;
}): Presence {
  return type === 'active' && prompted ? 'prompted' : type;
}

const presence = createStore<Presence>('active');

export const setPresence = presence.set;

/** The current presence. */
export const presenceNow = presence.get;

export const usePresence = (): Presence => useStore(presence);
