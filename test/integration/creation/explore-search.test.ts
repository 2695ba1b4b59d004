import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { FeedStore } from '../../../src/creation/explore/feed.store.js';
import { ExploreRebuild } from '../../../src/creation/explore/rebuild.js';
import { Authors } from '../../../src/creation/publishing/authors.js';
import { originsOf } from '../../../src/creation/tasks/submit/origins.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import type { Sharing, Visibility } from '../../../src/creation/publishing/work.shared.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { member, Person, refusal } from '../../support/people/account.js';
import { drawn } from '../../support/people/drawn.js';
import { judgedImage, moderator } from '../../support/people/moderation.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

interface Choice {
  readonly title: string;
  readonly prompt?: string;
  readonly sharing?: Sharing;
  readonly visibility?: Visibility;
  readonly origins?: readonly string[];
}

describe('the search of Explore over the wire', () => {
  let app: TestApp;
  let ada: Person;
  let mod: Person;
  let nobody: Person;
  let image: Buffer;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = await member(app, 'ada@example.org');
    mod = await moderator(app);
    nobody = new Person(app.url);
    image = await judgedImage(app, '#3a6ea5', 'passes');
  });
  afterAll(() => app.close());
  // One may submit ten works in a minute.
  beforeEach(() => app.pass(61_000));

  const idOf = async (who: Person): Promise<UserId> => (await who.me()).id as UserId; // the session's own
  async function publish({
    title,
    prompt = 'a lighthouse',
    sharing = 'result',
    visibility = 'public',
    origins = [],
  }: Choice) {
    app.pass(1);
    const taskId = await drawn(app, await idOf(ada), {
      bytes: image,
      prompt,
      ...(origins.length === 0 ? {} : { origins }),
    });
    await ada.api.work.publish.mutate({ taskId, index: 0, title, sharing, visibility, consent: true });
    await mod.api.work.judge.mutate({ id: `${taskId}-0`, verdict: { kind: 'approve', round: 1 } });
    return `${taskId}-0`;
  }
  const placeOf = (id: string) => ({ taskId: id.slice(0, -2), index: 0 });
  const delivered = () =>
    until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
  const found = async (text: string) => (await nobody.api.work.search.query({ text })).works.map(({ id }) => id);

  it('finds listed works by title, by shared prompt and in scripts without spaces, newest first', async () => {
    const older = await publish({ title: 'Harbour at dawn', prompt: 'a red boat', sharing: 'prompt' });
    const newer = await publish({ title: '雾中的灯塔 harbour', prompt: 'a secret place', sharing: 'result' });
    await publish({ title: 'Hidden harbour', visibility: 'unlisted' });
    await delivered();
    expect(await found('HARBOUR')).toEqual([newer, older]);
    expect(await found('red harbour')).toEqual([older]);
    expect(await found('灯塔')).toEqual([newer]);
    // Its owner does not share the prompt.
    expect(await found('secret')).toEqual([]);
    expect(await found('…')).toEqual([]);
    expect(await nobody.api.work.search.query({ text: 'harbuor' })).toMatchObject({
      works: [{ id: newer }, { id: older }],
      isNear: true,
    });
    const first = await nobody.api.work.search.query({ text: 'harbuor', limit: 1 });
    const second = await nobody.api.work.search.query({ text: 'harbuor', limit: 1, cursor: first.next });
    expect([first, second]).toMatchObject([{ works: [{ id: newer }] }, { works: [{ id: older }], isNear: true }]);
    expect(await refusal(nobody.api.work.search.query({ text: 'boat', cursor: first.next }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
    await ada.api.work.withdraw.mutate(placeOf(newer));
    // At once, before any message is delivered.
    expect(await found('harbour')).toEqual([older]);
  });

  it('finds works by tag and kind, and tells of a recipe only what its owner shares', async () => {
    const closed = await publish({ title: 'Closed', sharing: 'result' });
    const open = await publish({ title: 'Open', sharing: 'recipe' });
    await delivered();
    const tagged = async (tag: string, kind?: 'image' | 'video') =>
      (await nobody.api.work.search.query({ tag, ...(kind === undefined ? {} : { kind }) })).works.map(({ id }) => id);
    expect(await tagged('model:preview')).toEqual([open]);
    expect((await tagged('tool:text2Image.create')).slice(0, 2)).toEqual([open, closed]);
    expect(await tagged('model:preview', 'video')).toEqual([]);
    expect((await nobody.api.work.search.query({ text: 'closed' })).works[0]?.tags).toEqual(['tool:text2Image.create']);
    expect(await refusal(nobody.api.work.search.query({ tag: 'colour:red' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
  });

  it('finds an author by the present name only', async () => {
    const id = await publish({ title: 'A portrait' });
    const names = { firstName: '', lastName: '' };
    await ada.api.profile.update.mutate({ name: 'Amalthea', ...names });
    await delivered();
    expect(await found('amalthea portrait')).toEqual([id]);
    await ada.api.profile.update.mutate({ name: 'Bellatrix', ...names });
    expect(await found('amalthea portrait')).toEqual([]);
    await delivered();
    expect(await found('bellatrix portrait')).toEqual([id]);
  });

  it('is built again from the works, also after an interruption, without what is no longer listed', async () => {
    const id = await publish({ title: 'Rebuilt' });
    const gone = await publish({ title: 'Rebuilt and withdrawn' });
    await delivered();
    await ada.api.work.withdraw.mutate(placeOf(gone));
    await delivered();
    const feed = app.nest.get(FeedStore);
    const owner = await idOf(ada);
    const author = app.nest.get(Authors).idOf(owner);
    const entry = { owner, author, media: 'image', procedure: 'text2Image.create', publishedAt: 1, votes: 9 } as const;
    await feed.refresh(id, async () => undefined);
    await feed.refresh(gone, async () => ({ ...entry, terms: ['stale'] }));
    expect(await found('rebuilt')).toEqual([]);
    const rebuild = app.nest.get(ExploreRebuild);
    await expect(
      rebuild.run(() => {
        throw new Error('interrupted');
      }),
    ).rejects.toThrow('interrupted');
    expect(await rebuild.interrupted()).toBeDefined();
    await rebuild.run();
    expect(await rebuild.interrupted()).toBeUndefined();
    expect(await found('rebuilt')).toEqual([id]);
    expect((await feed.search([['stale']], 10)).items).toEqual([]);
  });

  it('shows where a remix comes from, without works that are not listed, also when one in between is withdrawn', async () => {
    const tasks = app.nest.get(TaskStore);
    const first = await publish({ title: 'The first', sharing: 'recipe' });
    const chain = (id: string) => originsOf(tasks, id, 'text2Image.create');
    const second = await publish({ title: 'The second', sharing: 'recipe', origins: await chain(first) });
    const third = await publish({ title: 'The third', origins: await chain(second) });
    await delivered();
    const lineage = (id: string) => nobody.api.work.lineage.query({ id });
    const [link1, link2] = [
      { isAvailable: true, id: first, title: 'The first', by: 'Bellatrix' },
      { isAvailable: true, id: second, title: 'The second', by: 'Bellatrix' },
    ];
    expect([await lineage(first), await lineage(third)]).toEqual([
      { origins: [], remixes: 1 },
      { origins: [link2, link1], remixes: 0 },
    ]);
    const remix = async (originId: string) => {
      const { id } = await ada.api.text2Image.create.mutate({
        requestId: randomUUID(),
        originId,
        prompt: 'a lighthouse',
        model: 'preview',
        aspect: '1:1',
        count: 1,
        seed: 7,
        price: { amount: 1, priceVersion: 1 },
      });
      return (await tasks.get(id as TaskId))?.document.origins; // the server's own id
    };
    expect([await remix(second), await remix('no work')]).toEqual([[second, first], undefined]);
    await ada.api.work.list.mutate({ ...placeOf(second), visibility: 'unlisted' });
    expect((await lineage(third)).origins).toEqual([{ isAvailable: false }, link1]);
    await ada.api.work.withdraw.mutate(placeOf(second));
    await delivered();
    expect([await lineage(third), await lineage(first)]).toEqual([
      { origins: [{ isAvailable: false }, link1], remixes: 0 },
      { origins: [], remixes: 0 },
    ]);
    // Neither a withdrawn work, nor one whose recipe is not shared, nor another procedure's, nor an unknown one.
    expect([await chain(second), await chain(third), await chain(`${randomUUID()}-0`), await chain('x')]).toEqual(
      Array(4).fill([]),
    );
    expect(await originsOf(tasks, first, 'imageTools.upscale')).toEqual([]);
  });
});
