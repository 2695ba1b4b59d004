import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { webhooksCli } from '../../../src/billing/cli.js';
import type { GatewayEvent } from '../../../src/billing/gateways/port.js';
import { BillingGateways, GetSubLog, subscriptionIdOf, subscriptionStream } from '../../../src/billing/index.js';
import {
  Deliveries,
  DELIVERY_KEPT_MS,
  deliveryId,
  OWN_TURN_MS,
  PARKED_KEPT_MS,
} from '../../../src/billing/inbox/deliveries.js';
import { Inbox } from '../../../src/billing/inbox/inbox.js';
import { GetBalance, GetStatement } from '../../../src/credits/index.js';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { addMonths } from '../../../src/kernel/months.js';
import { QueryBus } from '@nestjs/cqrs';
import { runCli } from '../../../src/platform/cli.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { deliveryOf, fakeGateway, fakeOwner, type FakeGateway } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';

const DAY = 86_400_000;
const ann = 'ann' as UserId; // a test's own

describe('the door of deliveries', () => {
  let app: TestApp;
  let gateway: FakeGateway;
  let isFull: boolean;

  beforeEach(async () => {
    isFull = false;
    app = await startApp({
      env: { ROLES: 'api,projector' },
      parts: { documents: fallible(createMemoryDocumentStore()) },
    });
    gateway = fakeGateway();
    app.nest.get(BillingGateways).add(gateway);
  });
  afterEach(() => app.close());

  /** A store that can be full for deliveries. */
  function fallible(documents: DocumentStore): DocumentStore {
    const collection: DocumentStore['collection'] = async (definition, decode) => {
      const real = await documents.collection(definition, decode);
      if (!definition.name.startsWith('billing_deliveries')) return real;
      return new Proxy(real, {
        get: (target, key) => {
          if (key === 'putMany' && isFull)
            return () => Promise.reject(new StoreUnavailable('documents', 'full', 'a test says so'));
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    };
    return new Proxy(documents, {
      get: (target, key) => {
        if (key === 'collection') return collection;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  const post = async (body: Buffer<ArrayBuffer> | string, headers: Record<string, string>, name = 'fake') => {
    const answer = await fetch(`${app.url}/api/webhooks/${name}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const { error } = (await answer.json()) as {
      readonly error?: { readonly identifier: string; readonly params: object };
    }; // the shape of every error
    return [answer.status, ...(error === undefined ? [] : [error.identifier, error.params])];
  };
  const deliver = (id: string, gatewayEvents: readonly GatewayEvent[], refused?: ReturnType<typeof productError>) => {
    const { body, signature } = deliveryOf(id, gatewayEvents, app.parts.clock.now(), refused);
    return post(body, { 'fake-signature': signature });
  };
  const stored = (id: string) => app.nest.get(Deliveries).get(deliveryId('fake', id));
  const handled = (id: string) =>
    until(
      async () => (await stored(id))?.document,
      (document) => document?.state === 'handled',
    );
  const operator = async (...args: string[]): Promise<readonly [number, readonly string[]]> => {
    const said: string[] = [];
    const lines = { say: (line: string) => void said.push(line), complain: (line: string) => void said.push(line) };
    const code = await runCli(
      [webhooksCli],
      ['webhooks', ...args],
      async () => ({
        tools: { parts: app.parts, get: (token) => app.nest.get(token), say: lines.say },
        close: async () => undefined,
      }),
      lines,
    );
    return [code, said];
  };
  const at = () => app.parts.clock.now();
  const cancelled = (externalId: string, factId: string): GatewayEvent => ({
    kind: 'subscription',
    owner: fakeOwner(ann),
    externalId,
    facts: [{ type: 'CancellationScheduled', data: { factId, occurredAt: 1 } }],
  });

  it('is shut to what is not signed, signed wrongly, signed long ago, or of nobody', async () => {
    const { body, signature } = deliveryOf('e1', [], at());
    expect(await post(body, {})).toEqual([403, 'PERMISSION_ERROR', { reason: 'signature' }]);
    expect(await post(`${body.toString()} `, { 'fake-signature': signature })).toEqual([
      403,
      'PERMISSION_ERROR',
      { reason: 'signature' },
    ]);
    expect(await post(body, { 'fake-signature': deliveryOf('e1', [], at() - 600_000).signature })).toEqual([
      403,
      'PERMISSION_ERROR',
      { reason: 'time' },
    ]);
    expect(await post(body, { 'fake-signature': signature }, 'nobody')).toEqual([404, 'NOT_FOUND', {}]);
    expect(await post(Buffer.alloc(1_048_577), { 'fake-signature': signature })).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      {},
    ]);
    expect(await stored('e1')).toBeUndefined();
  });

  it('keeps a delivery before it answers, handles it after that, and takes the same one again without a word', async () => {
    expect(await deliver('e1', [cancelled('sub_1', 'f1')])).toEqual([200]);
    expect((await stored('e1'))?.document.eventId).toBe('e1');
    const once = await handled('e1');
    expect(await Promise.all([1, 2, 3].map(() => deliver('e1', [cancelled('sub_1', 'f1')])))).toEqual([
      [200],
      [200],
      [200],
    ]);
    expect((await stored('e1'))?.document).toEqual(once);
    expect(
      (await app.parts.events.readStream(subscriptionStream(subscriptionIdOf('fake', 'sub_1')), {})).map(
        ({ type }) => type,
      ),
    ).toEqual(['SubscriptionOpened', 'CancellationScheduled']);
  });

  it('answers that it could not when it could not keep it, and has not', async () => {
    isFull = true;
    expect(await deliver('e1', [cancelled('sub_1', 'f1')])).toEqual([500, 'TRY_AGAIN', {}]);
    expect(await stored('e1')).toBeUndefined();
    isFull = false;
    expect(await deliver('e1', [cancelled('sub_1', 'f1')])).toEqual([200]);
    await handled('e1');
  });

  it('tries again what could not be handled for now, with pauses that grow', async () => {
    gateway.isAway = true;
    await deliver('e1', [cancelled('sub_1', 'f1')]);
    const tried = await until(
      async () => (await stored('e1'))?.document,
      (document) => document?.tries === 1,
    );
    expect(tried).toMatchObject({ state: 'waiting', faults: 0, reason: 'unreachable' });
    const inbox = app.nest.get(Inbox);
    app.pass(OWN_TURN_MS);
    await inbox.sweep();
    const again = await until(
      async () => (await stored('e1'))?.document,
      (document) => document?.tries === 2,
    );
    expect((again?.dueAt ?? 0) - at()).toBeGreaterThan(0);
    gateway.isAway = false;
    await inbox.sweep();
    await inbox.settled();
    expect((await stored('e1'))?.document.state).toBe('waiting');
    app.pass(DAY);
    await inbox.sweep();
    await handled('e1');
  });

  it('takes up what another process had taken in and not handled', async () => {
    const { body } = deliveryOf('e1', [cancelled('sub_1', 'f1')], at());
    const deliveries = app.nest.get(Deliveries);
    await deliveries.put({
      id: deliveryId('fake', 'e1'),
      expectedVersion: 0,
      document: {
        gateway: 'fake',
        eventId: 'e1',
        body: body.toString(),
        receivedAt: at(),
        state: 'waiting',
        faults: 0,
        tries: 0,
        dueAt: at() + OWN_TURN_MS,
        handledAt: null,
        reason: null,
      },
    });
    await app.nest.get(Inbox).sweep();
    await app.nest.get(Inbox).settled();
    expect((await stored('e1'))?.document.state).toBe('waiting');
    app.pass(OWN_TURN_MS + 1);
    await app.nest.get(Inbox).sweep();
    await handled('e1');
  });

  it('sets aside loudly what nobody can understand, and handles it when an operator asks once it is mended', async () => {
    await deliver('bad', [
      {
        ...cancelled('sub_1', 'f1'),
        facts: [{ type: 'PlanChanged', data: { factId: 'f2', occurredAt: 1, priceId: 'gone' } }],
      } as GatewayEvent,
    ]);
    await deliver('whose', [], productError('SUBSCRIPTION_NOT_FOUND'));
    await deliver('odd', [], productError('INVOICE_NOT_FOUND'));
    await deliver('good', [cancelled('sub_2', 'f1')]);
    await handled('good');
    await until(
      async () => (await stored('bad'))?.document.state,
      (state) => state === 'parked',
    );
    await until(
      async () => (await stored('whose'))?.document.state,
      (state) => state === 'parked',
    );
    expect(app.logged.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual(
      expect.arrayContaining(
        ['VALIDATION_ERROR priceId', 'SUBSCRIPTION_NOT_FOUND'].map((reason) =>
          expect.objectContaining({ gateway: 'fake', reason, tries: 1 }),
        ),
      ),
    );
    expect(await (await fetch(`${app.url}/api/health/ready`)).json()).toMatchObject({
      ready: true,
      checks: { deliveries: { ok: true, words: expect.stringContaining('2 parked') } },
    });
    for (let tries = 2; tries <= 8; tries += 1) {
      app.pass(DAY / 4);
      await app.nest.get(Inbox).sweep();
      await until(
        async () => (await stored('odd'))?.document.tries,
        (now) => now === tries,
      );
    }
    expect((await stored('odd'))?.document).toMatchObject({
      state: 'parked',
      reason: 'INVOICE_NOT_FOUND',
      dueAt: null,
    });
    expect(await operator('list', '--state', 'parked')).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/parked {2}fake bad .*VALIDATION_ERROR priceId/), '3 deliveries.']),
    ]);
    const [code, said] = await operator('replay', '--state', 'parked');
    expect([code, said.at(-1)]).toEqual([1, '0 of 3 handled.']);
    const known = (await stored('whose'))!;
    await app.nest
      .get(Deliveries)
      .put({
        id: known.id,
        expectedVersion: known.version,
        document: { ...known.document, body: deliveryOf('whose', [cancelled('sub_3', 'f1')], at()).body.toString() },
      });
    expect(await operator('replay', '--id', known.id)).toEqual([0, ['1 of 1 handled.']]);
    expect(await operator('replay')).toEqual([1, ['Name the deliveries with --id, --state parked or --since.']]);
    expect(await operator('list', '--state', 'lost')).toMatchObject([
      1,
      [expect.stringContaining('There is no state lost')],
    ]);
  });

  it('forgets what was handled after thirty days, and what was set aside after half a year, with a word', async () => {
    await deliver('e1', [cancelled('sub_1', 'f1')]);
    await deliver('e2', [], productError('VALIDATION_ERROR', { field: 'x' }));
    await handled('e1');
    await until(
      async () => (await stored('e2'))?.document.state,
      (state) => state === 'parked',
    );
    const prune = () => app.nest.get(Deliveries).prune(at(), app.parts.logger);
    expect(await prune()).toBe(0);
    app.pass(DELIVERY_KEPT_MS + DAY);
    expect(await prune()).toBe(1);
    expect([await stored('e1'), (await stored('e2'))?.document.state]).toEqual([undefined, 'parked']);
    app.pass(PARKED_KEPT_MS - DELIVERY_KEPT_MS);
    expect(await prune()).toBe(1);
    expect(await stored('e2')).toBeUndefined();
    expect(app.logged.filter(({ message }) => message.includes('deleted without having been handled'))).toMatchObject([
      { level: 'error', fields: { gateway: 'fake', event: 'e2', reason: 'VALIDATION_ERROR x' } },
    ]);
  });

  it('comes to one state and one set of credits, in whatever order and however often a whole life is delivered', async () => {
    const START = at() - 20 * DAY;
    const END = addMonths(START, 1);
    const life = (userId: string): readonly GatewayEvent[] => {
      const owner = fakeOwner(userId);
      const sub = (facts: Extract<GatewayEvent, { readonly kind: 'subscription' }>['facts']): GatewayEvent => ({
        kind: 'subscription',
        owner,
        externalId: `sub_${userId}`,
        facts,
      });
      const pack = (
        facts: Extract<GatewayEvent, { readonly kind: 'purchase' }>['facts'],
        externalId: string,
      ): GatewayEvent => ({ kind: 'purchase', owner, externalId, facts });
      const invoice = (n: number, when: number, more: object) => ({
        factId: `paid${n}`,
        occurredAt: when,
        amountPaid: 1_500,
        anchor: START,
        currency: 'usd',
        invoiceId: `in_${userId}_${n}`,
        periodEnd: END,
        periodStart: START,
        priceId: 'kinora-lite-monthly',
        reason: 'start' as const,
        ...more,
      });
      return [
        sub([
          {
            type: 'SubscriptionStarted',
            data: {
              factId: 'begun',
              occurredAt: START,
              currency: 'usd',
              customSub: 0,
              customerId: 'c',
              discountRate: 0,
              periodEnd: END,
              periodStart: START,
              priceId: 'kinora-lite-monthly',
              status: 'incomplete',
            },
          },
        ]),
        sub([
          {
            type: 'PaymentFailed',
            data: {
              factId: 'failed1',
              occurredAt: START + 1,
              amountDue: 1_500,
              attempts: 1,
              currency: 'usd',
              invoiceId: `in_${userId}_1`,
              nextAttemptAt: null,
            },
          },
        ]),
        sub([{ type: 'PaymentSucceeded', data: invoice(1, START + 2, {}) }]),
        sub([
          { type: 'PlanChanged', data: { factId: 'up', occurredAt: START + DAY, priceId: 'kinora-pro-monthly' } },
          {
            type: 'PaymentSucceeded',
            data: invoice(2, START + DAY, {
              priceId: 'kinora-pro-monthly',
              reason: 'upgrade',
              periodStart: START + DAY,
              replaces: { priceId: 'kinora-lite-monthly', until: END },
            }),
          },
        ]),
        sub([{ type: 'CancellationScheduled', data: { factId: 'cancel', occurredAt: START + 2 * DAY } }]),
        sub([{ type: 'SubscriptionReactivated', data: { factId: 'back', occurredAt: START + 3 * DAY } }]),
        sub([
          {
            type: 'PaymentRefunded',
            data: {
              factId: 'refund',
              occurredAt: START + 4 * DAY,
              amount: 1_500,
              currency: 'usd',
              invoiceId: `in_${userId}_2`,
              refundId: 're_1',
            },
          },
        ]),
        sub([{ type: 'CancellationScheduled', data: { factId: 'cancel2', occurredAt: START + 5 * DAY } }]),
        pack(
          [
            {
              type: 'PurchasePaid',
              data: {
                factId: 'pack',
                occurredAt: START + DAY,
                amountPaid: 800,
                currency: 'usd',
                invoiceId: `pi_${userId}_1`,
                priceId: 'kinora-credits-100',
              },
            },
          ],
          `buy_${userId}_1`,
        ),
        pack(
          [
            {
              type: 'PurchasePaid',
              data: {
                factId: 'pack2',
                occurredAt: START + DAY,
                amountPaid: 3_500,
                currency: 'usd',
                invoiceId: `pi_${userId}_2`,
                priceId: 'kinora-credits-500',
              },
            },
          ],
          `buy_${userId}_2`,
        ),
        pack(
          [
            {
              type: 'PurchaseDisputed',
              data: {
                factId: 'dispute',
                occurredAt: START + 6 * DAY,
                amount: 3_500,
                currency: 'usd',
                disputeId: 'd',
                invoiceId: `pi_${userId}_2`,
              },
            },
          ],
          `buy_${userId}_2`,
        ),
      ];
    };
    const outcome = async (user: string) => {
      const queries = app.nest.get(QueryBus);
      const key = { userId: user as UserId, appName: 'kinora', usageType: 'credits' } as const; // a test's own
      const { grants, available } = await until(
        () => queries.execute(new GetBalance(key)),
        (balance) => balance.available === 400,
      );
      const subLog = await until(
        () => queries.execute(new GetSubLog(key.userId, 'kinora')),
        (log) => log.currentPlan.cancelAtPeriodEnd,
      );
      const { lines } = await queries.execute(new GetStatement(key, { limit: 100 }));
      const open = lines
        .filter(({ kind }) => kind === 'grant')
        .map(({ id, net }) => `${id} ${net}`)
        .filter((line) => !line.includes('_2 ') && !line.includes('_2.'));
      return canonicalJson({
        grants: grants.map(({ source, available: left }) => [source, left]),
        available,
        status: subLog.currentPlan.status,
        plan: subLog.currentPlan.subProductRelation.map(({ priceId }) => priceId),
        ends: subLog.currentPlan.currentPeriodEnd,
        standing: open.sort(),
      }).replaceAll(user, 'user');
    };
    const deliverAll = async (user: string, order: readonly number[], size: number) => {
      const all = life(user);
      const sent: Promise<unknown>[] = [];
      for (const index of order) {
        const event = all[index];
        if (event !== undefined) sent.push(deliver(`${user}.${index}`, [event]));
        if (sent.length % size === 0) await Promise.all(sent);
      }
      await Promise.all(sent);
      for (const index of new Set(order)) await handled(`${user}.${index}`);
    };
    const indexes = life('x').map((_, index) => index);
    await deliverAll('inorder', indexes, 1);
    const expected = await outcome('inorder');
    expect(JSON.parse(expected)).toMatchObject({ available: 400, status: 'active' });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(indexes, { minLength: indexes.length, maxLength: indexes.length }),
        fc.array(fc.constantFrom(...indexes), { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (order, repeats, size) => {
          const user = `user${(run += 1)}`;
          await deliverAll(user, [...order, ...repeats], size);
          expect(await outcome(user)).toBe(expected);
        },
      ),
      { numRuns: 15 },
    );
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
