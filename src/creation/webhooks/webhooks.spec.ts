import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { serve, type Answer, type SmallServer } from '../../../test/support/servers/remote/serve.js';
import type { NewNotice } from '../../identity/index.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { systemRandom } from '../../platform/random.js';
import { Sealer } from '../engines/connections.js';
import { cancel, enqueue, hide, reserve, settle } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import { WebhookSender } from './sender.js';
import { Webhooks } from './webhooks.js';
import { DELIVERIES_KEPT_MS, DISABLED_AFTER_MS, RETRY_PAUSES_MS, WEBHOOK_EVENTS } from './webhooks.shared.js';

// Test names stand for generated ids.
const [ann, bob] = ['ann' as UserId, 'bob' as UserId];
const idOf = (name: string) => name as TaskId;

/** A task that its owner has cancelled, and whose price has gone back. */
function canceledTask(name: string): Task {
  const fresh = reserve({
    id: idOf(name),
    owner: ann,
    payer: ann,
    paysWith: 'api_credits',
    fingerprint: 'f',
    input: { prompt: 'a secret lake', negativePrompt: '', model: 'preview', count: 1, seed: 5 },
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
    sources: [],
    media: 'image',
    seconds: 0,
    width: 64,
    height: 64,
    price: { amount: 8, base: 0, perOutput: 8, version: 1 },
    eligibility: 'any',
    parallel: 1,
    lane: 'free',
    marked: false,
    createdAt: 100,
    deadlineAt: 10_000,
  });
  const hold = { stream: 'credits-ann.kinora.api_credits' as StreamName, revision: 0 };
  const queued = enqueue(fresh, 200, hold);
  const canceled = queued.ok ? cancel(queued.value, 300, 'user') : queued;
  const settled = canceled.ok ? settle(canceled.value, 400, 0, undefined) : canceled;
  if (!settled.ok) throw new Error(settled.error);
  return settled.value;
}

