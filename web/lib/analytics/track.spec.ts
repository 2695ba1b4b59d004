import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnalyticsEvent } from '@src/analytics/events.shared';
import type * as track from './track';

let page: typeof track;
let heard: AnalyticsEvent['name'][];
const listener = ({ name }: AnalyticsEvent): void => void heard.push(name);
const login: AnalyticsEvent = { name: 'login', method: 'email' };

/** Another address, so that the module is evaluated again. Its type is that of the module. */
const openPage = (n: number): Promise<typeof track> => import(`./track?page=${n}`);
let pages = 0;

beforeEach(async () => {
  // Each page starts undecided.
  page = await openPage((pages += 1));
  heard = [];
});
afterEach(() => page.stopTracking());

describe('what a page tells', () => {
  it('waits until it is known whether it may be told, and comes in its order', () => {
    page.track(login);
    page.track({ name: 'page_view' });
    page.startTracking(listener);
    page.track({ name: 'sign_up', method: 'google' });
    expect(heard).toEqual(['login', 'page_view', 'sign_up']);
  });

  it('waits for code that comes late, up to fifty events', () => {
    const methods = Array.from({ length: 51 }, (_none, index) => (index < 50 ? 'email' : 'google'));
    for (const method of methods) page.track({ name: 'login', method });
    page.startTracking(
      (event) => void heard.push(event.name === 'login' && event.method === 'google' ? 'sign_up' : event.name),
    );
    expect(heard).toEqual(Array.from({ length: 50 }, () => 'login'));
  });

  it('is forgotten when it may not, and what comes later too', () => {
    page.track(login);
    page.stopTracking();
    page.track(login);
    page.startTracking(listener);
    expect(heard).toEqual([]);
  });

  it('is told while it may be, and no longer', () => {
    page.startTracking(listener);
    page.track(login);
    page.stopTracking();
    page.track(login);
    expect(heard).toEqual(['login']);
  });

  it('of what goes on is told each time it begins to be allowed, and not after it has ended', () => {
    const stop = page.whenTracking(() => page.track({ name: 'page_view' }));
    page.stopTracking();
    page.startTracking(listener);
    expect(heard).toEqual(['page_view']);
    page.whenTracking(() => page.track(login))();
    expect(heard).toEqual(['page_view', 'login']);
    stop();
    page.startTracking(listener);
    expect(heard).toEqual(['page_view', 'login']);
  });
});
