import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { defined } from '../../../src/kernel/defined.shared.js';
import { refusal, Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

/** A visitor whom a trusted proxy says to be in a country, with their ten credits. */
async function visitorOf(app: TestApp, country?: string): Promise<Person> {
  const person = new Person(app.url, defined({ 'cf-ipcountry': country }));
  await person.visit();
  await until(
    async () => (await person.api.credits.balance.query({})).available,
    (available) => available === 10,
  );
  return person;
}
const video = (person: Person) =>
  person.api.video.createVideoByText.mutate({
    requestId: randomUUID(),
    model: 'preview-motion',
    price: { amount: 10, priceVersion: 1 },
    prompt: 'waves',
    seconds: 3,
    resolution: '480p',
    seed: 1,
  });
const image = (person: Person) =>
  person.api.text2Image.create.mutate({
    requestId: randomUUID(),
    model: 'preview',
    aspect: '16:9',
    price: { amount: 1, priceVersion: 1 },
    prompt: 'waves',
    seed: 1,
  });
const PROXIED = { ROLES: 'api,projector', TRUST_PROXY: '1', COUNTRY_HEADER: 'cf-ipcountry' };

describe('free use', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ...PROXIED, FREE_USE_REFUSED_TO: 'blocked' } });
  });
  afterAll(() => app.close());

  it('is three videos a day outside the United States: the fourth is told so in three parts, and holds nothing', async () => {
    const visitor = await visitorOf(app, 'DE');
    for (let made = 0; made < 3; made += 1) expect((await video(visitor)).data.status).toBe('queued');
    const { held } = await visitor.api.credits.balance.query({});
    const answer = await visitor.fetch('/api/trpc/video.createVideoByText', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-ipcountry': 'DE' },
      body: JSON.stringify({
        requestId: randomUUID(),
        model: 'preview-motion',
        price: { amount: 10, priceVersion: 1 },
        prompt: 'waves',
        seconds: 3,
        resolution: '480p',
        seed: 1,
      }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      {
        error: {
          message: 'kinora::credits::USER_VIDEO_LIMIT',
          data: { identifier: 'USER_VIDEO_LIMIT', code: 'FORBIDDEN', params: { limit: 3 } },
        },
      },
    ]);
    expect((await visitor.api.credits.balance.query({})).held).toBe(held);
    expect((await image(visitor)).data.status).toBe('queued');
  });

  it('is as many as there are credits for inside them', async () => {
    const visitor = await visitorOf(app, 'US');
    for (let made = 0; made < 4; made += 1) expect((await video(visitor)).data.status).toBe('queued');
  });

  it('is refused to the countries of the list that the operator chose, and to no other', async () => {
    const refused = { identifier: 'PERMISSION_ERROR', params: { reason: 'country' } };
    const visitor = await visitorOf(app, 'IR');
    for (const made of [video, image]) expect(await refusal(made(visitor))).toEqual(refused);
    expect((await visitor.api.credits.balance.query({})).held).toBe(0);
    expect((await image(await visitorOf(app, 'NO'))).data.status).toBe('queued');
  });

  it('is refused to no country unless the operator says so', async () => {
    const open = await startApp({ env: PROXIED });
    try {
      expect((await image(await visitorOf(open, 'IR'))).data.status).toBe('queued');
    } finally {
      await open.close();
    }
  });
});
