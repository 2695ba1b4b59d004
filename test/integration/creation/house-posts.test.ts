import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { houseTaskId } from '../../../src/creation/house/house.js';
import { HouseModule } from '../../../src/creation/house/house.module.js';
import { HOUSE_POSTS } from '../../../src/creation/house/posts.js';
import type { Difference } from '../../../src/credits/index.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import { Person } from '../../support/people/account.js';
import { moderator } from '../../support/people/moderation.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

describe('a fresh installation', () => {
  const ROLES = 'api,projector';
  let app: TestApp;
  let nobody: Person;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES, HOUSE_POSTS: '1' } });
    nobody = new Person(app.url);
  });
  afterAll(() => app.close());

  const listed = async () => {
    const first = await nobody.api.work.feed.query({ order: 'new', limit: 24 });
    const { works } = await nobody.api.work.feed.query({
      order: 'new',
      limit: 24,
      ...(first.next === undefined ? {} : { cursor: first.next }),
    });
    return first.next === undefined ? first.works : [...first.works, ...works];
  };
  const idOf = (name: string): string => `${houseTaskId(name)}-0`;

  it('shows works of the house with their recipes, in their order, and charges nobody', async () => {
    const works = await until(listed, ({ length }) => length === HOUSE_POSTS.length);
    expect(works.map(({ id }) => id)).toEqual(HOUSE_POSTS.map(({ name }) => idOf(name)));
    expect(new Set(works.map(({ author }) => author.name))).toEqual(new Set(['Kinora']));
    expect(new Set(works.map(({ media }) => media))).toEqual(new Set(['image', 'video']));
    for (const media of ['image', 'video'] as const) {
      const card = works.find((work) => work.media === media);
      const { work } = (await (await nobody.fetch(`/api/works/${card?.id ?? ''}`)).json()) as {
        work: { remix: object; prompt: string };
      }; // the shape is the test's question
      const post = HOUSE_POSTS.find(({ name }) => idOf(name) === card?.id);
      expect(work).toMatchObject({
        prompt: post?.prompt,
        author: 'Kinora',
        remix: {
          procedure: post?.params.procedure,
          params: post?.params,
          input: { prompt: post?.prompt, seed: post?.seed },
        },
      });
      const small = await nobody.fetch(`${card?.url ?? ''}?w=320`);
      expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320);
      const whole = await nobody.fetch(card?.url ?? '');
      expect([whole.status, whole.headers.get('content-type')]).toEqual([
        200,
        media === 'image' ? 'image/png' : 'video/mp4',
      ]);
    }
    const author = works[0]?.author.id ?? '';
    expect(await nobody.api.work.author.query({ id: author })).toMatchObject({
      name: 'Kinora',
      works: HOUSE_POSTS.length,
    });
    const found: Difference[] = [];
    await app.nest.get(CommandBus).execute(new ReconcileLedger((difference) => found.push(difference), true));
    expect(found).toEqual([]);
    // No event at all: nobody was granted or charged anything.
    expect(await app.parts.events.head()).toBe(-1);
    expect(app.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });

  it('shows a removed one never again, whatever starts afterwards', async () => {
    const mod = await moderator(app);
    const id = idOf(HOUSE_POSTS[0]?.name ?? '');
    await mod.api.work.judge.mutate({ id, verdict: { kind: 'remove', reason: 'spam' } });
    const again = await startApp({ env: { ROLES, HOUSE_POSTS: '1' }, parts: app.parts });
    await again.nest.get(HouseModule).running;
    await until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
    expect((await listed()).map((work) => work.id)).toEqual(HOUSE_POSTS.slice(1).map(({ name }) => idOf(name)));
    await again.close();
  });
});
