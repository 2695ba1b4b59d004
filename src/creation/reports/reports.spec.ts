import { describe, expect, it } from '@jest/globals';
import type { NewNotice } from '../../identity/index.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok } from '../../kernel/result.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { productError } from '../../kernel/errors.shared.js';
import { decidePublication, type Publication } from '../publishing/publication.js';
import type { FoundWork } from '../publishing/work.view.js';
import { CaseStore } from './case.store.js';
import { reportPolicies } from './reports.policies.js';
import { Reports } from './reports.js';
import { AuthorSanctions } from './sanctions.js';

const user = (name: string): UserId => name as UserId; // the test's own users
const [ADA, EVE, BOB, MAX, KIM, ZOE] = ['ada', 'eve', 'bob', 'max', 'kim', 'zoe'].map(user) as [
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
]; // a list of six
const TASK = '00000000-0000-4000-8000-000000000001';
const WORK = `${TASK}-0`;

class Death extends Error {}

/** A process that ends before its `after`-th effect: a write of a document, of the work, or a notice. */
function mortal(after: number): { readonly step: () => void; readonly count: () => number } {
  let steps = 0;
  return {
    count: () => steps,
    step: () => {
      steps += 1;
      if (steps > after) throw new Death();
    },
  };
}

/** What outlives a process. */
interface World {
  readonly documents: DocumentStore;
  publication: Publication;
  readonly notices: Map<string, NewNotice>;
}

const newWorld = (): World => ({
  documents: createMemoryDocumentStore(),
  publication: {
    status: 'published',
    title: 'A lighthouse',
    sharing: 'result',
    visibility: 'public',
    round: 1,
    submittedAt: 1,
    publishedAt: 2,
  },
  notices: new Map(),
});

/** One process over a world; its works follow the rules of publication. */
async function open(world: World, step: () => void) {
  const documents: DocumentStore = {
    ...world.documents,
    collection: async (definition, decode) => {
      const real = await world.documents.collection(definition, decode);
      return {
        name: real.name,
        get: (id) => real.get(id),
        getMany: (ids) => real.getMany(ids),
        versions: (ids) => real.versions(ids),
        find: (query) => real.find(query),
        findPositions: (query) => real.findPositions(query),
        count: (where) => real.count(where),
        put: (operation) => {
          step();
          return real.put(operation);
        },
        putMany: (operations) => {
          step();
          return real.putMany(operations);
        },
        delete: (id, version, outbox) => {
          step();
          return real.delete(id, version, outbox);
        },
      };
    },
  };
  const cases = await CaseStore.open(documents);
  const clock = { now: () => 1_000 };
  const found = (viewer: UserId | undefined): FoundWork =>
    ({
      task: { id: TASK, owner: ADA, media: 'image' },
      index: 0,
      publication: world.publication,
      by: { owner: viewer === ADA, moderator: false },
    }) as unknown as FoundWork; // what reports read of a work
  const reports = new Reports({
    cases,
    clock,
    authors: { find: async () => ({ id: 'a', name: null }) },
    works: {
      find: async (id, viewer) => (id === WORK ? found(viewer.id) : undefined),
      judge: async (moderator, _id, verdict) => {
        step();
        const by = { owner: moderator === ADA, moderator: true };
        const decided = decidePublication(world.publication, verdict, by, clock.now());
        if (!decided.ok) return err(productError(decided.error));
        world.publication = decided.value;
        return ok(found(moderator));
      },
    },
    ownerOf: async () => ADA,
    isUser: async (id) => id === ADA,
    rateLimit: { take: async () => ({ allowed: true, remaining: 1, retryAfterMs: 0 }) },
    notify: async (notice) => {
      step();
      const id = `${notice.userId}.${notice.cause}`;
      if (!world.notices.has(id)) world.notices.set(id, notice);
    },
  });
  return { reports, cases, sanctions: new AuthorSanctions(cases, clock), policies: reportPolicies({ reports, cases }) };
}
type Process = Awaited<ReturnType<typeof open>>;

/** Delivers what a dead process left, twice, as a relay may. */
async function deliver(world: World, { policies }: Process): Promise<void> {
  const pending = await world.documents.pendingMessages(100);
  for (const message of [...pending, ...pending])
    for (const policy of policies) if (policy.types.includes(message.type)) await policy.handle(message);
}

/** The two administrators, the third who answers, and all that they and the author do. */
const STORY: readonly ((process: Process) => Promise<unknown>)[] = [
  ({ reports }) => reports.reportWork(EVE, WORK, { reason: 'spam' }),
  ({ reports }) => reports.reportWork(BOB, WORK, { reason: 'rights', comment: 'It is mine.' }),
  ({ reports }) => reports.reportAuthor(EVE, 'a', { reason: 'works' }),
  ({ reports }) => reports.decide(MAX, `work.${WORK}`, { kind: 'remove', reason: 'rights' }, 0),
  ({ reports }) => reports.decide(MAX, `author.${ADA}`, { kind: 'request-ban', reason: 'spam' }, 0),
  ({ reports }) => reports.decide(KIM, `author.${ADA}`, { kind: 'confirm-ban' }, 1),
  ({ reports }) => reports.appeal(ADA, { caseId: `work.${WORK}`, number: 1 }, 'I made it myself.'),
  ({ reports }) => reports.decide(ZOE, `work.${WORK}`, { kind: 'answer', number: 1, isGranted: true }, 2),
];

