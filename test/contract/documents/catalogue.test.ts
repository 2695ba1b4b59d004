import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Dismissals } from '../../../src/catalog/entries/announcements.js';
import { Catalogue, type EntryRequest } from '../../../src/catalog/entries/catalogue.js';
import { EntryStore } from '../../../src/catalog/entries/entry.store.js';
import type { Content } from '../../../src/catalog/entries/content.shared.js';
import { entryId, type EntryId } from '../../../src/catalog/entries/kinds.shared.js';
import { BUILT_IN_PRESETS } from '../../../src/creation/procedures/presets.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Opened } from '../adapters.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';

const user = (name: string): UserId => name as UserId; // the test's own users
const ADA = user('ada');
const EVE = user('eve');
const SNOW = entryId('effect', 'template-snow');
const HEARTS = entryId('effect', 'template-hearts');
const WINTER = entryId('category', 'winter');
const NEWS = entryId('announcement', 'news');
const winter: Content = { kind: 'category', title: { en: 'Winter' } };
const news: Content = { kind: 'announcement', form: 'bar', title: { en: 'News' }, from: 100, until: 200 };

describeAdapters(documentStores, 'the catalogue of administrators', ({ open }) => {
  let opened: Opened<DocumentStore>;
  let store: EntryStore;
  let now: number;
  const catalogueWith = (builtIns = BUILT_IN_PRESETS): Catalogue =>
    new Catalogue({ store, builtIns, clock: { now: () => now } });
  let catalogue: Catalogue;

  beforeEach(async () => {
    opened = await open();
    store = await EntryStore.open(opened.store);
    now = 150;
    catalogue = catalogueWith();
  });
  afterEach(() => opened.dispose());

  /** Gives the messages to the policy that keeps the history, as the relay would. */
  const deliver = async (): Promise<void> => {
    for (const message of await opened.store.pendingMessages(100)) {
      await catalogue.policy.handle(message);
      await catalogue.policy.handle(message);
      await opened.store.settleMessages([message.id]);
    }
  };
  const run = async (id: EntryId, request: EntryRequest, expected?: number) => {
    const done = await catalogue.execute(ADA, id, request, expected);
    return done.ok ? `${done.value.version} ${done.value.state}` : done.error.identifier;
  };

  it('starts with what the product serves, published and without a document', async () => {
    expect(await store.all()).toEqual([]);
    const [effects, templates] = [await catalogue.list('effect'), await catalogue.list('template')];
    expect(effects.length + templates.length).toBe(BUILT_IN_PRESETS.size);
    expect(new Set([...effects, ...templates].map(({ state, version }) => `${version} ${state}`))).toEqual(
      new Set(['0 published']),
    );
    expect(await catalogue.firstWithdrawn([HEARTS])).toBeUndefined();
  });

  it('withdraws an effect that is unpublished or deleted, and offers it again', async () => {
    expect(await run(HEARTS, { action: 'unpublish' }, 0)).toBe('1 draft');
    expect(await catalogue.firstWithdrawn([entryId('effect', 'template-snow'), HEARTS])).toBe(HEARTS);
    expect((await catalogue.gallery()).withdrawn).toEqual([HEARTS]);
    expect((await catalogue.gallery(HEARTS)).withdrawn).toEqual([]);
    expect(await run(HEARTS, { action: 'publish' }, 1)).toBe('2 published');
    expect(await catalogue.firstWithdrawn([HEARTS])).toBeUndefined();
    expect(await run(HEARTS, { action: 'delete' }, 2)).toBe('3 draft');
    expect(await catalogue.firstWithdrawn([HEARTS])).toBe(HEARTS);
    expect((await catalogue.list('effect')).map(({ id }) => id)).not.toContain(HEARTS);
  });

  it('keeps an administrator’s change over an upgrade, and forgets an effect that is no longer served', async () => {
    await run(HEARTS, { action: 'unpublish' }, 0);
    const upgraded = catalogueWith(
      new Map([...BUILT_IN_PRESETS, [entryId('effect', 'template-new'), { kind: 'effect', tags: [] }]]),
    );
    expect((await upgraded.gallery()).withdrawn).toEqual([HEARTS]);
    expect((await upgraded.list('effect')).map(({ id }) => id)).toContain('effect.template-new');
    const reduced = catalogueWith(new Map([...BUILT_IN_PRESETS].filter(([id]) => id !== HEARTS)));
    expect((await reduced.gallery()).withdrawn).toEqual([]);
    expect((await reduced.list('effect')).map(({ id }) => id)).not.toContain(HEARTS);
  });

  it('keeps every change with its author, once, and restores the content of any version', async () => {
    await run(WINTER, { action: 'create', content: winter });
    await run(WINTER, { action: 'update', content: { ...winter, title: { en: 'Snow' } } }, 1);
    await run(WINTER, { action: 'publish' }, 2);
    expect((await catalogue.history(WINTER, 10)).map(({ number }) => number)).toEqual([3]);
    await deliver();
    const changes = await catalogue.history(WINTER, 10);
    expect(changes.map(({ number, action, who }) => [number, action, who])).toEqual([
      [3, 'publish', ADA],
      [2, 'update', ADA],
      [1, 'create', ADA],
    ]);
    expect((await catalogue.history(WINTER, 1, 3)).map(({ number }) => number)).toEqual([2]);
    expect(await run(WINTER, { action: 'restore', restored: 1 }, 3)).toBe('4 changed');
    expect(await catalogue.find(WINTER)).toMatchObject({ ok: true, value: { draft: winter } });
    expect((await catalogue.gallery()).sections).toMatchObject([{ title: { en: 'Snow' } }]);
    expect(await run(WINTER, { action: 'restore', restored: 9 }, 4)).toBe('CATEGORY_NOT_FOUND');
    await run(WINTER, { action: 'delete' }, 4);
    await deliver();
    expect((await catalogue.history(WINTER, 10)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    expect(await run(WINTER, { action: 'restore', restored: 2 }, 5)).toBe('6 draft');
  });

  it('publishes once when several administrators do so at the same moment', async () => {
    await run(WINTER, { action: 'create', content: winter });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => run(WINTER, { action: 'publish' }, 1)));
    expect(outcomes.toSorted()).toEqual(['2 published', ...Array.from({ length: 7 }, () => 'ENTRY_CHANGED')]);
    await deliver();
    expect((await catalogue.history(WINTER, 10)).map(({ action }) => action)).toEqual(['publish', 'create']);
  });

  it('refuses to name what does not exist, and to create what does', async () => {
    expect(await run(HEARTS, { action: 'update', content: { kind: 'effect', category: 'winter', tags: [] } }, 0)).toBe(
      'CATEGORY_NOT_FOUND',
    );
    await run(WINTER, { action: 'create', content: winter });
    expect(await run(WINTER, { action: 'create', content: winter })).toBe('CATEGORY_ALREADY_EXISTS');
    expect(await run(HEARTS, { action: 'update', content: { kind: 'effect', category: 'winter', tags: [] } }, 0)).toBe(
      '1 changed',
    );
    await run(WINTER, { action: 'delete' }, 1);
    // What names a deleted entry already can still be edited, or it could never be repaired.
    expect(await run(HEARTS, { action: 'update', content: { kind: 'effect', category: 'winter', tags: [] } }, 1)).toBe(
      '2 changed',
    );
    expect(await run(SNOW, { action: 'update', content: { kind: 'effect', category: 'winter', tags: [] } }, 0)).toBe(
      'CATEGORY_NOT_FOUND',
    );
  });

  it('announces what is due, and remembers for each user what they have dismissed', async () => {
    await run(NEWS, { action: 'create', content: news });
    expect(await catalogue.announcements()).toEqual([]);
    expect((await catalogue.announcements(NEWS)).map(({ id }) => id)).toEqual([NEWS]);
    await run(NEWS, { action: 'publish' }, 1);
    const due = [];
    for (now of [99, 100, 199, 200]) due.push((await catalogue.announcements()).length);
    expect(due).toEqual([0, 1, 1, 0]);
    const dismissals = await Dismissals.open(opened.store);
    await dismissals.put(ADA, NEWS, 1);
    await dismissals.put(ADA, NEWS, 2);
    await dismissals.put(EVE, NEWS, 3);
    expect(await dismissals.of(ADA)).toEqual([{ user: ADA, entry: NEWS, at: 1 }]);
    await dismissals.clear(ADA);
    expect([await dismissals.of(ADA), (await dismissals.of(EVE)).length]).toEqual([[], 1]);
  });
});
