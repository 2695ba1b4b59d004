import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  keepSession,
  SESSION_IDLE_MS,
  type BrowserSession,
  type SessionClock,
  type SessionStorageAdapter,
} from './browser-session';

const MINUTE = 60_000;
let stored: BrowserSession | undefined;
let writes: number;
let minted: number;
let tabs: SessionClock[];
const shelf: SessionStorageAdapter = {
  read: () => stored,
  write: (session) => {
    stored = session;
    writes += 1;
  },
};

function openTab(): SessionClock {
  const tab = keepSession(shelf, Date.now, () => `s${(minted += 1)}`);
  tabs.push(tab);
  return tab;
}

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000_000 });
  [stored, writes, minted, tabs] = [undefined, 0, 0, []];
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
  jest.useRealTimers();
});

describe('the session of a browser', () => {
  it('is one over all tabs', () => {
    const [one, other] = [openTab(), openTab()];
    one.active();
    other.active();
    expect([one.id(), other.id(), minted]).toEqual(['s1', 's1', 1]);
  });

  it('lasts as long as something is done every 30 minutes', () => {
    const tab = openTab();
    for (let hour = 0; hour < 10; hour++) {
      jest.advanceTimersByTime(SESSION_IDLE_MS);
      tab.active();
    }
    expect(tab.id()).toBe('s1');
  });

  it('is another one after 30 minutes in which nothing was done, in every tab', () => {
    const [one, other] = [openTab(), openTab()];
    jest.advanceTimersByTime(SESSION_IDLE_MS + 1);
    one.active();
    other.active();
    expect([one.id(), other.id(), minted]).toEqual(['s2', 's2', 2]);
  });

  it('goes on in a tab that was left while another one was used', () => {
    const [used, left] = [openTab(), openTab()];
    for (let times = 0; times < 4; times++) {
      jest.advanceTimersByTime(20 * MINUTE);
      used.active();
      jest.advanceTimersByTime(3_000);
    }
    left.active();
    expect(left.id()).toBe('s1');
  });

  it('is another one when the browser is opened again later than that, and the same when sooner', () => {
    const first = openTab();
    first.stop();
    jest.advanceTimersByTime(29 * MINUTE);
    expect(openTab().id()).toBe('s1');
    jest.advanceTimersByTime(31 * MINUTE);
    expect(openTab().id()).toBe('s2');
  });

  it('is stored every two seconds at most, and not while nothing is done', () => {
    const tab = openTab();
    const before = writes;
    for (let times = 0; times < 100; times++) {
      tab.active();
      jest.advanceTimersByTime(100);
    }
    expect(writes - before).toBeLessThanOrEqual(5);
    expect(writes - before).toBeGreaterThanOrEqual(4);
    jest.advanceTimersByTime(5_000);
    const after = writes;
    jest.advanceTimersByTime(MINUTE);
    expect(writes).toBe(after);
    expect(stored?.lastActive).toBeGreaterThanOrEqual(Date.now() - MINUTE - 8_000);
  });

  it('is stored again when what was stored has been taken away', () => {
    const tab = openTab();
    stored = undefined;
    tab.active();
    expect(tab.id()).toBe('s1');
    jest.advanceTimersByTime(3_000);
    expect(stored).toMatchObject({ id: 's1' });
  });
});