async function outcome(world: World) {
  const { cases, sanctions } = await open(world, () => undefined);
  return {
    publication: world.publication,
    work: await cases.find(`work.${WORK}`),
    author: await cases.find(`author.${ADA}`),
    sanctions: await sanctions.of(ADA),
    notices: [...world.notices.values()].map(({ userId, content }) => ({ userId, content })),
  };
}

describe('reports, from filing to the answer of an appeal', () => {
  it('end with a restored work, a banned author, and one notice for each who waits', async () => {
    const world = newWorld();
    const process = await open(world, () => undefined);
    for (const act of STORY) {
      expect(await act(process)).toEqual({ ok: true, value: undefined });
      await deliver(world, process);
    }
    const end = await outcome(world);
    expect(end).toMatchObject({
      publication: { status: 'published', publishedAt: 2 },
      sanctions: { isBanned: true },
      work: { reports: 0, decisions: [{ action: 'remove', reports: 2, appeal: { answer: { isGranted: true } } }] },
    });
    expect(end.notices).toHaveLength(5);
    expect(new Set(end.notices)).toEqual(
      new Set([
        { userId: BOB, content: { kind: 'report-handled', about: 'work', acted: true } },
        { userId: EVE, content: { kind: 'report-handled', about: 'work', acted: true } },
        { userId: EVE, content: { kind: 'report-handled', about: 'author', acted: true } },
        { userId: ADA, content: { kind: 'publishing-banned', reason: 'spam' } },
        { userId: ADA, content: { kind: 'appeal-answered', about: 'remove', granted: true } },
      ]),
    );
    expect(JSON.stringify(end.notices.filter(({ userId }) => userId === ADA))).not.toMatch(/eve|bob/);
    const causes = [...world.notices.values()].filter(({ userId }) => userId !== ADA).map(({ cause }) => cause);
    expect(causes.filter((cause) => cause.includes(ADA))).toEqual([]);
  });

  it('end the same wherever a process dies, and whether the call is repeated or left alone', async () => {
    const whole = newWorld();
    const life = mortal(Infinity);
    const process = await open(whole, life.step);
    const actsIn = (world: World) => [...STORY, (current: Process) => deliver(world, current)];
    for (const act of actsIn(whole)) await act(process);
    const expected = await outcome(whole);
    for (let after = 0; after < life.count(); after += 1) {
      const world = newWorld();
      const first = mortal(after);
      let current = await open(world, first.step);
      let deaths = 0;
      for (const act of actsIn(world)) {
        try {
          await act(current);
        } catch (error) {
          if (!(error instanceof Death)) throw error;
          deaths += 1;
          current = await open(world, () => undefined);
          await deliver(world, current);
          // The caller repeats the call, which was stored or not.
          await act(current);
        }
      }
      await deliver(world, current);
      const end = await outcome(world);
      expect([after, deaths]).toEqual([after, 1]);
      expect({ ...end, notices: new Set(end.notices) }).toEqual({ ...expected, notices: new Set(expected.notices) });
    }
  });

  it('refuse a report of oneself, a repeat, and an appeal of somebody else', async () => {
    const { reports } = await open(newWorld(), () => undefined);
    const code = async (given: ReturnType<Reports['appeal']>) => {
      const answer = await given;
      return answer.ok ? 'ok' : answer.error.identifier;
    };
    expect([
      await code(reports.reportWork(ADA, WORK, { reason: 'spam' })),
      await code(reports.reportAuthor(ADA, 'a', { reason: 'spam' })),
      await code(reports.reportWork(EVE, 'unknown', { reason: 'spam' })),
      await code(reports.reportWork(EVE, WORK, { reason: 'spam' })),
      await code(reports.reportWork(EVE, WORK, { reason: 'hate' })),
      await code(reports.decide(MAX, `work.${WORK}`, { kind: 'remove', reason: 'spam' }, 0)),
      await code(reports.decide(KIM, `work.${WORK}`, { kind: 'dismiss' }, 0)),
      await code(reports.appeal(EVE, { caseId: `work.${WORK}`, number: 1 }, 'It is not mine.')),
      await code(reports.decide(MAX, 'work.none', { kind: 'dismiss' }, 0)),
      await code(reports.decide(MAX, 'author.none', { kind: 'restrict', reason: 'spam', days: 1 }, 0)),
    ]).toEqual([
      'REPORT_OWN_SUBJECT',
      'REPORT_OWN_SUBJECT',
      'TASK_NOT_FOUND',
      'ok',
      'REPORT_ALREADY_EXISTS',
      'ok',
      'REPORT_ALREADY_HANDLED',
      'REPORT_NOT_FOUND',
      'TASK_NOT_FOUND',
      'USER_NOT_FOUND',
    ]);
  });
});
