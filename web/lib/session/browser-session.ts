/** A browser's session ends after 30 minutes without activity. */
export const SESSION_IDLE_MS = 30 * 60_000;
/** Minimum time between two updates of the other tabs. */
export const SYNC_THROTTLE_MS = 2_000;
/** How often a tab checks whether to update the others. */
export const SYNC_TIMER_MS = 500;

/** A visit of one user, across all tabs of the browser. Times are milliseconds since 1970. */
export interface BrowserSession {
  readonly id: string;
  readonly lastActive: number;
}

/** Storage that the tabs share. */
export interface SessionStorageAdapter {
  /** Undefined if there is none, or it cannot be read. */
  read(): BrowserSession | undefined;
  write(session: BrowserSession): void;
}

/** The session at `now`: the known one, unless it was idle for 30 minutes. The clock may have been set back. */
export function sessionAt(known: BrowserSession | undefined, now: number, newId: () => string): BrowserSession {
  if (known === undefined || now - known.lastActive > SESSION_IDLE_MS) return { id: newId(), lastActive: now };
  return { id: known.id, lastActive: now };
}

/** Keeps one tab's part of the session. */
export interface SessionClock {
  /** Records activity in this tab. */
  active(): void;
  /** Id of the current session. */
  id(): string;
  stop(): void;
}

/**
 * Starts this tab's part of the session. A new id is stored at once for the other tabs; activity is stored every two
 * seconds at most.
 * @param now the clock, milliseconds since 1970
 * @param newId makes an id
 */
export function keepSession(shelf: SessionStorageAdapter, now: () => number, newId: () => string): SessionClock {
  let session = sessionAt(shelf.read(), now(), newId);
  let activeAt: number | undefined;
  let storedAt = now();
  shelf.write(session);

  const store = (): void => {
    activeAt = undefined;
    storedAt = now();
    shelf.write(session);
  };
  const active = (): void => {
    const at = now();
    // Another tab may have been active meanwhile.
    const next = sessionAt(latest(session, shelf.read()), at, newId);
    const isNew = next.id !== session.id;
    session = next;
    activeAt = at;
    if (isNew) store();
  };
  const sync = (): void => {
    if (activeAt === undefined || now() - storedAt < SYNC_THROTTLE_MS) return;
    store();
  };
  const timer = setInterval(sync, SYNC_TIMER_MS);
  return { active, id: () => latest(session, shelf.read()).id, stop: () => clearInterval(timer) };
}

/** The latest activity of this tab, or of others as far as stored. */
const latest = (own: BrowserSession, stored: BrowserSession | undefined): BrowserSession =>
  stored !== undefined && stored.id !== own.id && stored.lastActive >= own.lastActive
    ? stored
    : { id: own.id, lastActive: Math.max(own.lastActive, stored?.lastActive ?? 0) };
