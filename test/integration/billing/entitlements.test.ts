import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { GetSubLog, RecordFacts, type ReportedFact } from '../../../src/billing/index.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { member, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const DAY = 86_400_000;
const shown = (amount: number) => ({ amount, priceVersion: 1 });
const image = (person: Person, amount = 1) =>
  person.api.text2Image.create.mutate({
    requestId: randomUUID(),
    model: 'preview',
    aspect: '16:9',
    price: shown(amount),
    prompt: 'waves',
    seed: 1,
  });
const video = (person: Person, resolution: '720p' | '1080p') =>
  person.api.video.createVideoByText.mutate({
    requestId: randomUUID(),
    model: 'preview-motion',
    price: shown(100),
    prompt: 'waves',
    seconds: 3,
    resolution,
    seed: 1,
  });

describe('what a plan allows, over the wire', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
  });
  afterAll(() => app.close());

  /** Somebody pays for a month of a plan from now on, and the page they come back to waits for it as it does. */
  async function subscribe(person: Person, priceId: string): Promise<void> {
    const { id } = await person.me();
    const userId = id as UserId; // the session's own
    const at = app.parts.clock.now();
    const base = { occurredAt: at, currency: 'usd', periodStart: at, periodEnd: at + 30 * DAY, priceId };
    const facts: readonly ReportedFact[] = [
      {
        type: 'SubscriptionStarted',
        data: { ...base, factId: `${id}.1`, customSub: 0, customerId: id, discountRate: 0, status: 'active' },
      },
      {
        type: 'PaymentSucceeded',
        data: { ...base, factId: `${id}.2`, amountPaid: 1_500, anchor: at, invoiceId: `in.${id}`, reason: 'start' },
      },
      { type: 'CancellationScheduled', data: { occurredAt: at, factId: `${id}.3` } },
    ];
    const recorded = await app.nest
      .get(CommandBus)
      .execute(
        new RecordFacts({ appName: 'kinora', gateway: 'test', platformName: 'card', userId }, `sub.${id}`, facts),
      );
    if (!recorded.ok) throw new Error(recorded.error.identifier);
    await app.nest.get(QueryBus).execute(new GetSubLog(userId, 'kinora', recorded.value.token));
  }
  const funded = async (email: string): Promise<Person> => {
    const person = await member(app, email);
    await until(
      async () => (await person.api.credits.balance.query({})).available,
      (available) => available === 40,
    );
    return person;
  };

  it('is told to whoever asks, and counts at once when it is bought, and no more when it has ended', async () => {
    const visitor = new Person(app.url);
    await visitor.visit();
    const free = {
      tier: 'free',
      parallel: 1,
      waiting: 4,
      lane: 'free',
      proModels: false,
      maxShortSide: 720,
      marked: true,
      relaxedADay: 0,
      relaxedLeft: 0,
      freeVideos: null,
    };
    expect(await visitor.api.task.allowance.query()).toMatchObject(free);
    const ada = await funded('ada@example.org');
    expect(await ada.api.task.allowance.query()).toMatchObject(free);
    expect(await refusal(video(ada, '1080p'))).toEqual({
      identifier: 'PRO_FEATURE',
      params: { model: 'preview-motion', reason: 'VideoMode' },
    });
    expect((await video(ada, '720p')).data).toMatchObject({ status: 'queued', price: 3 });
    await subscribe(ada, 'kinora-lite-monthly');
    expect(await ada.api.task.allowance.query()).toMatchObject({
      tier: 'basic',
      parallel: 2,
      lane: 'plan',
      proModels: true,
      maxShortSide: 'any',
      marked: false,
    });
    expect((await video(ada, '1080p')).data).toMatchObject({ status: 'queued', width: 1_920, height: 1_080, price: 5 });
    // A session that is used lives on.
    app.pass(20 * DAY);
    await ada.me();
    app.pass(11 * DAY);
    expect(await ada.api.task.allowance.query()).toMatchObject(free);
    expect(await refusal(video(ada, '1080p'))).toMatchObject({ identifier: 'PRO_FEATURE' });
  });

  it('costs an unlimited plan nothing with models of the relaxed queue: the price that is shown is the price that is held', async () => {
    const eve = await funded('eve@example.org');
    await subscribe(eve, 'kinora-unlimited-monthly');
    await until(
      async () => (await eve.api.credits.balance.query({})).available,
      (available) => available === 1_540,
    );
    expect(await eve.api.task.allowance.query()).toMatchObject({
      tier: 'unlimited',
      parallel: 6,
      lane: 'fast',
      relaxedADay: 100,
      relaxedLeft: 100,
    });
    expect((await image(eve, 0)).data).toMatchObject({ status: 'queued', price: 0 });
    expect(
      await refusal(
        eve.api.text2Image.create.mutate({
          requestId: randomUUID(),
          model: 'preview-fine',
          price: shown(0),
          prompt: 'waves',
          seed: 1,
        }),
      ),
    ).toEqual({ identifier: 'PRICE_CHANGED', params: { amount: 3, priceVersion: 1 } });
    expect((await eve.api.task.allowance.query()).relaxedLeft).toBe(99);
    expect(await eve.api.credits.balance.query({})).toMatchObject({ available: 1_540, held: 0 });
    // Who has none still pays what is shown.
    const bob = await funded('bob@example.org');
    expect(await refusal(image(bob, 0))).toEqual({
      identifier: 'PRICE_CHANGED',
      params: { amount: 1, priceVersion: 1 },
    });
  });
});
