import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { Authors } from '../../../src/creation/publishing/authors.js';
import { Works } from '../../../src/creation/publishing/works.js';
import type { CaseView } from '../../../src/creation/reports/report.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { letter, lettersTo, member, outboxOf, Person, refusal } from '../../support/people/account.js';
import { drawn } from '../../support/people/drawn.js';
import { judgedImage, moderator } from '../../support/people/moderation.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const DAY = 86_400_000;

describe('reports over the wire', () => {
  let app: TestApp;
  let eve: Person;
  let bob: Person;
  let max: Person;
  let kim: Person;
  let zoe: Person;
  let nobody: Person;
  let image: Buffer;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    eve = await member(app, 'eve@example.org');
    bob = await member(app, 'bob@example.org');
    max = await moderator(app, 'max@example.org');
    kim = await moderator(app, 'kim@example.org');
    zoe = await moderator(app, 'zoe@example.org');
    nobody = new Person(app.url);
    image = await judgedImage(app, '#3a6ea5', 'passes');
  });
  afterAll(() => app.close());
  // As many submissions and reports as one may make in an hour are fewer than all of these.
  beforeEach(() => app.pass(3_601_000));

  const idOf = async (who: Person): Promise<UserId> => (await who.me()).id as UserId; // the session's own
  const authorIdOf = async (who: Person): Promise<string> => app.nest.get(Authors).idOf(await idOf(who));
  const submit = async (
    who: Person,
    how: { readonly sharing: 'result' | 'recipe'; readonly surcharge?: number } = { sharing: 'result' },
  ): Promise<string> => {
    const taskId = await drawn(app, await idOf(who), { bytes: image });
    const work = { taskId, index: 0, title: 'A lighthouse', visibility: 'public', ...how } as const;
    await who.api.work.publish.mutate({ ...work, consent: true });
    return `${taskId}-0`;
  };
  async function published(who: Person, how?: Parameters<typeof submit>[1]): Promise<string> {
    const id = await submit(who, how);
    await max.api.work.judge.mutate({ id, verdict: { kind: 'approve', round: 1 } });
    await until(
      async () => (await nobody.api.work.feed.query({})).works.map((work) => work.id),
      (ids) => ids.includes(id),
    );
    return id;
  }
  const isListed = async (id: string): Promise<boolean> =>
    (await nobody.api.work.feed.query({})).works.some((work) => work.id === id);
  const statusOf = async (who: Person, id: string): Promise<number> => (await who.fetch(`/api/works/${id}`)).status;
  const caseOf = async (who: Person, id: string): Promise<CaseView | undefined> =>
    (await who.api.report.queue.query({ limit: 50 })).cases.find((one) => one.id === id);
  const noticesOf = async (who: Person) => (await who.api.notices.list.query({})).items.map(({ content }) => content);
  const notified = (who: Person, kind: string) =>
    until(
      () => noticesOf(who),
      (all) => all.some((content) => content.kind === kind),
    );

  it('go from a reporter to an administrator, who removes the work; an appeal to another restores it', async () => {
    const ada = await member(app, 'ada@example.org');
    const id = await published(ada);
    await eve.api.report.work.mutate({ id, reason: 'rights', comment: ' It is mine. ' });
    await bob.api.report.work.mutate({ id, reason: 'rights' });
    expect([
      await refusal(eve.api.report.work.mutate({ id, reason: 'spam' })),
      await refusal(ada.api.report.work.mutate({ id, reason: 'spam' })),
    ]).toMatchObject([{ identifier: 'REPORT_ALREADY_EXISTS' }, { identifier: 'REPORT_OWN_SUBJECT' }]);

    const waiting = await caseOf(max, `work.${id}`);
    expect(waiting).toMatchObject({
      revision: 0,
      kind: 'work',
      shown: {
        work: { id, title: 'A lighthouse' },
        words: 'a lighthouse in the fog',
        recipe: { procedure: 'text2Image.create', seed: 7 },
      },
      author: { id: await authorIdOf(ada), isBanned: false, earlier: [], reports: 0 },
      reports: { count: 2, reasons: [{ reason: 'rights', count: 2 }], comments: [{ text: 'It is mine.' }] },
      decisions: [],
      isOwn: false,
    });
    for (const who of [eve, bob]) expect(JSON.stringify(waiting)).not.toContain(await idOf(who));

    const ruling = { kind: 'remove', reason: 'rights' } as const;
    await max.api.report.decide.mutate({ id: `work.${id}`, revision: 0, ruling });
    expect(
      await refusal(kim.api.report.decide.mutate({ id: `work.${id}`, revision: 0, ruling: { kind: 'dismiss' } })),
    ).toMatchObject({ identifier: 'REPORT_ALREADY_HANDLED' });
    expect([await isListed(id), await statusOf(nobody, id), await caseOf(max, `work.${id}`)]).toEqual([
      false,
      404,
      undefined,
    ]);
    for (const who of [eve, bob])
      expect(await notified(who, 'report-handled')).toContainEqual({
        kind: 'report-handled',
        about: 'work',
        acted: true,
      });
    await notified(ada, 'work-removed');

    const [decision] = await ada.api.report.own.query();
    if (decision === undefined) throw new Error('no decision');
    expect(decision).toMatchObject({ action: 'remove', reason: 'rights', mayAppeal: true, work: { id } });
    for (const who of [eve, max]) expect(JSON.stringify(decision)).not.toContain(await idOf(who));
    const { caseId, number } = decision;
    const text = 'I made it all by myself.';
    expect(await refusal(eve.api.report.appeal.mutate({ caseId, number, text }))).toMatchObject({
      identifier: 'REPORT_NOT_FOUND',
    });
    await ada.api.report.appeal.mutate({ caseId, number, text });
    expect(await refusal(ada.api.report.appeal.mutate({ caseId, number, text: `${text} Really.` }))).toMatchObject({
      identifier: 'APPEAL_ALREADY_EXISTS',
    });
    const appealed = await caseOf(kim, caseId);
    expect(appealed?.decisions).toMatchObject([{ action: 'remove', isOwn: false, appeal: { text } }]);
    const answer = {
      id: caseId,
      revision: appealed?.revision ?? 0,
      ruling: { kind: 'answer', number, isGranted: true },
    } as const;
    expect(await refusal(max.api.report.decide.mutate(answer))).toMatchObject({ identifier: 'SECOND_PERSON' });
    await kim.api.report.decide.mutate(answer);
    expect([await statusOf(nobody, id), await caseOf(kim, caseId)]).toEqual([200, undefined]);
    await until(
      () => isListed(id),
      (listed) => listed,
    );
    expect(await notified(ada, 'appeal-answered')).toContainEqual({
      kind: 'appeal-answered',
      about: 'remove',
      granted: true,
    });
  });

  it('are decided also for what is in the trash, where works stay withdrawn', async () => {
    const owner = await member(app, 'tidy@example.org');
    const id = await published(owner);
    const ids = [id.slice(0, id.lastIndexOf('-'))];
    const again = { taskId: ids[0] ?? '', index: 0, title: 'A lighthouse', visibility: 'public' } as const;
    const works = app.nest.get(Works);
    const change = (kind: 'trash' | 'restore') => owner.api.task.change.mutate({ ids, change: { kind } });
    const submitted = () => owner.api.work.publish.mutate({ ...again, sharing: 'result', consent: true });

    await change('trash');
    await works.judge(await idOf(max), id, { kind: 'remove', reason: 'rights' });
    await change('restore');
    expect(await refusal(submitted())).toMatchObject({ identifier: 'PUBLISH_STATUS_PROTECTED' });

    await change('trash');
    await works.judge(await idOf(kim), id, { kind: 'restore' });
    await change('restore');
    expect(await statusOf(nobody, id)).toBe(404);
    await submitted();

    await max.api.work.judge.mutate({ id, verdict: { kind: 'approve', round: 2 } });
    await works.judge(await idOf(max), id, { kind: 'remove', reason: 'rights' });
    await change('trash');
    await works.judge(await idOf(kim), id, { kind: 'restore' });
    await change('restore');
    expect(await statusOf(nobody, id)).toBe(404);
    await submitted();
  });

  it('of an author lead to a restriction for a time, and to a ban by two administrators', async () => {
    const author = await member(app, 'author@example.org');
    const id = await published(author);
    const recipe = await published(author, { sharing: 'recipe', surcharge: 5 });
    const surcharge = async (): Promise<unknown> =>
      z
        .object({ work: z.object({ remix: z.object({ surcharge: z.int() }) }) })
        .parse(await (await nobody.fetch(`/api/works/${recipe}`)).json()).work.remix.surcharge;
    expect(await surcharge()).toBe(5);
    await eve.api.report.author.mutate({ id: await authorIdOf(author), reason: 'works' });
    const caseId = `author.${await idOf(author)}`;
    expect(await caseOf(max, caseId)).toMatchObject({ kind: 'author', reports: { count: 1 } });
    const restriction = { kind: 'restrict', reason: 'spam', days: 7 } as const;
    await max.api.report.decide.mutate({ id: caseId, revision: 0, ruling: restriction });
    expect(await refusal(submit(author))).toMatchObject({ identifier: 'PUBLISHING_RESTRICTED', params: { days: 7 } });
    expect(await isListed(id)).toBe(true);
    expect(await surcharge()).toBe(0);
    await notified(author, 'publishing-restricted');
    app.pass(7 * DAY);
    expect(await surcharge()).toBe(5);
    await submit(author);

    await max.api.report.decide.mutate({ id: caseId, revision: 1, ruling: { kind: 'request-ban', reason: 'spam' } });
    expect(await caseOf(max, caseId)).toMatchObject({ request: { isOwn: true } });
    expect((await max.api.report.queue.query({})).administrators).toBe(3);
    const confirm = { id: caseId, revision: 2, ruling: { kind: 'confirm-ban' } } as const;
    expect(await refusal(max.api.report.decide.mutate(confirm))).toMatchObject({ identifier: 'SECOND_PERSON' });
    expect(await isListed(id)).toBe(true);
    await kim.api.report.decide.mutate(confirm);
    expect([
      await isListed(id),
      await statusOf(nobody, id),
      (await nobody.fetch(`/api/works/${id}/media`)).status,
      await statusOf(author, id),
      await statusOf(max, id),
    ]).toEqual([false, 404, 404, 200, 200]);
    expect(await refusal(submit(author))).toMatchObject({ identifier: 'AUTHOR_BANNED' });
    await notified(author, 'publishing-banned');

    const [ban] = await author.api.report.own.query();
    expect(ban).toMatchObject({ action: 'ban', mayAppeal: true });
    const number = ban?.number ?? 0;
    await author.api.report.appeal.mutate({ caseId, number, text: 'I will not do it again.' });
    const answer = { id: caseId, revision: 4, ruling: { kind: 'answer', number, isGranted: true } } as const;
    for (const who of [max, kim])
      expect(await refusal(who.api.report.decide.mutate(answer))).toMatchObject({ identifier: 'SECOND_PERSON' });
    await zoe.api.report.decide.mutate(answer);
    expect([await isListed(id), await statusOf(nobody, id)]).toEqual([true, 200]);
  });

  it('are made by members and handled by administrators alone, and every decision is in the operators’ log', async () => {
    const owner = await member(app, 'owner@example.org');
    const id = await published(owner);
    const visitor = new Person(app.url);
    await visitor.visit();
    const decision = { id: `work.${id}`, revision: 0, ruling: { kind: 'dismiss' } } as const;
    const appeal = { caseId: `work.${id}`, number: 1, text: 'It was a mistake.' };
    const calls = (who: Person) => [
      refusal(who.api.report.work.mutate({ id, reason: 'spam' })),
      refusal(who.api.report.author.mutate({ id: 'a', reason: 'spam' })),
      refusal(who.api.report.appeal.mutate(appeal)),
      refusal(who.api.report.own.query()),
      refusal(who.api.report.queue.query({})),
      refusal(who.api.report.decide.mutate(decision)),
    ];
    expect(await Promise.all(calls(visitor))).toMatchObject([
      ...Array<object>(4).fill({ identifier: 'NOT_SIGNED_IN' }),
      ...Array<object>(2).fill({ identifier: 'PERMISSION_ERROR' }),
    ]);
    for (const who of [eve, owner])
      expect([
        await refusal(who.api.report.queue.query({})),
        await refusal(who.api.report.decide.mutate(decision)),
      ]).toMatchObject(Array(2).fill({ identifier: 'PERMISSION_ERROR' }));

    await eve.api.report.work.mutate({ id, reason: 'spam' });
    await max.api.report.decide.mutate(decision);
    expect(await isListed(id)).toBe(true);
    const { records } = await max.api.operatorLog.list.query({ limit: 20 });
    expect(records).toContainEqual(
      expect.objectContaining({ what: 'report.decide', who: await idOf(max), subjects: { id: `work.${id}` } }),
    );
    expect(await refusal(max.api.report.queue.query({ cursor: 'x' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
  });

  it('of a refused text: its author appeals, an administrator grants it, and the text is let through', async () => {
    const author = await member(app, 'author-of-texts@example.org');
    const taskId = await drawn(app, await idOf(author), { bytes: image });
    const work = { taskId, index: 0, title: 'A nude study', sharing: 'result', visibility: 'unlisted' } as const;
    const publish = () => author.api.work.publish.mutate({ ...work, consent: true });
    const refused = await refusal(publish());
    expect(refused).toMatchObject({
      identifier: 'ILLEGAL_CONTENT',
      params: { input: 'title', category: 'sexual', words: 'nude', appeal: 'possible' },
    });
    const id = String((refused as { params: Record<string, unknown> }).params['refusal']); // as was just checked
    for (const who of [eve, author])
      expect([
        await refusal(who.api.refusal.queue.query({})),
        await refusal(who.api.refusal.answer.mutate({ id, isGranted: true })),
      ]).toMatchObject(Array(2).fill({ identifier: 'PERMISSION_ERROR' }));
    await author.api.refusal.appeal.mutate({ id, comment: ' It is a study of a statue. ' });
    expect(await refusal(publish())).toMatchObject({ params: { refusal: id, appeal: 'waiting' } });
    expect((await max.api.refusal.queue.query({})).appeals).toMatchObject([
      { id, text: 'A nude study', comment: 'It is a study of a statue.', isOwn: false },
    ]);
    await max.api.refusal.answer.mutate({ id, isGranted: true });
    expect((await max.api.refusal.queue.query({})).appeals).toEqual([]);
    expect(await notified(author, 'refusal-answered')).toContainEqual({
      kind: 'refusal-answered',
      refusalId: id,
      granted: true,
    });
    const sent = await letter(app, 'author-of-texts@example.org', 2);
    expect(sent.text).toContain(`Your appeal against refusal ${id} was granted.`);
    await publish();
    expect((await author.api.refusal.own.query({})).refusals).toMatchObject([{ id, appeal: 'granted' }]);
    const { records } = await max.api.operatorLog.list.query({ limit: 20 });
    expect(records).toContainEqual(expect.objectContaining({ what: 'refusal.answer', subjects: { id } }));
  });

  it('is told by email only to those who want it', async () => {
    const [quiet, other] = ['quiet@example.org', 'told@example.org'];
    for (const email of [quiet, other]) {
      const author = await member(app, email);
      if (email === quiet)
        expect(await author.api.profile.setDecisionLetters.mutate({ isOn: false })).toMatchObject({
          decisionLetters: false,
        });
      const taskId = await drawn(app, await idOf(author), { bytes: image });
      const work = { taskId, index: 0, title: 'A nude study', sharing: 'result', visibility: 'unlisted' } as const;
      const refused = await refusal(author.api.work.publish.mutate({ ...work, consent: true }));
      const id = String((refused as { params: Record<string, unknown> }).params['refusal']); // of a refused title
      await author.api.refusal.appeal.mutate({ id, comment: '' });
      await max.api.refusal.answer.mutate({ id, isGranted: false });
      expect(await notified(author, 'refusal-answered')).toContainEqual({
        kind: 'refusal-answered',
        refusalId: id,
        granted: false,
      });
    }
    expect((await letter(app, other, 2)).subject).toBe('Your appeal on Kinora');
    await until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
    expect(await lettersTo(outboxOf(app), quiet)).toHaveLength(1);
  });

  it('of the moderation policy: administrators change it, reviewers see what it flags, and it can be restored', async () => {
    const author = await member(app, 'student@example.org');
    const { number: seen } = await max.api.moderation.policy.query();
    const reason = 'An art school.';
    const rules = { 'text.sexual': { threshold: 50, action: 'review' } } as const;
    const words = [{ category: 'hate', language: 'en', word: 'zornbold' }] as const;
    const change = { seen, reason, content: { rules, words: [...words] } };
    expect(await refusal(author.api.moderation.change.mutate(change))).toMatchObject({
      identifier: 'PERMISSION_ERROR',
    });
    await max.api.moderation.change.mutate(change);
    expect(await refusal(kim.api.moderation.change.mutate(change))).toMatchObject({ identifier: 'ENTRY_CHANGED' });
    const loose = { rules: { 'text.minors': { threshold: 50, action: 'allow' } }, words: [] } as const;
    expect(
      await refusal(kim.api.moderation.change.mutate({ seen: seen + 1, reason, content: { ...loose, words: [] } })),
    ).toMatchObject({ identifier: 'POLICY_PROTECTED', params: { rule: 'text.minors' } });

    const taskId = await drawn(app, await idOf(author), { bytes: image });
    const work = { taskId, index: 0, sharing: 'result', visibility: 'public', consent: true } as const;
    expect(await refusal(author.api.work.publish.mutate({ ...work, title: 'A zornbold' }))).toMatchObject({
      identifier: 'ILLEGAL_CONTENT',
      params: { category: 'hate', words: 'zornbold' },
    });
    await author.api.work.publish.mutate({ ...work, title: 'A nude study' });
    const review = (await kim.api.work.reviews.query({})).reviews.find(({ work: { id } }) => id === `${taskId}-0`);
    expect(review).toMatchObject({ flags: ['text.sexual'] });

    await kim.api.moderation.change.mutate({ seen: seen + 1, reason: 'Over.', content: { rules: {}, words: [] } });
    expect(await max.api.moderation.history.query({})).toMatchObject([
      { number: seen + 2, change: { by: await idOf(kim), reason: 'Over.' } },
      { number: seen + 1, content: { rules, words }, change: { by: await idOf(max), reason } },
    ]);
    app.pass(2_000);
    const other = await drawn(app, await idOf(author), { bytes: image });
    expect(
      await refusal(author.api.work.publish.mutate({ ...work, taskId: other, title: 'A nude study' })),
    ).toMatchObject({ identifier: 'ILLEGAL_CONTENT', params: { category: 'sexual' } });
  });

  it('are limited for each reporter', async () => {
    const reporter = await member(app, 'reporter@example.org');
    for (let made = 0; made < 20; made += 1)
      expect(await refusal(reporter.api.report.work.mutate({ id: 'none', reason: 'spam' }))).toMatchObject({
        identifier: 'TASK_NOT_FOUND',
      });
    expect(await refusal(reporter.api.report.work.mutate({ id: 'none', reason: 'spam' }))).toMatchObject({
      identifier: 'TOO_MANY_ATTEMPTS',
    });
  });
});