describe('webhooks', () => {
  let now = 1_800_000_000_000;
  let answer: () => Answer | undefined = () => ({});
  let server: SmallServer;
  let webhooks: Webhooks;
  let sender: WebhookSender;
  const tasks = new Map<TaskId, Task>();
  const notices: NewNotice[] = [];
  const faults: unknown[] = [];
  const clock = { now: () => now };

  async function open(
    toLoopback: boolean,
    { documents = createMemoryDocumentStore(), key = 7 }: { documents?: DocumentStore; key?: number } = {},
  ): Promise<void> {
    webhooks = await Webhooks.open(documents, {
      clock,
      toLoopback,
      random: systemRandom,
      sealer: new Sealer(Buffer.alloc(32, key)),
      tasks: {
        get: async (id) => {
          const document = tasks.get(id);
          return document && { id, version: 1, document };
        },
      },
    });
    sender = new WebhookSender({
      webhooks,
      clock,
      toLoopback,
      answerMs: 100,
      notify: async (notice) => void notices.push(notice),
      onFault: (error) => void faults.push(error),
    });
  }
  beforeEach(async () => {
    answer = () => ({});
    for (const list of [notices, faults]) list.length = 0;
    tasks.clear();
    for (const name of ['t1', 't2', 't3']) tasks.set(idOf(name), canceledTask(name));
    server = await serve(() => answer());
    await open(true);
  });
  afterEach(async () => {
    await sender.idle();
    await server.close();
    expect(faults).toEqual([]);
  });

  async function added(path = '/in', events: readonly (typeof WEBHOOK_EVENTS)[number][] = WEBHOOK_EVENTS) {
    const created = await webhooks.create(ann, { url: `${server.url}${path}`, events: [...events] });
    if (!created.ok) throw new Error(created.error.identifier);
    return created.value;
  }
  async function rounds(count = 1): Promise<void> {
    for (let round = 0; round < count; round += 1) {
      await sender.round();
      await sender.idle();
    }
  }
  async function sent(id: string) {
    const page = await webhooks.sent(ann, id, 50);
    if (!page.ok) throw new Error(page.error.identifier);
    return page.value.deliveries;
  }

  it('tell of the end and of what went back, once, signed, without the prompt', async () => {
    const { webhook, secret } = await added();
    for (const _repeated of [1, 2]) {
      await webhooks.announce(idOf('t1'), 'ended');
      await webhooks.announce(idOf('t1'), 'released');
    }
    await rounds(3);
    expect(server.received).toHaveLength(2);
    const bodies = server.received.map(({ body }) => JSON.parse(body.toString('utf8')) as unknown);
    expect(bodies).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'task.canceled' }),
        {
          type: 'task.released',
          timestamp: new Date(now).toISOString(),
          data: {
            id: 't1',
            procedure: 'text2Image.create',
            status: 'canceled',
            price: 8,
            paysWith: 'api_credits',
            captured: 0,
            released: 8,
          },
        },
      ]),
    );
    for (const { headers, body } of server.received) {
      expect(body.toString('utf8')).not.toContain('secret');
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString('utf8')}`;
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(now / 1_000));
    }
    expect((await sent(webhook.id)).map(({ state, last }) => [state, last?.status])).toEqual([
      ['delivered', 200],
      ['delivered', 200],
    ]);
    expect(JSON.stringify(await webhooks.list(ann))).not.toContain(secret);
  });

  it('tell only of the chosen events, and not of a deleted creation or of somebody else’s', async () => {
    const { webhook } = await added('/in', ['task.completed']);
    await webhooks.announce(idOf('t1'), 'ended');
    await webhooks.enable(bob, webhook.id);
    const task = canceledTask('t2');
    const hidden = hide(task, 500);
    tasks.set(idOf('t2'), hidden.ok ? hidden.value : task);
    const other = await added('/other');
    await webhooks.announce(idOf('t2'), 'ended');
    expect([...(await sent(webhook.id)), ...(await sent(other.webhook.id))]).toEqual([]);
    expect(await webhooks.remove(bob, webhook.id)).toMatchObject({ error: { identifier: 'WEBHOOK_NOT_FOUND' } });
    expect(await webhooks.sent(bob, webhook.id, 5)).toMatchObject({ error: { identifier: 'WEBHOOK_NOT_FOUND' } });
  });

  it('are sent again after growing pauses with the same id, and have failed after the last', async () => {
    const { webhook } = await added();
    answer = () => ({ status: 500, json: { error: 'down' } });
    await webhooks.announce(idOf('t1'), 'ended');
    for (const pause of RETRY_PAUSES_MS.slice(0, 6)) {
      await rounds();
      const count = server.received.length;
      now += pause - 1;
      await rounds();
      expect(server.received).toHaveLength(count);
      now += 1;
    }
    answer = () => ({});
    await rounds();
    expect(new Set(server.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await sent(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 7, last: { status: 200 } }]);
    expect((await webhooks.list(ann))[0]).not.toHaveProperty('failingSince');
  });

  it('that answered nothing for days are disabled with a notice, and get what they missed when asked to', async () => {
    const { webhook } = await added();
    answer = () => ({ status: 503 });
    await webhooks.announce(idOf('t1'), 'ended');
    for (const pause of RETRY_PAUSES_MS) {
      await rounds();
      now += pause;
    }
    await rounds(2);
    const [delivery] = await sent(webhook.id);
    expect(delivery).toMatchObject({ state: 'failed' });
    const [failing] = await webhooks.list(ann);
    expect((failing?.disabledAt ?? 0) - (failing?.failingSince ?? 0)).toBeGreaterThanOrEqual(DISABLED_AFTER_MS);
    expect(notices).toMatchObject([{ userId: ann, content: { kind: 'webhook-disabled' } }]);
    await webhooks.announce(idOf('t2'), 'ended');
    expect(await sent(webhook.id)).toHaveLength(1);
    answer = () => ({});
    await webhooks.enable(ann, webhook.id);
    await webhooks.sendAgain(ann, delivery?.id ?? '');
    await rounds();
    expect(await sent(webhook.id)).toMatchObject([{ state: 'delivered', body: delivery?.body }]);
    expect(await webhooks.sendAgain(bob, delivery?.id ?? '')).toMatchObject({ ok: false });
  });

  it('that are gone (410) are disabled at once', async () => {
    await added();
    answer = () => ({ status: 410 });
    await webhooks.announce(idOf('t1'), 'ended');
    await rounds();
    expect(await webhooks.list(ann)).toMatchObject([{ disabledAt: now }]);
  });

  it('have ids as the API describes them', async () => {
    expect(z.uuid().safeParse((await added()).webhook.id).success).toBe(true);
  });

  it('whose secret is not readable any more are disabled with one notice', async () => {
    const documents = createMemoryDocumentStore();
    await open(true, { documents });
    await added();
    await open(true, { documents, key: 8 });
    for (const name of ['t1', 't2']) await webhooks.announce(idOf(name), 'ended');
    await rounds(2);
    expect(server.received).toEqual([]);
    expect(await webhooks.list(ann)).toMatchObject([{ disabledAt: now }]);
    expect(notices).toMatchObject([{ userId: ann, content: { kind: 'webhook-disabled' } }]);
  });

  it('are not redirected, and wait for no answer for long', async () => {
    const { webhook } = await added();
    answer = () => ({ status: 302, headers: { location: `${server.url}/elsewhere` } });
    await webhooks.announce(idOf('t1'), 'ended');
    await rounds();
    expect(await sent(webhook.id)).toMatchObject([{ state: 'waiting', last: { fault: 'redirect' } }]);
    answer = () => undefined;
    now += RETRY_PAUSES_MS[0];
    await rounds();
    expect(await sent(webhook.id)).toMatchObject([{ state: 'waiting', last: { fault: 'timeout' } }]);
    expect(server.received.map(({ path }) => path)).toEqual(['/in', '/in']);
  });

  it('of one address are sent one after the other, oldest first, and one that hangs delays no other', async () => {
    const hanging = await serve(() => undefined);
    const slow = await webhooks.create(ann, { url: hanging.url, events: [...WEBHOOK_EVENTS] });
    expect(slow.ok).toBe(true);
    await added();
    for (const name of ['t1', 't2', 't3']) {
      await webhooks.announce(idOf(name), 'ended');
      now += 1;
    }
    await sender.round();
    await rounds(3);
    const ids = server.received.map(
      ({ body }) => (JSON.parse(body.toString('utf8')) as { data: { id: string } }).data.id,
    );
    expect(ids).toEqual(['t1', 't2', 't3']);
    await hanging.close();
  });

  it('that hang with hundreds of events delay no other', async () => {
    const hanging = await serve(() => undefined);
    await webhooks.create(ann, { url: hanging.url, events: ['task.canceled'] });
    for (let number = 0; number < 450; number += 1) {
      tasks.set(idOf(`many ${number}`), canceledTask(`many ${number}`));
      await webhooks.announce(idOf(`many ${number}`), 'ended');
    }
    now += 1;
    await added('/in', ['task.released']);
    await webhooks.announce(idOf('t1'), 'released');
    await rounds();
    expect([hanging.received.length, server.received.length]).toEqual([1, 1]);
    await hanging.close();
  });

  it.each([
    ['http://example.org/in', 'https'],
    ['https://127.0.0.1/in', 'private'],
    ['https://localhost/in', 'private'],
    ['https://10.0.0.8/in', 'private'],
    ['https://[::1]/in', 'private'],
    ['https://169.254.169.254/latest', 'private'],
    ['https://user:word@example.org/in', 'private'],
  ])('are refused at %s: %s', async (url, reason) => {
    await open(false);
    expect(await webhooks.create(ann, { url, events: [...WEBHOOK_EVENTS] })).toMatchObject({
      error: { identifier: 'WEBHOOK_ADDRESS_REFUSED', params: { reason } },
    });
  });

  it('are ten at most, and end with their user; old deliveries are deleted', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, () => webhooks.create(ann, { url: server.url, events: [...WEBHOOK_EVENTS] })),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(10);
    const [first] = await webhooks.list(ann);
    await webhooks.announce(idOf('t1'), 'ended');
    expect(await sent(first?.id ?? '')).toHaveLength(1);
    now += DELIVERIES_KEPT_MS + 1;
    await webhooks.sweep();
    expect(await sent(first?.id ?? '')).toEqual([]);
    await webhooks.clear(ann);
    expect(await webhooks.list(ann)).toEqual([]);
  });
});
