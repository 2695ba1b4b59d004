import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '../../../src/creation/projects/project.js';
import { Sweeper } from '../../../src/creation/tasks/run/sweeper.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { ok } from '../../../src/kernel/result.js';
import { openEmbeddedStores, type EmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { drawn } from '../../support/people/drawn.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

interface Stores {
  readonly app: TestApp;
  readonly end: () => Promise<void>;
}

async function inMemory(): Promise<Stores> {
  const app = await startApp({ env: { ROLES: 'api,projector' } });
  return { app, end: () => app.close() };
}

async function inSqlite(): Promise<Stores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-projects-'));
  const stores: EmbeddedStores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
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
])('projects over the wire, with documents %s', (_, open) => {
  let app: TestApp;
  let end: () => Promise<void>;
  beforeAll(async () => {
    ({ app, end } = await open());
  });
  afterAll(() => end());

  async function arrive(): Promise<{ readonly who: Person; readonly id: UserId }> {
    const who = new Person(app.url);
    return { who, id: (await who.visit()).id as UserId }; // the session's own
  }
  const make = ({ api }: Person, name: string) => api.project.create.mutate({ requestId: randomUUID(), name });
  const idsIn = async ({ api }: Person, projectId: string) =>
    (await api.task.list.query({ projectId })).tasks.map(({ id }) => id).sort();
  const defaultOf = async ({ api }: Person) => {
    const [first] = (await api.project.list.query({})).projects;
    if (first?.kind !== 'default') throw new Error('no default project');
    return first;
  };

  it('begin with the default one, which a visitor has too, nameless until it is given a name, and always there', async () => {
    const { who } = await arrive();
    const { projects } = await who.api.project.list.query({});
    expect(projects).toEqual([{ kind: 'default', id: expect.any(String) }]);
    const { id } = await defaultOf(who);
    expect(await refusal(who.api.project.delete.mutate({ id }))).toMatchObject({
      identifier: 'DEFAULT_PROJECT_PROTECTED',
    });
    expect(await who.api.project.rename.mutate({ id, name: ' Everything ' })).toEqual({
      kind: 'default',
      id,
      name: 'Everything',
    });
    expect(await who.api.project.get.query({ id: id.toUpperCase() })).toEqual({
      kind: 'default',
      id,
      name: 'Everything',
    });
  });

  it('are listed newest first or by name, page by page', async () => {
    const { who } = await arrive();
    for (const name of ['agave', 'Zebra', 'Ägypten']) {
      await make(who, name);
      app.pass(1);
    }
    const named = (list: { readonly projects: readonly { readonly name?: string }[] }) =>
      list.projects.map(({ name }) => name);
    expect(named(await who.api.project.list.query({}))).toEqual([undefined, 'Ägypten', 'Zebra', 'agave']);
    const page = await who.api.project.list.query({ order: 'name', limit: 2 });
    expect(named(page)).toEqual([undefined, 'agave', 'Ägypten']);
    const last = await who.api.project.list.query({ order: 'name', limit: 2, cursor: page.next ?? '' });
    expect([named(last), last.next]).toEqual([['Zebra'], undefined]);
    expect(await refusal(who.api.project.list.query({ order: 'newest', cursor: page.next ?? '' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'cursor' },
    });
  });

  it('have names of one to sixty characters, and are made once a press', async () => {
    const { who } = await arrive();
    for (const name of ['', '   ', 'x'.repeat(61)])
      expect(await refusal(make(who, name))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'name' },
      });
    const requestId = randomUUID();
    const [one, two] = await Promise.all(
      [1, 2].map(() => who.api.project.create.mutate({ requestId, name: 'Summer' })),
    );
    expect(one).toEqual(two);
    expect((await who.api.project.list.query({})).projects).toHaveLength(2);
    expect(await refusal(who.api.project.create.mutate({ requestId, name: 'Winter' }))).toMatchObject({
      identifier: 'IDEMPOTENCY_MISMATCH',
    });
  });

  it('keep creations, which are moved among them and go to the default one when theirs is deleted', async () => {
    const { who, id: owner } = await arrive();
    const first = await defaultOf(who);
    const [summer, winter] = [await make(who, 'Summer'), await make(who, 'Winter')];
    const [one, two] = [await drawn(app, owner), await drawn(app, owner)];
    expect(await idsIn(who, first.id)).toEqual([one, two].sort());
    expect(await who.api.task.get.query({ id: one })).toMatchObject({ projectId: first.id });
    const { tasks } = await who.api.project.move.mutate({ taskIds: [one, two], projectId: summer.id });
    expect(tasks.map(({ projectId }) => projectId)).toEqual([summer.id, summer.id]);
    expect((await who.api.project.move.mutate({ taskIds: [two], projectId: summer.id })).tasks).toEqual([]);
    await who.api.project.move.mutate({ taskIds: [two], projectId: winter.id });
    expect([await idsIn(who, first.id), await idsIn(who, summer.id), await idsIn(who, winter.id)]).toEqual([
      [],
      [one],
      [two],
    ]);
    const nobodys = randomUUID();
    expect(await who.api.project.summaries.query({ ids: [summer.id, nobodys, first.id] })).toEqual([
      { id: summer.id, count: 1, pictures: [{ url: `/api/media/${one}/0`, media: 'image' }] },
      { id: first.id, count: 0, pictures: [] },
    ]);
    expect(await who.api.project.delete.mutate({ id: summer.id })).toEqual({ id: summer.id });
    expect(await idsIn(who, first.id)).toEqual([one]);
    expect(await refusal(who.api.task.list.query({ projectId: summer.id }))).toMatchObject({
      identifier: 'PROJECT_NOT_FOUND',
    });
    expect(await refusal(who.api.project.rename.mutate({ id: summer.id, name: 'Autumn' }))).toMatchObject({
      identifier: 'PROJECT_NOT_FOUND',
    });
    expect(await refusal(who.api.project.move.mutate({ taskIds: [one, nobodys], projectId: winter.id }))).toMatchObject(
      { identifier: 'TASK_NOT_FOUND' },
    );
    expect(await idsIn(who, first.id)).toEqual([one]);
    expect((await who.api.task.list.query({})).tasks).toHaveLength(2);
  });

  it('are emptied by the sweeper of the product once they are deleted, also of what comes later', async () => {
    const { who, id: owner } = await arrive();
    const first = await defaultOf(who);
    const summer = await make(who, 'Summer');
    const late = await drawn(app, owner);
    await who.api.project.delete.mutate({ id: summer.id });
    await app.nest
      .get(TaskStore, { strict: false })
      .change(late, (task) => ok({ ...task, project: summer.id as ProjectId })); // the wire's own
    expect(await idsIn(who, first.id)).toEqual([]);
    await app.nest.get(Sweeper, { strict: false }).sweep();
    expect(await idsIn(who, first.id)).toEqual([late]);
  });

  it('take what is made for them, and refuse what is made for one that is not there before anything is held', async () => {
    const { who } = await arrive();
    await until(
      () => who.api.credits.balance.query({}),
      ({ available }) => available === 10,
    );
    const summer = await make(who, 'Summer');
    const request = (projectId: string) => ({
      requestId: randomUUID(),
      prompt: 'a lake',
      model: 'preview',
      aspect: '16:9' as const,
      seed: 1,
      price: { amount: 100, priceVersion: 1 },
      projectId,
    });
    const { id } = await who.api.text2Image.create.mutate(request(summer.id.toUpperCase()));
    expect(await who.api.task.get.query({ id })).toMatchObject({ projectId: summer.id });
    expect(await idsIn(who, summer.id)).toEqual([id]);
    expect(await refusal(who.api.text2Image.create.mutate(request(randomUUID())))).toMatchObject({
      identifier: 'PROJECT_NOT_FOUND',
    });
    expect(await who.api.credits.balance.query({})).toMatchObject({ held: 1 });
  });

  it('come along with a visitor who signs in to an account, into its own', async () => {
    const email = `${randomUUID()}@example.org`;
    const ada = await member(app, email);
    await make(ada, 'Winter');
    const { who, id: visitor } = await arrive();
    const summer = await make(who, 'Summer');
    const [inside, outside] = [await drawn(app, visitor), await drawn(app, visitor)];
    await who.api.project.move.mutate({ taskIds: [inside], projectId: summer.id });
    expect((await who.enter({ email, password: PASSWORD })).status).toBe(200);
    await until(
      async () => (await ada.api.task.list.query({})).tasks.length,
      (count) => count === 2,
    );
    expect((await ada.api.project.list.query({ order: 'name' })).projects).toMatchObject([
      { kind: 'default' },
      { id: summer.id, name: 'Summer' },
      { name: 'Winter' },
    ]);
    expect(await idsIn(ada, summer.id)).toEqual([inside]);
    expect(await idsIn(ada, (await defaultOf(ada)).id)).toEqual([outside]);
  });
});
