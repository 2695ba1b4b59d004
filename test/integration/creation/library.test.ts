import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIFECYCLE } from '../../../src/creation/ports.js';
import type { LifecycleDeps } from '../../../src/creation/tasks/lifecycle.js';
import { purgeOwner } from '../../../src/creation/tasks/purge.js';
import { Sweeper } from '../../../src/creation/tasks/run/sweeper.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { Person, refusal } from '../../support/people/account.js';
import { drawn } from '../../support/people/drawn.js';
import { unzip } from '../../support/files/zip.js';
import { startApp, type TestApp } from '../../support/servers/app.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const DAY = 86_400_000;

interface Stores {
  readonly app: TestApp;
  readonly end: () => Promise<void>;
}

async function inMemory(): Promise<Stores> {
  const app = await startApp({ env: { ROLES: 'api,projector' } });
  return { app, end: () => app.close() };
}

async function inSqlite(): Promise<Stores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-library-'));
  const stores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
  const app = await startApp({ env: { ROLES: 'api,projector' }, parts: { documents: stores.documents } });
  return {
    app,
    end: async () => {
      await app.close();
      await stores.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describe.each<[string, () => Promise<Stores>]>([
  ['in memory', inMemory],
  ['in SQLite', inSqlite],
])('the library over the wire, with documents %s', (_, open) => {
  let app: TestApp;
  let end: () => Promise<void>;
  beforeAll(async () => {
    ({ app, end } = await open());
  });
  afterAll(() => end());

  async function arrive(...prompts: readonly string[]) {
    const who = new Person(app.url);
    const id = (await who.visit()).id as UserId; // the session's own
    const made: TaskId[] = [];
    for (const prompt of prompts) {
      made.push(await drawn(app, id, { prompt }));
      app.pass(1_000);
    }
    return { who, id, made };
  }
  type ListInput = Parameters<Person['api']['task']['list']['query']>[0];
  const found = async ({ api }: Person, input: ListInput) =>
    (await api.task.list.query(input)).tasks.map(({ id }) => id);
  const sweep = () => app.nest.get(Sweeper, { strict: false }).sweep();
  const media = async (who: Person, id: TaskId) => (await who.fetch(`/api/media/${id}/0`)).status;

  it('finds own creations by words, also mistyped, newest or oldest first, page by page', async () => {
    const { who, made } = await arrive('A red castle', 'A castle in the fog', 'A boat');
    const [red = '', fog = '', boat = ''] = made;
    expect(await found(who, { filter: { text: 'CASTLE' } })).toEqual([fog, red]);
    expect(await found(who, { filter: { text: 'castle' }, order: 'oldest' })).toEqual([red, fog]);
    expect(await found(who, { order: 'oldest' })).toEqual([red, fog, boat]);
    expect(await found(who, { filter: { text: 'fog castle' } })).toEqual([fog]);
    const near = await who.api.task.list.query({ filter: { text: 'castel' }, limit: 1 });
    expect(near).toMatchObject({ isNear: true, tasks: [{ id: fog }] });
    const rest = await who.api.task.list.query({ filter: { text: 'castel' }, limit: 1, cursor: near.next ?? '' });
    expect(rest).toMatchObject({ isNear: true, tasks: [{ id: red }] });
    expect(rest.next).toBeUndefined();
    expect(await found(who, { filter: { text: '...' } })).toEqual([]);
    expect(
      await refusal(who.api.task.list.query({ filter: { text: 'castle' }, cursor: near.next ?? '' })),
    ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
  });

  it('filters by what the owner has said about them, at once and together with other conditions', async () => {
    const { who, made } = await arrive('A castle', 'A boat');
    const [castle = '', boat = ''] = made;
    const change = (ids: string[], what: Parameters<Person['api']['task']['change']['mutate']>[0]['change']) =>
      who.api.task.change.mutate({ ids, change: what });
    const [tagged] = (await change([castle, boat], { kind: 'tag', add: [' Sea  Side '] })).tasks;
    expect(tagged).toMatchObject({ tags: ['sea side'] });
    await change([boat], { kind: 'favourite', isSet: true });
    await change([castle], { kind: 'rate', rating: 4 });
    expect(await found(who, { filter: { tag: 'SEA side' } })).toEqual([boat, castle]);
    expect(await found(who, { filter: { isFavourite: true } })).toEqual([boat]);
    expect(await found(who, { filter: { minRating: 3, kind: 'image', cost: 'none' } })).toEqual([castle]);
    expect(await found(who, { filter: { text: 'sea', procedure: 'text2Image.create' } })).toEqual([boat, castle]);
    expect(await found(who, { filter: { kind: 'video' } })).toEqual([]);
    const now = app.parts.clock.now();
    expect(await found(who, { filter: { from: now - DAY, to: now + DAY } })).toEqual([boat, castle]);
    expect(await found(who, { filter: { to: now - DAY } })).toEqual([]);
    expect(await found(who, { filter: { from: now + 60_000 } })).toEqual([]);

    const { id: project } = await who.api.project.create.mutate({ requestId: crypto.randomUUID(), name: 'Sea' });
    await who.api.project.move.mutate({ taskIds: [boat], projectId: project });
    expect(await found(who, { projectId: project, filter: { tag: 'sea side' } })).toEqual([boat]);

    await change([boat], { kind: 'archive', isSet: true });
    expect(await found(who, {})).toEqual([castle]);
    expect(await found(who, { projectId: project })).toEqual([]);
    expect(await found(who, { shelf: 'archive' })).toEqual([boat]);
    expect(await found(who, { shelf: 'archive', filter: { text: 'boat' } })).toEqual([boat]);
    expect(await found(who, { filter: { text: 'boat' } })).toEqual([]);
  });

  it('keeps what is in the trash for thirty days, for its owner alone', async () => {
    const { who, id, made } = await arrive('A castle', 'A boat');
    const [castle, boat] = made;
    if (castle === undefined || boat === undefined) throw new Error('nothing made');
    const ids = [castle, boat];
    await who.api.task.change.mutate({ ids, change: { kind: 'trash' } });
    expect(await found(who, {})).toEqual([]);
    expect(await found(who, { filter: { kind: 'image' } })).toEqual([]);
    expect(await found(who, { shelf: 'trash' })).toEqual([boat, castle]);
    expect(await media(who, castle)).toBe(200);
    expect(await refusal(who.api.task.get.query({ id: castle }))).toMatchObject({ identifier: 'TASK_NOT_FOUND' });
    const { who: other } = await arrive();
    expect(await media(other, castle)).toBe(404);

    await who.api.task.change.mutate({ ids: [boat], change: { kind: 'restore' } });
    expect(await found(who, { filter: { text: 'boat' } })).toEqual([boat]);

    app.pass(30 * DAY - 60_000);
    await sweep();
    expect(await media(await again(who, id), castle)).toBe(200);
    app.pass(120_000);
    await sweep();
    const owner = await again(who, id);
    expect(await media(owner, castle)).toBe(404);
    expect(await found(owner, { shelf: 'trash' })).toEqual([]);
    expect(await media(owner, boat)).toBe(200);
  });
  /** The owner, whose session may have ended meanwhile. */
  const again = async (who: Person, id: UserId): Promise<Person> => {
    expect((await who.visit()).id).toBe(id);
    return who;
  };

  it('lets nobody list, find, mark, put away or delete what belongs to another', async () => {
    const { who, made } = await arrive('A secret castle');
    const { who: other } = await arrive('A boat');
    expect(await found(other, { filter: { text: 'castle' } })).toEqual([]);
    for (const change of [
      { kind: 'tag', add: ['mine'] },
      { kind: 'favourite', isSet: true },
      { kind: 'rate', rating: 1 },
      { kind: 'archive', isSet: true },
      { kind: 'trash' },
      { kind: 'restore' },
      { kind: 'delete' },
    ] as const)
      expect(await refusal(other.api.task.change.mutate({ ids: made, change }))).toMatchObject({
        identifier: 'TASK_NOT_FOUND',
      });
    const [kept] = (await who.api.task.list.query({})).tasks;
    for (const mark of ['tags', 'isFavourite', 'rating', 'shelf']) expect(kept).not.toHaveProperty(mark);
  });

  it('streams several creations as one zip with their recipes, and none of another', async () => {
    const { who, made } = await arrive('A castle', 'A boat');
    const { who: other, made: others } = await arrive('A hill');
    const answer = await who.fetch(`/api/library/download?ids=${[...made, ...others].join(',')}`);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const names = [...unzip(Buffer.from(await answer.arrayBuffer())).keys()];
    expect(names.map((name) => name.replace(/^works\/\d{4}-\d\d-\d\d-/, '')).sort()).toEqual(
      made.flatMap((id) => [`${id}-1.json`, `${id}-1.png`]).sort(),
    );
    expect((await other.fetch(`/api/library/download?ids=${made.join(',')}`)).status).toBe(404);
    expect((await who.fetch('/api/library/download')).status).toBe(400);
  });

  it('goes with its owner: what is in the trash is deleted with a purged user', async () => {
    const { who, id, made } = await arrive('A castle', 'A boat');
    const [castle] = made;
    if (castle === undefined) throw new Error('nothing made');
    await who.api.task.change.mutate({ ids: [castle], change: { kind: 'tag', add: ['secret'] } });
    await who.api.task.change.mutate({ ids: [castle], change: { kind: 'trash' } });
    await purgeOwner(app.nest.get<LifecycleDeps>(LIFECYCLE, { strict: false }), id);
    const tasks = await TaskStore.open(app.parts.documents, app.parts.logger);
    for (const one of made) {
      const kept = await tasks.get(one);
      expect(kept?.document).toMatchObject({ hidden: true, input: { prompt: '' } });
      expect(kept?.document).not.toHaveProperty('trashedAt');
      expect(JSON.stringify(kept)).not.toContain('secret');
    }
  });

  it('makes parallel changes of the same creations one after another, so that none is lost', async () => {
    const { who, made } = await arrive('A castle', 'A boat', 'A hill');
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((tag) =>
        who.api.task.change.mutate({ ids: made, change: { kind: 'tag', add: [tag] } }),
      ),
    );
    for (const { tags } of (await who.api.task.list.query({})).tasks)
      expect([...(tags ?? [])].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    const [first = ''] = made;
    const [trashed, deleted] = await Promise.all([
      who.api.task.change.mutate({ ids: made, change: { kind: 'trash' } }),
      who.api.task.change.mutate({ ids: [first], change: { kind: 'delete' } }),
    ]);
    expect(trashed.refused + trashed.tasks.length).toBeGreaterThanOrEqual(2);
    expect(deleted.deleted).toEqual([first]);
    expect(await found(who, { shelf: 'trash' })).toHaveLength(2);
  });

  it('finds creations from before it had an index, or of an older one, once the sweeper has been there', async () => {
    const { who, made } = await arrive('A windmill');
    const [mill = ''] = made;
    const stored = await app.parts.documents.collection<Record<string, unknown>>(
      { name: 'tasks', indexes: [] },
      (value) => value as Record<string, unknown>, // what is stored is an object
    );
    const before = await stored.get(mill);
    const { terms: _terms, termsVersion: _version, ...older } = before?.document ?? {};
    for (const document of [older, { ...older, terms: [], termsVersion: 1 }]) {
      const { version: expectedVersion = 0 } = (await stored.get(mill)) ?? {};
      await stored.put({ id: mill, document, expectedVersion });
      expect(await found(who, { filter: { text: 'windmill' } })).toEqual([]);
      await sweep();
      expect(await found(who, { filter: { text: 'windmill' } })).toEqual([mill]);
    }
  });
});
