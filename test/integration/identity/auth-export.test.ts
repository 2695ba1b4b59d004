import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { avatarDocument, Avatars, AVATARS } from '../../../src/identity/profile/avatars.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { letter, linkIn, member, Person, refusal } from '../../support/people/account.js';
import type { TestApp } from '../../support/servers/app.js';
import { appsOfEachTest } from '../../support/servers/apps.js';
import { collect } from '../../support/browser/collect.js';
import { drawn, DRAWN_BYTES } from '../../support/people/drawn.js';
import { until } from '../../support/until.js';
import { unzip } from '../../support/files/zip.js';

const ADA = 'ada@example.org';
const DAY = 86_400_000;
const MESSAGE = '4f9bd0f6-6a5c-4a44-9a38-2f8f4c9f6b0e';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const ready = (person: Person): Promise<unknown> =>
  until(
    () => person.api.account.exportStatus.query(),
    (status) => status?.state === 'ready',
  );
const fetched = (person: Person): Promise<Response> => person.fetch('/api/account/export');
const identifierOf = async (answer: Response): Promise<unknown> =>
  z.object({ error: z.object({ identifier: z.string() }) }).parse(await answer.json()).error.identifier;

describe('taking one’s data away', () => {
  const start = appsOfEachTest();
  let app: TestApp;
  let ada: Person;
  beforeEach(async () => {
    app = await start();
    ada = await member(app, ADA);
  });

  it('is for visitors too, who get no letter', async () => {
    const visitor = new Person(app.url);
    await visitor.visit();
    await visitor.api.account.export.mutate();
    await ready(visitor);
    const files = unzip(Buffer.from(await (await fetched(visitor)).arrayBuffer()));
    expect(JSON.parse(files.get('profile.json')?.toString('utf8') ?? '')).toMatchObject({ deviceId: visitor.deviceId });
    expect((await fetched(new Person(app.url))).status).toBe(401);
    await until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
    // One verified her address, and it is the only one.
    expect((await app.parts.mail.outbox?.list(10))?.items.map(({ to }) => to)).toEqual([ADA]);
  });

  it('is one file of works, statement and profile, and a letter that says so', async () => {
    const { id: userId } = await ada.me();
    const id = await drawn(app, userId as UserId); // the session's own
    const project = await ada.api.project.create.mutate({ requestId: randomUUID(), name: 'Summer' });
    await ada.api.project.move.mutate({ taskIds: [id], projectId: project.id });
    const square = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#123456' } })
      .webp()
      .toBuffer();
    await new Avatars(
      await app.parts.documents.collection(AVATARS, (stored) => avatarDocument.parse(stored)),
      app.parts.blobs,
    ).set(userId as UserId, square, async () => undefined); // the session's own
    await until(
      async () => (await ada.api.credits.statement.query({})).lines.length,
      (lines) => lines === 2,
    );
    await until(
      async () => (await ada.api.notices.list.query({})).items.length,
      (count) => count === 1,
    );
    await ada.api.contact.send.mutate({
      id: MESSAGE,
      name: 'Ada',
      email: ADA,
      topic: 'idea',
      message: 'A lighthouse of three towers.',
    });
    expect(await ada.api.account.exportStatus.query()).toBeNull();
    expect(await ada.api.account.export.mutate()).toMatchObject({ state: 'waiting' });
    await ready(ada);
    const answer = await fetched(ada);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'application/zip', 'attachment; filename="kinora-data.zip"', 'private, no-store']);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const day = /^works\/(?<day>\d{4}-\d\d-\d\d)-/.exec(
      [...files.keys()].find((path) => path.startsWith('works/')) ?? '',
    )?.groups?.['day'];
    const said = [...files.keys()].find((path) => path.startsWith('messages/')) ?? '';
    expect(said).toMatch(new RegExp(`^messages/\\d{4}-\\d\\d-\\d\\d-${MESSAGE}\\.json$`));
    expect([...files.keys()].sort()).toEqual([
      said,
      'notices.json',
      'profile.json',
      'profile/picture.webp',
      'projects.json',
      'statement/kinora-credits.jsonl',
      `works/${day}-${id}-1.json`,
      `works/${day}-${id}-1.png`,
    ]);
    const textOf = (name: string): string => files.get(name)?.toString('utf8') ?? '';
    expect(JSON.parse(textOf('profile.json'))).toMatchObject({ email: ADA, deviceId: ada.deviceId });
    expect(files.get('profile/picture.webp')).toEqual(square);
    expect(textOf('profile.json')).not.toContain('argon2');
    expect(JSON.parse(textOf('notices.json'))).toMatchObject([{ read: false, kind: 'credits-given', amount: 30 }]);
    expect(JSON.parse(textOf(said))).toMatchObject({
      state: 'open',
      email: ADA,
      message: 'A lighthouse of three towers.',
      answers: [],
    });
    expect(textOf('statement/kinora-credits.jsonl').trim().split('\n')).toHaveLength(2);
    expect(JSON.parse(textOf(`works/${day}-${id}-1.json`))).toMatchObject({
      prompt: 'a lighthouse in the fog',
      seed: 7,
    });
    expect(files.get(`works/${day}-${id}-1.png`)?.toString()).toBe(DRAWN_BYTES);
    expect(JSON.parse(textOf('projects.json'))).toEqual([
      { id: project.id, name: 'Summer', isDefault: false, made: expect.any(String), works: [id] },
    ]);
    const mail = await letter(app, ADA, 3);
    expect([mail.subject, new URL(linkIn(mail)).pathname]).toEqual(['Your Kinora data is ready', '/account']);
  });

  it('is for its owner alone, and for nobody without a session', async () => {
    await ada.api.account.export.mutate();
    await ready(ada);
    const stranger = await member(app, 'eve@example.org');
    expect(await identifierOf(await fetched(stranger))).toBe('VERIFICATION_EXPIRED');
    expect((await fetched(new Person(app.url))).status).toBe(401);
    expect(await refusal(new Person(app.url).api.account.export.mutate())).toMatchObject({
      identifier: 'NOT_SIGNED_IN',
    });
  });

  it('is made once however often it is asked for meanwhile, and a few times a day at most', async () => {
    const idle = await start({ env: { ROLES: 'api,projector' } });
    const eve = await member(idle, 'eve@example.org');
    const request = await Promise.all(Array.from({ length: 4 }, () => eve.api.account.export.mutate()));
    expect(new Set(request.map(({ requestedAt }) => requestedAt)).size).toBe(1);
    expect(await idle.parts.jobs.size('identity.exports')).toEqual({ waiting: 1, held: 0 });
    const said: unknown[] = [];
    for (let times = 0; times < 4; times += 1) {
      said.push(await refusal(ada.api.account.export.mutate()));
      await ready(ada);
    }
    expect(said.at(-1)).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS' });
    // Of the files before the last nothing is left.
    expect(
      (await collect(app.parts.blobs.list()))
        .flatMap(({ references }) => references)
        .filter((reference) => reference.startsWith('export.')),
    ).toHaveLength(1);
  });

  it('can be fetched for seven days', async () => {
    await ada.api.account.export.mutate();
    await ready(ada);
    app.pass(6 * DAY);
    expect((await fetched(ada)).status).toBe(200);
    app.pass(DAY);
    expect(await identifierOf(await fetched(ada))).toBe('VERIFICATION_EXPIRED');
    expect(await ada.api.account.exportStatus.query()).toBeNull();
  });
});
