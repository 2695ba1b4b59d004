'use client';

import { useEffect, useRef } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { newId } from '@/lib/random';
import { keepSession, type BrowserSession, type SessionClock, type SessionStorageAdapter } from '../browser-session';
import { presenceOf, setPresence } from './presence';

/** After 20 minutes without activity in any tab the user counts as away; milliseconds. */
const IDLE_MS = 1_200_000;
/** Milliseconds before that at which the user counts as `prompted`. */
const PROMPTED_MS = 60_000;
const EVENTS_THROTTLE_MS = 200;
/** Local storage key of the browser's session. */
const KEY = 'kinora-session';

/** The session as this browser has it stored. */
export function readSession(): BrowserSession | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('lastActive' in stored))
      return undefined;
    return typeof stored.id === 'string' && typeof stored.lastActive === 'number'
      ? { id: stored.id, lastActive: stored.lastActive }
      : undefined;
  } catch {
    return undefined;
  }
}

const shelf: SessionStorageAdapter = {
  read: readSession,
  write: (session) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(session));
    } catch {
      // Storage full or unavailable: the session is this tab's only.
    }
  },
};

/** Tracks user activity over all tabs, and keeps the browser's session. */
export function PresenceWatch() {
  const clock = useRef<SessionClock | undefined>(undefined);
  useEffect(() => {
    const kept = (clock.current = keepSession(shelf, Date.now, newId));
    return () => kept.stop();
  }, []);
  useIdleTimer({
    timeout: IDLE_MS,
    promptBeforeIdle: PROMPTED_MS,
    eventsThrottle: EVENTS_THROTTLE_MS,
    crossTab: true,
    leaderElection: true,
    name: 'kinora-idle',
    onAction: (_event, timer) => {
      clock.current?.active();
      // A prompting timer waits for a confirmation. Any activity counts as one.
      if (timer?.isPrompted() === true) timer.activate();
    },
    onPresenceChange: (presence) => setPresence(presenceOf(presence)),
  });
  return null;
}
