import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnalyticsEvent } from '@src/analytics/events.shared';

type Module = typeof import('./track');
let module: Module;
let heard: AnalyticsEvent['name'][];
const hear = ({ name }: AnalyticsEvent): void => void heard.push(name);
const login: AnalyticsEvent = { name: 'login', method: 'email' };

beforeEach(async () => {
  // Each page begins undecided.
  jest.resetModules();
  module = await import('./track');
  heard = [];
});
afterEach(() => module.stopTracking());

describe('what a page tells', () => {
  it('waits until it is known whether it may be told, and comes in its order', () => {
    module.track(login);
    module.track({ name: 'page_view' });
    module.startTracking(hear);
    module.track({ name: 'sign_up', method: 'google' });
    expect(heard).toEqual(['login', 'page_view', 'sign_up']);
  });

  it('is forgotten when it may not, and what comes later too', () => {
    module.track(login);
    module.stopTracking();
    module.track(login);
    module.startTracking(hear);
    expect(heard).toEqual([]);
  });

  it('is told while it may be, and no longer', () => {
    module.startTracking(hear);
    module.track(login);
    module.stopTracking();
    module.track(login);
    expect(heard).toEqual(['login']);
  });

  it('of what goes on is told each time it begins to be allowed, and not after it has ended', () => {
    const stop = module.whenTracking(() => module.track({ name: 'page_view' }));
    module.stopTracking();
    module.startTracking(hear);
    expect(heard).toEqual(['page_view']);
    module.whenTracking(() => module.track(login))();
    expect(heard).toEqual(['page_view', 'login']);
    stop();
    module.startTracking(hear);
    expect(heard).toEqual(['page_view', 'login']);
  });
});
