import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { begin, conclude, enqueue, recordOutput, reserve } from '../../../src/creation/tasks/task.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import { userPurged } from '../../../src/identity/messages.js';
import { avatarDocument, Avatars, AVATARS } from '../../../src/identity/profile/avatars.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { member, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { collect } from '../../support/browser/collect.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused');
  return result.value;
}

describe('a profile', () => {
  let app: TestApp;
  let ada: Person;
  let avatars: Avatars;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = await member(app, 'ada@example.org');
    avatars = new Avatars(
      await app.parts.documents.collection(AVATARS, (stored) => avatarDocument.parse(stored)),
      app.parts.blobs,
    );
  });
  afterAll(() => app.close());

  /** A picture of one colour that somebody has made, twice as wide as high. */
  async function createdImage(owner: UserId, background: string): Promise<TaskId> {
    const bytes = await sharp({ create: { width: 512, height: 256, channels: 3, background } })
      .png()
      .toBuffer();
    const id = randomUUID() as TaskId; // a test's own task
    const at = app.parts.clock.now();
    const { hash, size } = await app.parts.blobs.put(bytes, `task:${id}:0:1`);
    const wanted = reserve({
      id,
      owner,
      payer: owner,
      fingerprint: 'f',
      input: { prompt: background, negativePrompt: '', model: 'preview', count: 1, seed: 7 },
      params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
      sources: [],
      media: 'image',
      seconds: 0,
      width: 512,
      height: 256,
      price: { amount: 0, base: 0, perOutput: 0, version: 1 },
      eligibility: 'any',
      parallel: 1,
      lane: 'free',
      marked: false,
      createdAt: at,
      deadlineAt: at + 60_000,
    });
    const working = must(
      begin(must(enqueue(wanted, at, { stream: `credits-${owner}.kinora.credits` as StreamName, revision: 0 })), 1, at),
    ); // a test's own stream
    const made = must(
      recordOutput(
        working,
        1,
        0,
        {
          state: 'ready',
          seed: 7,
          type: 'image/png',
          hash,
          reference: `task:${id}:0:1`,
          width: 512,
          height: 256,
          bytes: size,
        },
        at,
      ),
    );
    await (await TaskStore.open(app.parts.documents, app.parts.logger)).create(must(conclude(made, 1, at)));
    return id;
  }

  const references = async (userId: string): Promise<number> => {
    let count = 0;
    for await (const { references: held } of app.parts.blobs.list()) if (held.includes(`avatar.${userId}`)) count += 1;
    return count;
  };

  it('has names, which the session carries too; empty ones are none', async () => {
    expect(await ada.api.user.find.query()).toMatchObject({
      name: null,
      names: null,
      image: null,
      decisionLetters: true,
    });
    expect(
      await ada.api.profile.update.mutate({ name: ' Ada ', firstName: 'Aug\u202eusta', lastName: 'King\n' }),
    ).toMatchObject({ name: 'Ada', names: { firstName: 'Aug usta', lastName: 'King' }, email: 'ada@example.org' });
    expect(await ada.me()).toMatchObject({ name: 'Ada' });
    expect(await ada.api.profile.update.mutate({ name: '', firstName: '', lastName: ' ' })).toMatchObject({
      name: null,
      names: null,
    });
    expect(
      await refusal(ada.api.profile.update.mutate({ name: 'x'.repeat(61), firstName: '', lastName: '' })),
    ).toMatchObject({ identifier: 'VALIDATION_ERROR', params: { field: 'name' } });
  });

  it('is an account’s, not a visitor’s', async () => {
    const visitor = new Person(app.url);
    await visitor.visit();
    expect(await refusal(visitor.api.profile.update.mutate({ name: 'x', firstName: '', lastName: '' }))).toMatchObject({
      identifier: 'NOT_SIGNED_IN',
    });
  });

  it('shows the middle of one’s own picture, square; another takes its place, and letters do again', async () => {
    const { id: userId } = await ada.me();
    const [red, blue] = [
      await createdImage(userId as UserId, '#ff0000'),
      await createdImage(userId as UserId, '#0000ff'),
    ]; // the session's own
    const first = await ada.api.avatar.choose.mutate({ image: { from: 'output', taskId: red, index: 0 } });
    const answer = await ada.fetch(first.image);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    });
    expect([await ada.me(), await ada.api.user.find.query()]).toMatchObject([
      { image: first.image },
      { image: first.image },
    ]);
    const second = await ada.api.avatar.choose.mutate({ image: { from: 'output', taskId: blue, index: 0 } });
    expect(second.image).not.toBe(first.image);
    expect([
      (await ada.fetch(first.image)).status,
      (await ada.fetch(second.image)).status,
      await references(userId),
    ]).toEqual([404, 200, 1]);
    expect(await ada.api.profile.removeImage.mutate()).toMatchObject({ image: null });
    expect([(await ada.fetch(second.image)).status, await references(userId)]).toEqual([404, 0]);
  });

  it('shows nobody’s picture to anybody else, and takes nobody else’s', async () => {
    const { id: userId } = await ada.me();
    const green = await createdImage(userId as UserId, '#00ff00'); // the session's own
    const { image } = await ada.api.avatar.choose.mutate({ image: { from: 'output', taskId: green, index: 0 } });
    const eve = await member(app, 'eve@example.org');
    expect([(await eve.fetch(image)).status, (await new Person(app.url).fetch(image)).status]).toEqual([404, 401]);
    expect(
      await refusal(eve.api.avatar.choose.mutate({ image: { from: 'output', taskId: green, index: 0 } })),
    ).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
    expect(await refusal(eve.api.avatar.choose.mutate({ image: { from: 'upload', id: randomUUID() } }))).toMatchObject({
      identifier: 'IMAGE_NOT_FOUND',
    });
  });

  it('shows one of two that are chosen at once, whichever it is, and the session says which', async () => {
    const grace = await member(app, 'grace@example.org');
    const { id: userId } = await grace.me();
    const images = [await createdImage(userId as UserId, '#111111'), await createdImage(userId as UserId, '#eeeeee')]; // the session's own
    for (let times = 0; times < 4; times += 1) {
      await Promise.all(
        images.map((taskId) => grace.api.avatar.choose.mutate({ image: { from: 'output', taskId, index: 0 } })),
      );
      expect([
        (await grace.fetch((await grace.api.user.find.query()).image ?? '')).status,
        await references(userId),
      ]).toEqual([200, 1]);
    }
    await grace.api.avatar.choose.mutate({ image: { from: 'output', taskId: images[0] ?? '', index: 0 } });
    await grace.api.avatar.choose.mutate({ image: { from: 'output', taskId: images[0] ?? '', index: 0 } });
    expect(
      await refusal(grace.api.avatar.choose.mutate({ image: { from: 'output', taskId: images[0] ?? '', index: 0 } })),
    ).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS' });
    app.pass(60_000);
    expect(
      await grace.api.avatar.choose.mutate({ image: { from: 'output', taskId: images[1] ?? '', index: 0 } }),
    ).toMatchObject({ image: expect.any(String) });
  });

  it('tells, with the address of whatever is shown then, of a choice that another process made in between', async () => {
    const userId = randomUUID() as UserId; // a test's own user
    const elsewhere = new Avatars(
      await app.parts.documents.collection(AVATARS, (stored) => avatarDocument.parse(stored)),
      app.parts.blobs,
    );
    const received: (string | undefined)[] = [];
    const write = async (shown: string | undefined): Promise<void> => {
      received.push(shown);
    };
    await avatars.set(userId, Buffer.from('here'), async (shown) => {
      if (received.length === 0) await elsewhere.set(userId, Buffer.from('there'), write);
      await write(shown);
    });
    const read = await avatars.of(userId);
    expect(read && Buffer.concat(await collect(read)).toString()).toBe('there');
    expect([
      received.length,
      received[2] === received[0],
      received[1] === received[0],
      await references(userId),
    ]).toEqual([3, true, false, 1]);
  });

  it('leaves no bytes behind: neither after a cut before they were shown, nor with the account', async () => {
    const userId = randomUUID() as UserId; // a test's own user
    const stored = await app.parts.documents.collection(AVATARS, (document) => avatarDocument.parse(document));
    const { hash } = await app.parts.blobs.put(Buffer.from('cut'), `avatar.${userId}`);
    await stored.put({ id: userId, document: { held: [hash] }, expectedVersion: 0 });
    const address = await avatars.set(userId, Buffer.from('whole'), async (shown) => shown ?? '');
    const read = await avatars.read(userId, address.split('/').at(-1) ?? '');
    expect([await references(userId), read && Buffer.concat(await collect(read)).toString()]).toEqual([1, 'whole']);
    await app.parts.documents
      .collection({ name: 'told_by_the_test', indexes: [] }, (document) => document)
      .then((received) =>
        received.put({ id: userId, document: {}, expectedVersion: 0, outbox: [userPurged({ userId })] }),
      );
    await until(
      () => references(userId),
      (count) => count === 0,
    );
    await until(
      () => stored.get(userId),
      (left) => left === undefined,
    );
  });
});
