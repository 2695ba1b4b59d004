import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { appeal, decideCase, type Subject } from '../../../src/creation/reports/case.js';
import { CASE_DECIDED, CaseStore, REPORT_FILED } from '../../../src/creation/reports/case.store.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Opened } from '../adapters.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';

const user = (name: string): UserId => name as UserId; // the test's own users
const [ADA, EVE, BOB, MAX, KIM] = [user('ada'), user('eve'), user('bob'), user('max'), user('kim')];
const WORK: Subject = { kind: 'work', workId: 'w1' };
const AUTHOR: Subject = { kind: 'author' };

describeAdapters(documentStores, 'reports and their cases', ({ open }) => {
  let opened: Opened<DocumentStore>;
  let cases: CaseStore;

  beforeEach(async () => {
    opened = await open();
    cases = await CaseStore.open(opened.store);
  });
  afterEach(() => opened.dispose());

  async function report(reporter: UserId, subject: Subject, at: number): Promise<boolean> {
    const filed = await cases.file({ subject, owner: ADA, reporter, reason: 'spam', at });
    if (filed !== undefined) await cases.recount(filed);
    return filed !== undefined;
  }
  const rule = (subject: Subject, revision: number, by = MAX) =>
    cases.change({ subject, owner: ADA }, (current) => decideCase(current, { kind: 'dismiss' }, by, 50, revision));
  const messages = async () => (await opened.store.pendingMessages(100)).map(({ type, data }) => ({ type, data }));

  it('take a reporter’s report once, of a work for ever and of an author again after a decision', async () => {
    expect([await report(EVE, WORK, 1), await report(EVE, WORK, 2), await report(BOB, WORK, 3)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await report(EVE, AUTHOR, 4), await report(EVE, AUTHOR, 5)]).toEqual([true, false]);
    expect(await cases.find('work.w1')).toMatchObject({ owner: ADA, reports: 2, reportedAt: 1, round: 1 });
    expect((await rule(WORK, 0)).ok && (await rule(AUTHOR, 0)).ok).toBe(true);
    expect([await report(EVE, WORK, 60), await report(EVE, AUTHOR, 61)]).toEqual([false, true]);
    expect(await cases.find('author.ada')).toMatchObject({ reports: 1, reportedAt: 61, round: 2 });
  });

  it('wait in the order of their first reports, and no longer after a decision', async () => {
    await report(EVE, AUTHOR, 9);
    await report(EVE, { kind: 'work', workId: 'w2' }, 2);
    await report(EVE, WORK, 5);
    const waiting = async () => {
      const first = await cases.waiting(2);
      const second = first.next === undefined ? { items: [] } : await cases.waiting(2, first.next);
      return [...first.items, ...second.items].map(({ id }) => id);
    };
    expect(await waiting()).toEqual(['work.w2', 'work.w1', 'author.ada']);
    await rule(WORK, 0);
    expect(await waiting()).toEqual(['work.w2', 'author.ada']);
    expect((await cases.of(ADA)).map(({ id }) => id).sort()).toEqual(['author.ada', 'work.w1', 'work.w2']);
  });

  it('count every report of many at once, and let one of several decisions at once pass', async () => {
    const reporters = Array.from({ length: 20 }, (_, index) => user(`u${index}`));
    await Promise.all(reporters.map((one, index) => report(one, WORK, index + 1)));
    expect(await cases.find('work.w1')).toMatchObject({ reports: 20, round: 1 });
    const decided = await Promise.all([MAX, KIM, BOB].map((by) => rule(WORK, 0, by)));
    expect(decided.filter(({ ok }) => ok)).toHaveLength(1);
    expect(decided.filter(({ ok }) => !ok)).toEqual(Array(2).fill({ ok: false, error: 'REPORT_ALREADY_HANDLED' }));
    expect(await cases.find('work.w1')).toMatchObject({ reports: 0, round: 2, decisions: [{ reports: 20 }] });
    const answered = [];
    for await (const { reporter } of cases.allOfRound('work.w1', 1)) answered.push(reporter);
    expect(answered.sort()).toEqual([...reporters].sort());
  });

  it('send a message for each report, decision and answer, in the same write', async () => {
    await report(EVE, AUTHOR, 1);
    const restrict = { kind: 'restrict', reason: 'spam', days: 7 } as const;
    const of = { subject: AUTHOR, owner: ADA };
    await cases.change(of, (current) => decideCase(current, restrict, MAX, 2));
    await cases.change(of, (current) => appeal(current, 1, 'It was a mistake.', 3));
    await cases.change(of, (current) => decideCase(current, { kind: 'answer', number: 1, isGranted: true }, KIM, 4));
    const decided = { type: CASE_DECIDED, data: { caseId: 'author.ada', number: 1 } };
    expect(await messages()).toEqual([{ type: REPORT_FILED, data: { reportId: 'author.ada.eve' } }, decided, decided]);
  });

  it('forget what a purged user reported, and all that concerns them as an author', async () => {
    await report(EVE, WORK, 1);
    await report(BOB, WORK, 2);
    await cases.forget(EVE);
    expect(await cases.find('work.w1')).toMatchObject({ reports: 1 });
    await cases.forget(BOB);
    expect((await cases.waiting(10)).items).toEqual([]);
    await report(KIM, AUTHOR, 3);
    await cases.forget(ADA);
    await cases.forget(ADA);
    expect([await cases.of(ADA), await cases.report('author.ada.kim')]).toEqual([[], undefined]);
  });
});
