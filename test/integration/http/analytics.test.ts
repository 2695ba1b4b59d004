import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BATCHES } from '../../../src/analytics/commands.js';
import type { EventBatch, PlacedEvent } from '../../../src/analytics/events.shared.js';
import { MAX_BATCH } from '../../../src/analytics/names.shared.js';
import { dayOf, dayPlus } from '../../../src/analytics/report.js';
import { LIMITS } from '../../../src/identity/sign-in/limits.js';
import { USERS, userDocument } from '../../../src/identity/accounts/user.js';
import { member, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';

jest.setTimeout(60_000);

const DAY = 86_400_000;
const page: PlacedEvent = { event: { name: 'page_view' }, area: 'home' };
const batchOf = (...events: readonly PlacedEvent[]): EventBatch => ({
  batch: randomUUID(),
  visit: randomUUID(),
  events: [...events],
});
const FLOW: readonly PlacedEvent[] = [
  page,
  {
    event: { name: 'createflow_start', createflow_id: 'f', project_id: null, form_type: 'text_to_image', flow: 'easy' },
    area: 'ai_image',
    after: 'tool',
  },
  {
    event: {
      name: 'createflow_form_submit',
      createflow_form_id: 'f',
      model_name: 'preview',
      form_type: 'text_to_image',
      flow: 'easy',
    },
    area: 'ai_image',
  },
  { event: { name: 'creation_success', record_id: 'r', procedure: 'text2Image.create' }, area: 'ai_image' },
];

describe('events of a browser', () => {
  let app: TestApp;
  let admin: Person;
  const today = (): string => dayOf(app.parts.clock.now());
  const report = (more: object = {}) => admin.api.analytics.report.query({ from: today(), to: today(), ...more });

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    admin = await member(app, 'root@example.org');
    const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
    const found = await users.get((await admin.me()).id);
    if (found === undefined) throw new Error('nobody');
    await users.put({
      id: found.id,
      document: { ...found.document, roles: ['admin'] },
      expectedVersion: found.version,
    });
    // Roles are read anew a few seconds after they were given.
    app.pass(6_000);
  });
  beforeEach(() => app.pass(2 * DAY));
  afterAll(() => app.close());

  /** Somebody who has no account. */
  async function visitor(): Promise<Person> {
    const person = new Person(app.url);
    await person.visit();
    return person;
  }
  /** As a page sends it while it is going away: a body, and what the browser adds. */
  const post = (who: Person, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    who.fetch('/api/trpc/analytics.record', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const said = async (answer: Response): Promise<unknown> => ({
    status: answer.status,
    ...z.object({ error: z.object({ data: z.object({ identifier: z.string() }) }) }).parse(await answer.json()).error
      .data,
  });

  it('are counted by the server’s day and what the caller is, and told to the administrator alone', async () => {
    const eve = await visitor();
    expect(await eve.api.analytics.record.mutate(batchOf(...FLOW))).toEqual({ taken: FLOW.length });
    await admin.api.analytics.record.mutate(batchOf(page, { event: { name: 'login', method: 'email' }, area: 'home' }));
    expect(await report()).toMatchObject({
      days: [{ day: today(), visits: 2, events: 2 }],
      visits: 2,
      totals: [
        { event: 'page_view', n: 2 },
        { event: 'login', n: 1 },
        { event: 'createflow_start', n: 1 },
        { event: 'createflow_form_submit', n: 1 },
        { event: 'creation_success', n: 1 },
      ],
      funnels: [
        { funnel: 'create', steps: [{ n: 2 }, { n: 1 }, { n: 1 }, { n: 1 }] },
        { funnel: 'join', steps: [{ n: 2 }, { n: 1 }, { n: 0 }] },
      ],
    });
    expect(await report({ status: 'free', event: 'login' })).toMatchObject({
      visits: 1,
      facets: expect.arrayContaining([{ facet: 'method', values: [{ value: 'email', n: 1 }] }]),
    });
    expect((await report({ event: 'createflow_start' })).facets).toContainEqual({
      facet: 'after',
      values: [{ value: 'tool', n: 1 }],
    });
    expect(await refusal(eve.api.analytics.report.query({ from: today(), to: today() }))).toMatchObject({
      identifier: 'PERMISSION_ERROR',
    });
  });

  it('count once, though the same batch comes by a call and as the page goes away', async () => {
    const eve = await visitor();
    const batch = batchOf(page);
    await eve.api.analytics.record.mutate(batch);
    expect((await post(eve, JSON.stringify(batch))).status).toBe(200);
    expect(await report()).toMatchObject({ visits: 1, totals: [{ event: 'page_view', n: 1 }] });
  });

  it('are refused as a whole when one of them is none, with a code, and count for nothing', async () => {
    const eve = await visitor();
    const bad: readonly unknown[] = [
      { ...batchOf(page), events: [] },
      { ...batchOf(page), events: Array.from({ length: MAX_BATCH + 1 }, () => page) },
      { ...batchOf(page), visit: 'ada@example.org' },
      { ...batchOf(page), user: 'ada' },
      { ...batchOf(page), events: [page, { ...page, event: { name: 'page_view', email: 'ada@example.org' } }] },
      {
        ...batchOf(page),
        events: [
          {
            ...page,
            event: { name: 'content_click', content_id: 'x'.repeat(101), author_id: 'kinora', content_tags: [] },
          },
        ],
      },
      { ...batchOf(page), events: [{ ...page, area: '<script>' }] },
      'nothing',
      null,
      [],
    ];
    for (const body of bad)
      expect([body, await said(await post(eve, JSON.stringify(body)))]).toEqual([
        body,
        expect.objectContaining({ status: 400, identifier: 'VALIDATION_ERROR' }),
      ]);
    expect(await said(await post(eve, '{"batch":'))).toMatchObject({ status: 400, identifier: 'PARSE_ERROR' });
    expect(await report()).toMatchObject({ visits: 0, totals: [] });
  });

  it('are taken from nobody without a session, and from no other site’s page', async () => {
    expect(await said(await post(new Person(app.url), JSON.stringify(batchOf(page))))).toMatchObject({
      status: 401,
      identifier: 'NOT_SIGNED_IN',
    });
    const eve = await visitor();
    expect((await post(eve, JSON.stringify(batchOf(page)), { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await report()).toMatchObject({ visits: 0 });
  });

  it('are refused when one caller sends without end, and taken again a minute later', async () => {
    const eve = await visitor();
    const { visit } = batchOf(page);
    for (let times = 0; times < BATCHES.limit; times++)
      await eve.api.analytics.record.mutate({ ...batchOf(page), visit });
    expect(await refusal(eve.api.analytics.record.mutate({ ...batchOf(page), visit }))).toMatchObject({
      identifier: 'TOO_MANY_ATTEMPTS',
    });
    app.pass(BATCHES.windowMs + 1);
    expect(await eve.api.analytics.record.mutate(batchOf(page))).toEqual({ taken: 1 });
  });

  it('count for no more visits than one caller can have begun, while those that have begun go on', async () => {
    const eve = await visitor();
    const first = batchOf(page);
    await eve.api.analytics.record.mutate(first);
    for (let times = 1; times < LIMITS.visit.limit; times++) await eve.api.analytics.record.mutate(batchOf(page));
    expect(await refusal(eve.api.analytics.record.mutate(batchOf(page)))).toMatchObject({
      identifier: 'TOO_MANY_ATTEMPTS',
    });
    expect(await eve.api.analytics.record.mutate({ ...batchOf(page), visit: first.visit })).toEqual({ taken: 1 });
    expect(await report()).toMatchObject({ visits: LIMITS.visit.limit });
  });

  it('leave nothing in the store that says whose they are', async () => {
    const eve = await visitor();
    await eve.api.analytics.record.mutate(batchOf(...FLOW));
    const { id } = await eve.me();
    const { documents } = app.parts;
    const kept: string[] = [];
    for (const name of (await documents.collections()).filter((one) => one.startsWith('analytics_')))
      for await (const document of documents.carryOut(name)) kept.push(JSON.stringify(document));
    expect(kept.length).toBeGreaterThan(0);
    for (const trace of [id, eve.deviceId, 'root@example.org', '127.0.0.1']) expect(kept.join()).not.toContain(trace);
  });

  it('are told of by days that make sense alone', async () => {
    for (const [from, to] of [
      [today(), dayPlus(today(), -1)],
      ['2020-01-01', today()],
      ['x', today()],
    ])
      expect(await refusal(admin.api.analytics.report.query({ from: from ?? '', to: to ?? '' }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
    expect((await admin.api.analytics.report.query({ from: dayPlus(today(), -3), to: today() })).days).toHaveLength(4);
  });
});
