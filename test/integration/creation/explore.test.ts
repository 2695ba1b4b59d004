import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { FeedStore } from '../../../src/creation/explore/feed.store.js';
import { VOTER_AGE_MS } from '../../../src/creation/explore/rank.shared.js';
import { Authors } from '../../../src/creation/publishing/authors.js';
import type { Visibility } from '../../../src/creation/publishing/work.shared.js';
import { Limits } from '../../../src/identity/index.js';
import { userPurged } from '../../../src/identity/messages.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import { drawn } from '../../support/people/drawn.js';
import { judgedImage, moderator } from '../../support/people/moderation.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const facts = z.object({ page: z.object({ works: z.array(z.object({ id: z.string() })) }) });

describe('Explore over the wire', () => {
  let app: TestApp;
  let ada: Person;
  let eve: Person;
  let mod: Person;
  let nobody: Person;
  let image: Buffer;
  let author: string;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = await member(app, 'ada@example.org');
    eve = await member(app, 'eve@example.org');
    mod = await moderator(app);
    nobody = new Person(app.url);
    image = await judgedImage(app, '#3a6ea5', 'passes');
    author = app.nest.get(Authors).idOf(await idOf(ada));
  });
  afterAll(() => app.close());
  // As many submissions and marks as one may make in a minute are fewer than all of these.
  beforeEach(() => app.pass(61_000));

  const idOf = async (who: Person): Promise<UserId> => (await who.me()).id as UserId; // the session's own
  async function publish(who: Person, visibility: Visibility): Promise<string> {
    app.pass(1);
    const taskId = await drawn(app, await idOf(who), { bytes: image });
    await who.api.work.publish.mutate({
      taskId,
      index: 0,
      title: 'A lighthouse',
      sharing: 'result',
      visibility,
      consent: true,
    });
    await mod.api.work.judge.mutate({ id: `${taskId}-0`, verdict: { kind: 'approve', round: 1 } });
    return `${taskId}-0`;
  }
  const placeOf = (id: string) => ({ taskId: id.slice(0, -2), index: 0 });
  const listed = async (order: 'new' | 'trending' = 'new') =>
    (await nobody.api.work.feed.query({ order })).works.map(({ id }) => id);
  const delivered = () =>
    until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
  const indexed = (order: 'new' | 'trending', expected: readonly string[]) =>
    until(
      () => listed(order),
      (found) => JSON.stringify(found) === JSON.stringify(expected),
    );

  it('lists what its owner makes public, and nothing that is only reached by its link', async () => {
    const hidden = await publish(ada, 'unlisted');
    const shown = await publish(ada, 'public');
    await indexed('new', [shown]);
    const { works } = await nobody.api.work.feed.query({ kind: 'image' });
    expect(works).toMatchObject([{ id: shown, title: 'A lighthouse', author: { id: author, name: null } }]);
    expect(JSON.stringify(works)).not.toContain(await idOf(ada));
    expect((await nobody.api.work.feed.query({ kind: 'video' })).works).toEqual([]);
    const sitemap = await nobody.fetch('/sitemap.xml');
    const urls = await sitemap.text();
    expect([
      sitemap.headers.get('content-type'),
      urls.includes('/all<'),
      urls.includes(`/v/${shown}<`),
      urls.includes(hidden),
    ]).toEqual(['application/xml; charset=utf-8', true, true, false]);
    expect(await (await nobody.fetch('/robots.txt')).text()).toContain('/sitemap.xml');
    expect(facts.parse(await (await nobody.fetch('/api/explore?kind=image&order=odd')).json()).page.works).toHaveLength(
      1,
    );
    await ada.api.work.list.mutate({ ...placeOf(hidden), visibility: 'public' });
    await indexed(
      'new',
      [hidden, shown].sort((a, b) => (a === shown ? -1 : b === shown ? 1 : 0)),
    );
    await ada.api.work.list.mutate({ ...placeOf(hidden), visibility: 'unlisted' });
    // At once, before any message is delivered.
    expect(await listed()).toEqual([shown]);
    expect(await refusal(eve.api.work.list.mutate({ ...placeOf(shown), visibility: 'unlisted' }))).toMatchObject({
      identifier: 'PUBLISHED_PERMISSION_ERROR',
    });
    await mod.api.work.judge.mutate({ id: shown, verdict: { kind: 'remove', reason: 'spam' } });
    expect(await listed()).toEqual([]);
    await delivered();
    expect(await refusal(nobody.api.work.author.query({ id: author }))).toMatchObject({ identifier: 'USER_NOT_FOUND' });
  });

  it('shows nothing that its index lists and its owner does not', async () => {
    const loner = await member(app, 'loner@example.org');
    const owner = await idOf(loner);
    const loners = app.nest.get(Authors).idOf(owner);
    const id = await publish(loner, 'unlisted');
    await delivered();
    await app.nest
      .get(FeedStore)
      .refresh(id, async () => ({
        owner,
        author: loners,
        media: 'image',
        procedure: 'text2Image.create',
        publishedAt: app.parts.clock.now(),
        votes: 0,
        terms: [],
      }));
    app.pass(61_000);
    const isInSitemap = async () => (await (await nobody.fetch('/sitemap.xml')).text()).includes(id);
    expect(await isInSitemap()).toBe(false);
    expect([
      await refusal(nobody.api.work.author.query({ id: loners })),
      await refusal(eve.api.work.follow.mutate({ id: loners })),
    ]).toMatchObject(Array(2).fill({ identifier: 'USER_NOT_FOUND' }));
    await loner.api.work.list.mutate({ ...placeOf(id), visibility: 'public' });
    expect(await nobody.api.work.author.query({ id: loners })).toMatchObject({ works: 1 });
    app.pass(61_000);
    expect(await isInSitemap()).toBe(true);
    await loner.api.work.withdraw.mutate(placeOf(id));
  });

  it('ranks by likes of others with accounts of some age, and never by the author’s own', async () => {
    const [older, newer] = [await publish(ada, 'public'), await publish(ada, 'public')];
    await indexed('trending', [newer, older]);
    await ada.api.work.like.mutate({ id: older });
    await eve.api.work.like.mutate({ id: older });
    await delivered();
    // Eve's account is too young to vote. Both likes are shown.
    expect(await listed('trending')).toEqual([newer, older]);
    expect(await eve.api.work.marks.query({ id: older })).toEqual({ likes: 2, isLiked: true, isSaved: false });
    expect(await refusal(nobody.api.work.like.mutate({ id: older }))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    const voter = await member(app, 'voter@example.org');
    app.pass(VOTER_AGE_MS);
    await voter.enter({ email: 'voter@example.org', password: PASSWORD });
    for (const id of [older, older]) await voter.api.work.like.mutate({ id });
    await indexed('trending', [older, newer]);
    expect(await listed('new')).toEqual([newer, older]);
    for (const id of [older, older]) await voter.api.work.unlike.mutate({ id });
    await indexed('trending', [newer, older]);
  });

  it('limits what one user or one address reads and changes in a minute', async () => {
    const id = await publish(ada, 'public');
    const refusedAfter = async (call: () => Promise<unknown>): Promise<number> => {
      for (let done = 0; done < 100; done += 1)
        if (JSON.stringify(await refusal(call()))?.includes('TOO_MANY_ATTEMPTS') === true) return done;
      return Infinity;
    };
    const limits = app.nest.get(Limits);
    expect(await refusedAfter(() => eve.api.work.ownFeed.query({ which: 'saved' }))).toBe(60);
    expect(await refusedAfter(() => ada.api.work.list.mutate({ ...placeOf(id), visibility: 'unlisted' }))).toBe(30);
    while ((await limits.listing('127.0.0.1')).ok);
    expect(await refusal(nobody.api.work.feed.query({}))).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS' });
    expect((await nobody.fetch('/api/explore')).status).toBe(429);
  });

  it('shows a user the works of whom they follow and what they saved, until they take it back', async () => {
    const id = await publish(ada, 'public');
    for (let again = 0; again < 2; again += 1) {
      await eve.api.work.follow.mutate({ id: author });
      await eve.api.work.bookmark.mutate({ id });
    }
    await until(
      async () => (await eve.api.work.ownFeed.query({ which: 'following' })).works[0]?.id,
      (first) => first === id,
    );
    expect(await eve.api.work.author.query({ id: author })).toMatchObject({
      followers: 1,
      isFollowed: true,
      isOwn: false,
      works: 3,
    });
    const first = await eve.api.work.ownFeed.query({ which: 'following', limit: 2 });
    const second = await eve.api.work.ownFeed.query({ which: 'following', limit: 2, cursor: first.next });
    expect([first.works.length, second.works.length, second.next]).toEqual([2, 1, undefined]);
    const hidden = await publish(ada, 'unlisted');
    await eve.api.work.bookmark.mutate({ id: hidden });
    // Whoever saved a work has its link. Its author's page is not shown, because the work is not there.
    expect((await eve.api.work.ownFeed.query({ which: 'saved' })).works).toMatchObject([
      { id: hidden, author: { name: null } },
      { id, author: { id: author } },
    ]);
    expect(JSON.stringify((await eve.api.work.ownFeed.query({ which: 'saved', limit: 1 })).works)).not.toContain(
      author,
    );
    await ada.api.work.withdraw.mutate(placeOf(hidden));
    expect((await eve.api.work.ownFeed.query({ which: 'saved' })).works.map((work) => work.id)).toEqual([id]);
    expect(await refusal(ada.api.work.follow.mutate({ id: author }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await refusal(eve.api.work.feed.query({ cursor: 'not a cursor' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
    await eve.api.work.unfollow.mutate({ id: author });
    await eve.api.work.unbookmark.mutate({ id });
    expect((await eve.api.work.ownFeed.query({ which: 'following' })).works).toEqual([]);
    expect((await eve.api.work.ownFeed.query({ which: 'saved' })).works).toEqual([]);
  });

  it('loses a user’s works with the account, and their marks when it can no longer be restored', async () => {
    const leaver = await member(app, 'leaver@example.org');
    const leaverId = await idOf(leaver);
    const [id = ''] = await listed();
    const own = await publish(leaver, 'public');
    await leaver.api.work.like.mutate({ id });
    await until(listed, (found) => found.includes(own));
    expect((await nobody.api.work.marks.query({ id })).likes).toBe(1);
    await leaver.api.account.delete.mutate({ confirm: 'leaver@example.org', password: PASSWORD });
    expect(await listed()).not.toContain(own);
    expect([
      await refusal(nobody.api.work.marks.query({ id: own })),
      await refusal(nobody.api.work.author.query({ id: app.nest.get(Authors).idOf(leaverId) })),
    ]).toMatchObject([{ identifier: 'TASK_NOT_FOUND' }, { identifier: 'USER_NOT_FOUND' }]);
    await delivered();
    await leaver.enter({ email: 'leaver@example.org', password: PASSWORD, restore: 'true' });
    expect(await leaver.api.work.marks.query({ id })).toMatchObject({ likes: 1, isLiked: true });
    const purged = await app.parts.documents.collection({ name: 'purged', indexes: [] }, (stored) => stored);
    await purged.put({ id: 'a', document: {}, expectedVersion: 0, outbox: [userPurged({ userId: leaverId })] });
    await until(
      async () => (await nobody.api.work.marks.query({ id })).likes,
      (likes) => likes === 0,
    );
  });
});
