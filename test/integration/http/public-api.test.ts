import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { ChangeCredits } from '../../../src/credits/index.js';
import { REPLACED_SECRET_MS } from '../../../src/identity/api-keys/api-keys.shared.js';
import type { ApiScope } from '../../../src/kernel/api-scopes.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { MAX_STREAMS_PER_USER } from '../../../src/platform/http/limits/streams.js';
import { API_CREDITS_PER_CREDIT, type Payer } from '../../../src/kernel/payers.shared.js';
import { claimAdmin, creating, PATIENCE, plainImage, type Creator } from '../../support/people/creating.js';
import { member, refusal, type Person } from '../../support/people/account.js';
import { serve } from '../../support/servers/remote/serve.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

const task = z.looseObject({
  id: z.string(),
  status: z.string(),
  price: z.number(),
  captured: z.number().optional(),
  outputs: z.array(z.looseObject({ url: z.string().optional(), width: z.number().optional() })),
});
const problem = z.looseObject({ code: z.string(), status: z.number(), params: z.record(z.string(), z.unknown()) });
const drawing = { model: 'preview', prompt: 'sunset over mountains and a lake', aspect: '16:9', seed: 7 };

const fetchFrom = (url: string, secret: string | undefined, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/api/v1${path}`, {
    ...init,
    headers: { ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }), ...init.headers },
  });
const postTo = (url: string, secret: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetchFrom(url, secret, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const newKey = async (
  { api }: Pick<Person, 'api'>,
  scopes: ApiScope[] = ['create', 'read', 'account'],
  payer: Payer = 'credits',
) => api.apiKey.create.mutate({ name: 'Build server', scopes, payer });
/** The complete events of a stream. */
const eventsIn = (text: string) =>
  [...text.matchAll(/id: (.*)\nevent: (.*)\ndata: (.*)\n\n/g)].map(([, id = '', event, data = '']) => ({
    id,
    event,
    data: z.looseObject({ id: z.string() }).parse(JSON.parse(data)),
  }));
async function refused(answer: Promise<Response>): Promise<z.infer<typeof problem>> {
  const got = await answer;
  expect(got.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const found = problem.parse(await got.json());
  expect(got.status).toBe(found.status);
  return found;
}

describe('the public API', () => {
  let app: TestApp;
  let ada: Person;
  let ben: Person;
  beforeAll(async () => {
    app = await startApp({ env: { WEBHOOKS_TO_LOOPBACK: '1' } });
    [ada, ben] = [await member(app, 'ada@example.org'), await member(app, 'ben@example.org')];
    for (const person of [ada, ben])
      await until(
        () => person.api.credits.balance.query({}),
        ({ available }) => available > 0,
      );
  });
  afterAll(() => app.close());
  const ask = (secret: string | undefined, path: string, init?: RequestInit) => fetchFrom(app.url, secret, path, init);
  const post = (secret: string, path: string, body: unknown) => postTo(app.url, secret, path, body);

  it('refuses a price above what the caller accepts, and names it', async () => {
    const { secret } = await newKey(ada);
    const found = await refused(post(secret, '/creations/text2Image.create', { ...drawing, maxCredits: 0 }));
    expect(found).toMatchObject({ code: 'PRICE_CHANGED', params: { amount: expect.any(Number) } });
  });

  it('says of every wrong field what is wrong with it', async () => {
    const { secret } = await newKey(ada);
    const found = await refused(
      post(secret, '/creations/text2Image.create', { prompt: 7, aspect: 'round', count: 9, model: 'preview' }),
    );
    expect(found).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      fields: expect.arrayContaining([
        { field: 'prompt', reason: 'type' },
        { field: 'aspect', reason: 'not-offered' },
        { field: 'count', reason: 'too-large', limit: 4 },
      ]),
    });
    expect(await refused(post(secret, '/creations/text2Image.create', { ...drawing, maxCredits: '10' }))).toMatchObject(
      { fields: [{ field: 'maxCredits', reason: 'type' }] },
    );
    const form = await ask(secret, '/creations/text2Image.create', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'model=preview',
    });
    expect(form.status).toBe(400);
    for (const body of ['{', '[]', '"text"', ''])
      expect(
        (
          await refused(
            ask(secret, '/creations/text2Image.create', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body,
            }),
          )
        ).status,
      ).toBe(400);
  });

  it('lets a key do what its scopes say, and nothing else', async () => {
    const { secret } = await newKey(ada, ['account']);
    const balance = await ask(secret, '/balance');
    expect(z.object({ available: z.int(), held: z.int() }).parse(await balance.json()).available).toBeGreaterThan(0);
    expect(balance.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
    expect(await refused(ask(secret, '/tasks'))).toMatchObject({
      code: 'API_SCOPE_MISSING',
      status: 403,
      params: { scope: 'read' },
    });
    expect(await refused(post(secret, '/creations/text2Image.create', drawing))).toMatchObject({ status: 403 });
  });

  it('spends the account that the key names, and refuses what that one cannot pay', async () => {
    const { key, secret } = await newKey(ada, ['create', 'account'], 'api_credits');
    expect(key.payer).toBe('api_credits');
    expect(await (await ask(secret, '/balance')).json()).toEqual({ usageType: 'api_credits', available: 0, held: 0 });
    expect(await refused(post(secret, '/creations/text2Image.create', drawing))).toMatchObject({
      code: 'API_CREDITS_NOT_ENOUGH',
      status: 403,
      params: { available: 0, usageType: 'api_credits' },
    });
    const { secret: other } = await newKey(ada, ['create']);
    const { price } = task.parse(await (await post(other, '/creations/text2Image.create', drawing)).json());
    const { id: userId } = await ada.me();
    const bought = new ChangeCredits(
      { userId: userId as UserId, appName: 'kinora', usageType: 'api_credits' }, // an id that the server gave
      { type: 'grant', at: Date.now(), grantId: 'pack', source: 'purchase', amount: 100, eligibility: 'any' },
    );
    expect(await app.nest.get(CommandBus).execute(bought)).toMatchObject({ ok: true });
    const rest = 100 - price * API_CREDITS_PER_CREDIT;
    const made = await post(secret, '/creations/text2Image.create', drawing);
    expect(task.parse(await made.json())).toMatchObject({ paysWith: 'api_credits', price: 100 - rest });
    const balance = await until(
      async () => z.object({ available: z.int(), held: z.int() }).parse(await (await ask(secret, '/balance')).json()),
      ({ available }) => available === rest,
    );
    expect(balance.held).toBe(100 - rest);
  });

  it('sends the end of a creation to a webhook, and again when asked', async () => {
    const { secret } = await newKey(ben, ['create', 'webhooks']);
    const { secret: blind } = await newKey(ben, ['create']);
    const receiver = await serve(() => ({}));
    const wanted = { url: `${receiver.url}/in`, events: ['task.completed', 'task.failed'] };
    expect(await refused(post(blind, '/webhooks', wanted))).toMatchObject({ code: 'API_SCOPE_MISSING' });
    expect(await refused(post(secret, '/webhooks', { url: 'ftp://example.org' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'url' }],
    });
    const created = await post(secret, '/webhooks', wanted);
    expect(created.status).toBe(201);
    const { webhook } = z
      .object({ webhook: z.looseObject({ id: z.string() }), secret: z.string().startsWith('whsec_') })
      .parse(await created.json());
    expect(await (await ask(secret, '/webhooks')).json()).toEqual({ webhooks: [webhook] });
    const { id } = task.parse(await (await post(secret, '/creations/text2Image.create', drawing)).json());
    const list = z.object({
      deliveries: z.array(z.looseObject({ id: z.string(), taskId: z.string(), state: z.string() })),
    });
    const deliveries = async () =>
      list.parse(await (await ask(secret, `/webhooks/${webhook.id}/deliveries`)).json()).deliveries;
    const [delivery] = await until(deliveries, ([one]) => one?.state === 'delivered');
    expect(delivery).toMatchObject({ taskId: id, attempts: 1, last: { status: 200 } });
    const sent = await ask(secret, `/deliveries/${delivery?.id ?? ''}/send`, { method: 'POST' });
    expect(sent.status).toBe(200);
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );
    const [one, two] = receiver.received;
    expect([two?.body.toString(), two?.headers['webhook-id']]).toEqual([
      one?.body.toString(),
      one?.headers['webhook-id'],
    ]);
    expect(await (await ask(secret, `/webhooks/${webhook.id}`, { method: 'DELETE' })).json()).toEqual({
      id: webhook.id,
    });
    expect(await refused(ask(secret, `/webhooks/${webhook.id}/deliveries`))).toMatchObject({
      code: 'WEBHOOK_NOT_FOUND',
    });
    await receiver.close();
  });

  it('opens nothing but the API and files: no call of the pages', async () => {
    const { secret } = await newKey(ada);
    const answer = await fetch(`${app.url}/api/trpc/apiKey.list`, { headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(401);
    await answer.arrayBuffer();
  });

  it('refuses requests without a valid key; the list of models and the description need none', async () => {
    for (const secret of [undefined, 'kinora_1_2', `kinora_${'a'.repeat(16)}_${'b'.repeat(64)}`])
      expect(await refused(ask(secret, '/balance'))).toMatchObject({ code: 'API_KEY_INVALID', status: 401 });
    expect((await ask(undefined, '/models')).status).toBe(200);
    expect((await ask(undefined, '/openapi.json')).status).toBe(200);
    expect(await refused(ask(undefined, '/nothing'))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });

  it('ends a key at once, and a replaced secret after a day', async () => {
    const { key, secret } = await newKey(ben);
    const { secret: next } = await ben.api.apiKey.replace.mutate({ id: key.id });
    for (const valid of [secret, next]) expect((await ask(valid, '/balance')).status).toBe(200);
    expect((await ben.api.apiKey.list.query()).find(({ id }) => id === key.id)).toMatchObject({
      lastUsedAt: expect.any(Number),
      replacedUntil: expect.any(Number),
    });
    expect(await refusal(ada.api.apiKey.revoke.mutate({ id: key.id }))).toMatchObject({
      identifier: 'API_KEY_NOT_FOUND',
    });
    app.pass(REPLACED_SECRET_MS);
    expect((await ask(secret, '/balance')).status).toBe(401);
    expect((await ask(next, '/balance')).status).toBe(200);
    await ben.api.apiKey.revoke.mutate({ id: key.id });
    const ended = await ask(next, '/balance');
    expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('gives a user twenty keys at most, also to requests at once', async () => {
    const cyd = await member(app, 'cyd@example.org');
    const answers = await Promise.all(Array.from({ length: 25 }, () => refusal(newKey(cyd))));
    expect(answers.filter((answer) => JSON.stringify(answer).includes('API_KEYS_LIMIT'))).toHaveLength(5);
    expect(await cyd.api.apiKey.list.query()).toHaveLength(20);
  });
});

describe('creations by the public API', () => {
  const here = creating('public-api');
  let secret = '';
  let owner: Creator;
  const ask = (key: string, path: string, init?: RequestInit) => fetchFrom(here.server.url, key, path, init);
  const post = (key: string, path: string, body: unknown, headers?: Record<string, string>) =>
    postTo(here.server.url, key, path, body, headers);
  const ended = (key: string, id: string): Promise<z.infer<typeof task>> =>
    until(
      async () => task.parse(await (await ask(key, `/tasks/${id}`)).json()),
      ({ status, captured }) => status === 'succeeded' && captured !== undefined,
    );
  beforeAll(async () => {
    owner = await here.arrive();
    await claimAdmin(here, owner);
    ({ secret } = await newKey(owner));
  }, PATIENCE);

  it(
    'makes an image, shows its progress, and gives the file to the key alone',
    async () => {
      const submitted = await post(secret, '/creations/text2Image.create', drawing);
      expect(submitted.status).toBe(202);
      const { id, price } = task.parse(await submitted.json());
      const made = await ended(secret, id);
      expect(made).toMatchObject({ captured: price, outputs: [{ state: 'ready', type: 'image/png' }] });
      const url = made.outputs[0]?.url ?? '';
      expect(url.startsWith(`${here.server.url}/api/media/`)).toBe(true);
      const file = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
      await file.arrayBuffer();
      expect((await fetch(url)).status).toBe(401);
      const other = await fetch(url, { headers: { authorization: 'Basic YTpi', cookie: owner.cookie() } });
      expect(other.status).toBe(200);
      await other.arrayBuffer();
      const { secret: blind } = await newKey(owner, ['create', 'account']);
      expect((await fetch(url, { headers: { authorization: `Bearer ${blind}` } })).status).toBe(403);
      expect(task.parse(await (await ask(secret, `/tasks/${id}/cancel`, { method: 'POST' })).json()).id).toBe(id);
      const listed = z.object({ tasks: z.array(task) }).parse(await (await ask(secret, '/tasks?limit=1')).json());
      expect(listed.tasks.map((one) => one.id)).toEqual([id]);
      expect(await (await ask(secret, `/tasks/${id}`, { method: 'DELETE' })).json()).toEqual({ id });
      expect((await ask(secret, `/tasks/${id}`)).status).toBe(404);
    },
    PATIENCE,
  );

  it(
    'sends the changes of a creation until it is over, and of all creations from an event on',
    async () => {
      const { id } = task.parse(await (await post(secret, '/creations/text2Image.create', drawing)).json());
      const stream = await ask(secret, `/tasks/${id}/events`);
      expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
      const events = eventsIn(await stream.text());
      expect(new Set(events.map(({ data }) => data.id))).toEqual(new Set([id]));
      expect(events.at(-1)).toMatchObject({
        event: 'task',
        data: { status: 'succeeded', captured: expect.any(Number) },
      });
      const again = await ask(secret, `/tasks/${id}/events`, { headers: { 'last-event-id': events.at(-1)?.id ?? '' } });
      expect(again.status).toBe(204);
      expect(eventsIn(await (await ask(secret, `/tasks/${id}/events`)).text())).toHaveLength(1);
      const unknown = await refused(ask(secret, '/tasks/00000000-0000-4000-8000-000000000000/events'));
      expect(unknown).toMatchObject({ code: 'TASK_NOT_FOUND', status: 404 });
      const { secret: blind } = await newKey(owner, ['create']);
      expect(await refused(ask(blind, '/events'))).toMatchObject({ code: 'API_SCOPE_MISSING' });
      const leaving = new AbortController();
      const all = await ask(secret, '/events', { headers: { 'last-event-id': '0' }, signal: leaving.signal });
      const reader = (all.body ?? new ReadableStream<Uint8Array>()).getReader();
      let text = '';
      while (!text.includes(id)) text += Buffer.from((await reader.read()).value ?? []).toString('utf8');
      leaving.abort();
      expect(eventsIn(text).find(({ data }) => data.id === id)).toMatchObject({ event: 'task' });
    },
    PATIENCE,
  );

  it(
    'keeps no more streams than a user may have',
    async () => {
      const leaving = new AbortController();
      const open = await Promise.all(
        Array.from({ length: MAX_STREAMS_PER_USER }, () => ask(secret, '/events', { signal: leaving.signal })),
      );
      expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
      const full = await ask(secret, '/events');
      expect([full.status, full.headers.get('retry-after')]).toEqual([429, '15']);
      leaving.abort();
      await until(
        async () => {
          const next = new AbortController();
          const { status } = await ask(secret, '/events', { signal: next.signal });
          next.abort();
          return status;
        },
        (status) => status === 200,
      );
    },
    PATIENCE,
  );

  it(
    'creates once for one idempotency key, and refuses the key for another request',
    async () => {
      const send = (body: unknown) =>
        post(secret, '/creations/text2Image.create', body, { 'idempotency-key': 'order 7' });
      const [one, two] = await Promise.all([send(drawing), send(drawing)]);
      const ids = [task.parse(await one.json()).id, task.parse(await two.json()).id];
      expect(new Set(ids).size).toBe(1);
      expect(await refused(send({ ...drawing, seed: 8 }))).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', status: 409 });
      await ended(secret, ids[0] ?? '');
    },
    PATIENCE,
  );

  it(
    'takes a file as the source of a creation',
    async () => {
      const uploaded = await ask(secret, '/uploads', {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(await plainImage(96, 64, 'teal')),
      });
      expect(uploaded.status).toBe(201);
      const upload = z.looseObject({ id: z.string() }).parse(await uploaded.json());
      expect(upload).toMatchObject({ kind: 'image', width: 96, height: 64 });
      const got = await ask(secret, `/uploads/${upload.id}`);
      expect(await got.json()).toEqual(upload);
      expect(await (await ask(secret, `/uploads/${upload.id}`, { method: 'DELETE' })).json()).toEqual({
        id: upload.id,
      });
      expect((await ask(secret, `/uploads/${upload.id}`)).status).toBe(404);
    },
    PATIENCE,
  );
});
