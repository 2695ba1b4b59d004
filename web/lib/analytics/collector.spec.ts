import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PlacedEvent } from '@src/analytics/events.shared';
import { CLICK_LASTS_MS, createCollector, restoredClick, type ClickStorage, type Collector } from './collector';
import type { EventContext } from './sink';

let now: number;
let stored: unknown;
let delivered: { placed: PlacedEvent; circumstances: EventContext }[];
let forgotten: number;
const clicks: ClickStorage = {
  read: () => stored,
  write: (click) => {
    stored = click;
  },
  clear: () => {
    stored = undefined;
  },
};
const here: EventContext = { visit: 'v', tab: 't', status: 'anon' };
const open = (): Collector =>
  createCollector({
    sinks: [
      {
        take: (placed, circumstances) => void delivered.push({ placed, circumstances }),
        flush: () => undefined,
        forget: () => void (forgotten += 1),
      },
    ],
    clicks,
    now: () => now,
    area: () => 'home',
    circumstances: () => here,
  });

beforeEach(() => {
  [now, stored, delivered, forgotten] = [1_000_000, undefined, [], 0];
});

describe('a collector', () => {
  it('says where and in what session an event happened', () => {
    open().take({ name: 'page_view' });
    expect(delivered).toEqual([{ placed: { event: { name: 'page_view' }, area: 'home' }, circumstances: here }]);
  });

  it('says what was clicked before, for ten seconds', () => {
    const collector = open();
    collector.take({ name: 'resource_click', resource_type: 'tool', resource_id: 'upscale' });
    now += CLICK_LASTS_MS;
    collector.take({ name: 'page_view' });
    now += 1;
    collector.take({ name: 'page_view' });
    expect(delivered.map(({ placed }) => placed.after)).toEqual([undefined, 'tool', undefined]);
  });

  it('takes up the last click of the page before, when it is not older than that', () => {
    open().take({ name: 'content_click', content_id: 'w', author_id: 'kinora', content_tags: [] });
    now += CLICK_LASTS_MS;
    open().take({ name: 'page_view' });
    now += 1;
    open().take({ name: 'page_view' });
    expect(delivered.map(({ placed }) => placed.after)).toEqual([undefined, 'content', undefined]);
  });

  it.each([
    undefined,
    null,
    'tool',
    { what: 'tool' },
    { what: 'elsewhere', at: 1_000_000 },
    { what: 'tool', at: '1000000' },
    { what: 'tool', at: 1_000_001 },
    { what: 'tool', at: 1_000_000 - CLICK_LASTS_MS - 1 },
  ])('restores no click from %j', (shelf) => {
    expect(restoredClick(shelf, 1_000_000)).toBeUndefined();
  });

  it('forgets the last click and what its sinks hold', () => {
    const collector = open();
    collector.take({ name: 'content_click', content_id: 'w', author_id: 'kinora', content_tags: [] });
    collector.forget();
    collector.take({ name: 'page_view' });
    expect([stored, forgotten, delivered.at(-1)?.placed.after]).toEqual([undefined, 1, undefined]);
  });
});
