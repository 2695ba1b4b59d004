import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { Sharing } from '../../../src/creation/publishing/work.shared.js';
import type { WorkPage } from '../../../src/creation/publishing/work.view.shared.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import { judgedImage, moderator } from '../../support/people/moderation.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { drawn } from '../../support/people/drawn.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const UNKNOWN = { identifier: 'TASK_NOT_FOUND' };
const page = z.custom<WorkPage>(
  (value) => z.object({ work: z.object({ id: z.string() }).loose(), origin: z.url() }).safeParse(value).success,
);

describe('works over the wire', () => {
  let app: TestApp;
  let ada: Person;
  let eve: Person;
  let mod: Person;
  let nobody: Person;
  let image: Buffer;
  let refused: Buffer;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = await member(app, 'ada@example.org');
    eve = await member(app, 'eve@example.org');
    mod = await moderator(app);
    nobody = new Person(app.url);
    image = await judgedImage(app, '#3a6ea5', 'passes');
    refused = await judgedImage(app, '#a53a3a', 'refused');
  });
  afterAll(() => app.close());
  // As many submissions as one may make in a minute are fewer than all of these.
  beforeEach(() => app.pass(61_000));

  const idOf = async (who: Person): Promise<UserId> => (await who.me()).id as UserId; // the session's own
  const make = async (who: Person, prompt?: string): Promise<TaskId> =>
    drawn(app, await idOf(who), { bytes: image, ...defined({ prompt }) });
  const publish = (who: Person, taskId: string, sharing: Sharing = 'result', title = 'A lighthouse') =>
    who.api.work.publish.mutate({ taskId, index: 0, title, sharing, consent: true });
  const statusOf = async (who: Person, id: string) => {
    const [output] = (await who.api.task.get.query({ id })).outputs;
    return output?.state === 'ready' ? output.work : undefined;
  };
  const seen = async (who: Person, id: string): Promise<WorkPage['work'] | number> => {
    const answer = await who.fetch(`/api/works/${id}`);
    return answer.status === 200 ? page.parse(await answer.json()).work : answer.status;
  };
  const media = async (who: Person, id: string, what = 'media') => {
    const answer = await who.fetch(`/api/works/${id}/${what}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      caching: answer.headers.get('cache-control'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const approve = (id: string, round = 1) => mod.api.work.judge.mutate({ id, verdict: { kind: 'approve', round } });
  const published = async (who: Person, sharing?: Sharing): Promise<string> => {
    const taskId = await make(who);
    await publish(who, taskId, sharing);
    await approve(`${taskId}-0`);
    return `${taskId}-0`;
  };
  const notices = async (who: Person) => (await who.api.notices.list.query({})).items.map(({ content }) => content);

  it('go from a submission by way of a moderator to everybody, and back', async () => {
    const taskId = await make(ada);
    const id = `${taskId}-0`;
    expect(await statusOf(ada, taskId)).toBeUndefined();
    await publish(ada, taskId, 'prompt', '  A  lighthouse ');
    expect(await statusOf(ada, taskId)).toMatchObject({
      id,
      status: 'in_review',
      title: 'A lighthouse',
      sharing: 'prompt',
    });
    expect([await seen(ada, id), await seen(mod, id)]).toMatchObject([
      { status: 'in_review', mine: true },
      { status: 'in_review', mine: false },
    ]);
    expect([
      await seen(eve, id),
      await seen(nobody, id),
      (await media(eve, id)).status,
      (await media(nobody, id, 'poster.jpg')).status,
    ]).toEqual([404, 404, 404, 404]);

    const { reviews } = await mod.api.work.reviews.query({});
    expect(reviews.filter(({ work }) => work.id === id)).toMatchObject([
      { round: 1, words: 'a lighthouse in the fog', sharing: 'prompt', work: { title: 'A lighthouse' } },
    ]);
    expect(await approve(id)).toEqual({ id, status: 'published' });
    expect((await mod.api.work.reviews.query({})).reviews.filter(({ work }) => work.id === id)).toEqual([]);

    const work = await seen(nobody, id);
    expect(work).toMatchObject({
      status: 'published',
      title: 'A lighthouse',
      prompt: 'a lighthouse in the fog',
      author: null,
      mine: false,
      width: 64,
      height: 64,
    });
    expect(work).not.toHaveProperty('remix');
    expect(JSON.stringify(work)).not.toContain(await idOf(ada));
    const whole = await media(nobody, id);
    expect([whole.status, whole.type, whole.caching, whole.bytes.equals(image)]).toEqual([
      200,
      'image/png',
      'public, no-cache',
      true,
    ]);
    expect([await media(nobody, id, 'media?w=320'), await media(nobody, id, 'poster.jpg')]).toMatchObject([
      { status: 200, type: 'image/webp' },
      { status: 200, type: 'image/jpeg' },
    ]);
    const poster = await nobody.fetch(`/api/works/${id}/poster.jpg`);
    const tag = poster.headers.get('etag') ?? '';
    expect([
      poster.status,
      poster.headers.get('cache-control'),
      (await nobody.fetch(`/api/works/${id}/poster.jpg`, { headers: { 'if-none-match': tag } })).status,
    ]).toEqual([200, 'public, no-cache', 304]);
    expect((await nobody.fetch(`/api/media/${taskId}/0`)).status).toBe(401);
    expect((await eve.fetch(`/api/media/${taskId}/0`)).status).toBe(404);
    expect(
      await until(
        () => notices(ada),
        (received) => received.some(({ kind }) => kind === 'work-published'),
      ),
    ).toContainEqual({ kind: 'work-published', workId: id, media: 'image' });

    await ada.api.work.withdraw.mutate({ taskId, index: 0 });
    expect([
      await seen(nobody, id),
      await seen(mod, id),
      (await media(nobody, id)).status,
      await seen(ada, id),
    ]).toMatchObject([404, 404, 404, { status: 'unpublished' }]);
    await publish(ada, taskId);
    expect(await refusal(approve(id))).toMatchObject({ identifier: 'PUBLISH_STATUS_ERROR' });
    expect(await approve(id, 2)).toMatchObject({ status: 'published' });
    expect(await seen(nobody, id)).not.toHaveProperty('prompt');
  });

  it('give what fills the form where their owner lets others make their own', async () => {
    expect(await seen(nobody, await published(ada, 'recipe'))).toMatchObject({
      prompt: 'a lighthouse in the fog',
      remix: {
        procedure: 'text2Image.create',
        input: { prompt: 'a lighthouse in the fog', seed: 7, count: 1 },
        params: { style: 'natural', aspect: '1:1' },
      },
    });
  });

  it('are their owner’s to publish, of what has succeeded, with consent', async () => {
    const taskId = await make(ada);
    expect(await refusal(publish(eve, taskId))).toMatchObject(UNKNOWN);
    expect(await refusal(eve.api.work.withdraw.mutate({ taskId, index: 0 }))).toMatchObject(UNKNOWN);
    const visitor = new Person(app.url);
    await visitor.visit();
    expect(await refusal(publish(visitor, await make(visitor)))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    expect(
      await refusal(ada.api.work.publish.mutate({ taskId, index: 3, title: 'x', sharing: 'result', consent: true })),
    ).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
    expect(
      await refusal(
        ada.api.work.publish.mutate({ taskId, index: 0, title: 'x', sharing: 'result', consent: false as true }),
      ),
    ).toMatchObject({ identifier: 'VALIDATION_ERROR' }); // what the type forbids
    expect(await refusal(publish(ada, taskId, 'result', ' \u200b '))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await refusal(publish(ada, randomUUID()))).toMatchObject(UNKNOWN);
    const id = await published(ada);
    expect(await refusal(publish(eve, id.slice(0, -2)))).toMatchObject({ identifier: 'PUBLISHED_PERMISSION_ERROR' });
    expect(await refusal(publish(ada, id.slice(0, -2)))).toMatchObject({ identifier: 'PUBLISH_STATUS_ERROR' });
  });

  it('are looked at again: what is harmful by its title, its words or its picture is refused at once', async () => {
    const taskId = await make(ada);
    expect(await refusal(publish(ada, taskId, 'result', 'a decapitated soldier'))).toMatchObject({
      identifier: 'ILLEGAL_CONTENT',
      params: { input: 'title', category: 'gore' },
    });
    expect(await refusal(publish(ada, await make(ada, 'a swastika on a wall')))).toMatchObject({
      identifier: 'ILLEGAL_CONTENT',
      params: { input: 'prompt', category: 'hate' },
    });
    expect(await refusal(publish(ada, await drawn(app, await idOf(ada), { bytes: refused })))).toMatchObject({
      identifier: 'ILLEGAL_CONTENT',
      params: { input: 'image' },
    });
    expect(await refusal(publish(ada, await drawn(app, await idOf(ada))))).toMatchObject({
      identifier: 'UNEXPECTED_MODERATION',
    });
    expect(await statusOf(ada, taskId)).toBeUndefined();
    expect(JSON.stringify(app.logged)).not.toMatch(/decapitated|swastika/);
  });

  it('are rejected and removed with a reason, which their owner is told; what is removed stays so', async () => {
    const taskId = await make(ada);
    const id = `${taskId}-0`;
    await publish(ada, taskId);
    expect(await mod.api.work.judge.mutate({ id, verdict: { kind: 'reject', round: 1, reason: 'likeness' } })).toEqual({
      id,
      status: 'rejected',
    });
    expect(await statusOf(ada, taskId)).toMatchObject({ status: 'rejected', reason: 'likeness' });
    expect(await seen(nobody, id)).toBe(404);
    await publish(ada, taskId);
    await approve(id, 2);
    expect(await mod.api.work.judge.mutate({ id, verdict: { kind: 'remove', reason: 'rights' } })).toEqual({
      id,
      status: 'removed',
    });
    expect([await seen(nobody, id), await seen(mod, id)]).toMatchObject([404, { status: 'removed' }]);
    for (const request of [publish(ada, taskId), ada.api.work.withdraw.mutate({ taskId, index: 0 }), approve(id, 2)])
      expect(await refusal(request)).toMatchObject({ identifier: 'PUBLISH_STATUS_PROTECTED' });
    const received = await until(
      () => notices(ada),
      (all) => all.some(({ kind }) => kind === 'work-removed'),
    );
    expect(received).toEqual(
      expect.arrayContaining([
        { kind: 'work-rejected', taskId, media: 'image', reason: 'likeness' },
        { kind: 'work-removed', taskId, media: 'image', reason: 'rights' },
      ]),
    );
  });

  it('are decided on by moderators alone', async () => {
    const taskId = await make(ada);
    await publish(ada, taskId);
    for (const who of [ada, eve]) {
      expect(await refusal(who.api.work.reviews.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
      expect(
        await refusal(who.api.work.judge.mutate({ id: `${taskId}-0`, verdict: { kind: 'approve', round: 1 } })),
      ).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    }
    expect(await refusal(approve('no-such-work'))).toMatchObject(UNKNOWN);
    expect(await refusal(mod.api.work.reviews.query({ cursor: 'x' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
  });

  it('of a moderator are let pass by another', async () => {
    const taskId = await make(mod);
    await publish(mod, taskId);
    expect(await refusal(approve(`${taskId}-0`))).toMatchObject({ identifier: 'PUBLISH_OWN_WORK' });
    expect(await seen(nobody, `${taskId}-0`)).toBe(404);
    expect(
      await mod.api.work.judge.mutate({ id: `${taskId}-0`, verdict: { kind: 'reject', round: 1, reason: 'other' } }),
    ).toMatchObject({ status: 'rejected' });
  });

  it('are submitted when they are made, not before', async () => {
    // No process here is a worker: it waits in the queue.
    const { id } = await ada.api.text2Image.create.mutate({
      requestId: randomUUID(),
      prompt: 'a lighthouse in the fog',
      model: 'preview',
      count: 1,
      seed: 7,
      price: { amount: 100, priceVersion: 1 },
    });
    expect(await refusal(publish(ada, id))).toMatchObject({ identifier: 'VIDEO_PROCESSING' });
    await ada.api.task.cancel.mutate({ id });
    expect(await refusal(publish(ada, id))).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
  });

  it('are submitted ten times a minute at most; the same again counts for nothing', async () => {
    const made = await Promise.all(Array.from({ length: 11 }, () => make(eve)));
    for (const taskId of made.slice(0, 9)) await publish(eve, taskId);
    const [tenth = '', last = ''] = made.slice(9);
    for (let again = 0; again < 3; again += 1) await publish(eve, tenth);
    expect(await refusal(publish(eve, last))).toMatchObject({
      identifier: 'TOO_MANY_ATTEMPTS',
      params: { seconds: expect.any(Number) },
    });
    expect(await statusOf(eve, last)).toBeUndefined();
    app.pass(61_000);
    expect(await publish(eve, last)).toMatchObject({ id: last });
  });

  it('go with the creation, and with the account', async () => {
    const gone = await published(ada);
    await ada.api.task.delete.mutate({ id: gone.slice(0, -2) });
    expect([await seen(nobody, gone), await seen(ada, gone), (await media(nobody, gone)).status]).toEqual([
      404, 404, 404,
    ]);

    const leaving = await member(app, 'leaving@example.org');
    const [shown, waiting] = [await published(leaving), await make(leaving)];
    await publish(leaving, waiting);
    await leaving.api.account.delete.mutate({ confirm: 'leaving@example.org', password: PASSWORD });
    expect([await seen(nobody, shown), (await media(nobody, shown)).status]).toEqual([404, 404]);
    await until(
      async () => (await mod.api.work.reviews.query({})).reviews,
      (reviews) => reviews.every(({ work }) => work.id !== `${waiting}-0`),
    );
    await until(
      () => seen(mod, shown),
      (answer) => answer === 404,
    );
  });
});
