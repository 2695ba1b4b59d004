import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import {
  decidePublication,
  isListed,
  recipeSurcharge,
  maySee,
  statusOf,
  type Choice,
  type Party,
  type Publication,
  type PublishCommand,
} from './publication.js';
import {
  PUBLISH_STATUSES,
  readWorkId,
  SHARINGS,
  VISIBILITIES,
  workIdOf,
  workTitleOf,
  type PublishStatus,
} from './work.shared.js';
import { storedPublication } from './work.stored.js';

const choice: Choice = { title: 'A lighthouse', sharing: 'prompt', visibility: 'unlisted' };
const OWNER: Party = { owner: true, moderator: false };
const MODERATOR: Party = { owner: false, moderator: true };
const BOTH: Party = { owner: true, moderator: true };

const submitted = { ...choice, round: 1, submittedAt: 1 };
const PUBLICATIONS: Readonly<Record<PublishStatus, Publication>> = {
  private: { ...submitted, status: 'private' },
  in_review: { ...submitted, status: 'in_review' },
  published: { ...submitted, status: 'published', publishedAt: 2 },
  rejected: { ...submitted, status: 'rejected', decidedAt: 2, reason: 'spam' },
  unpublished: { ...submitted, status: 'unpublished', publishedAt: 2 },
  removed: { ...submitted, status: 'removed', was: 'published', publishedAt: 2, decidedAt: 3, reason: 'rights' },
};
const COMMANDS = {
  submit: { kind: 'submit', title: 'Another title', sharing: 'recipe', visibility: 'unlisted' },
  withdraw: { kind: 'withdraw' },
  list: { kind: 'list', visibility: 'public' },
  ask: { kind: 'ask', surcharge: 5 },
  approve: { kind: 'approve', round: 1 },
  reject: { kind: 'reject', round: 1, reason: 'likeness' },
  remove: { kind: 'remove', reason: 'sensitive' },
  restore: { kind: 'restore' },
} as const satisfies Readonly<Record<PublishCommand['kind'], PublishCommand>>;

/**
 * Every transition and refusal: `wrong` is PUBLISH_STATUS_ERROR, `protected` is PUBLISH_STATUS_PROTECTED, `same` means
 * unchanged.
 */
const TABLE: Readonly<
  Record<
    PublishStatus | 'never',
    Readonly<Record<keyof typeof COMMANDS, PublishStatus | 'wrong' | 'protected' | 'same'>>
  >
> = {
  never: {
    submit: 'in_review',
    withdraw: 'wrong',
    list: 'wrong',
    ask: 'wrong',
    approve: 'wrong',
    reject: 'wrong',
    remove: 'wrong',
    restore: 'wrong',
  },
  private: {
    submit: 'in_review',
    withdraw: 'same',
    list: 'wrong',
    ask: 'wrong',
    approve: 'wrong',
    reject: 'wrong',
    remove: 'wrong',
    restore: 'wrong',
  },
  in_review: {
    submit: 'wrong',
    withdraw: 'private',
    list: 'wrong',
    ask: 'wrong',
    approve: 'published',
    reject: 'rejected',
    remove: 'wrong',
    restore: 'wrong',
  },
  published: {
    submit: 'wrong',
    withdraw: 'unpublished',
    list: 'published',
    ask: 'published',
    approve: 'same',
    reject: 'wrong',
    remove: 'removed',
    restore: 'same',
  },
  rejected: {
    submit: 'in_review',
    withdraw: 'wrong',
    list: 'wrong',
    ask: 'wrong',
    approve: 'wrong',
    reject: 'same',
    remove: 'wrong',
    restore: 'wrong',
  },
  unpublished: {
    submit: 'in_review',
    withdraw: 'same',
    list: 'wrong',
    ask: 'wrong',
    approve: 'wrong',
    reject: 'wrong',
    remove: 'removed',
    restore: 'same',
  },
  removed: {
    submit: 'protected',
    withdraw: 'protected',
    list: 'protected',
    ask: 'protected',
    approve: 'protected',
    reject: 'protected',
    remove: 'same',
    restore: 'published',
  },
};
const cases = Object.entries(TABLE).flatMap(([from, row]) =>
  Object.entries(row).map(([kind, outcome]) => ({ from, kind, outcome })),
);

const reason = fc.constantFrom(...REVIEW_REASONS);
const command: fc.Arbitrary<PublishCommand> = fc.oneof(
  fc.record({
    kind: fc.constant('submit' as const),
    title: fc.constantFrom('One', 'Two'),
    sharing: fc.constantFrom(...SHARINGS),
    visibility: fc.constantFrom(...VISIBILITIES),
  }),
  fc.record({ kind: fc.constant('list' as const), visibility: fc.constantFrom(...VISIBILITIES) }),
  fc.record({ kind: fc.constant('ask' as const), surcharge: fc.constantFrom(0, 5) }),
  fc.constant({ kind: 'withdraw' as const }),
  fc.record({ kind: fc.constant('approve' as const), round: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('reject' as const), round: fc.integer({ min: 1, max: 3 }), reason }),
  fc.record({ kind: fc.constant('remove' as const), reason }),
  fc.constant({ kind: 'restore' as const }),
);
const party = fc.record({ owner: fc.boolean(), moderator: fc.boolean() });

describe('publishing a work', () => {
  it.each(cases)('$from, asked to $kind: $outcome', ({ from, kind, outcome }) => {
    const before = from === 'never' ? undefined : PUBLICATIONS[from as PublishStatus]; // keys of the table
    const wanted = COMMANDS[kind as keyof typeof COMMANDS];
    const decided = decidePublication(
      before,
      wanted,
      wanted.kind === 'approve' || wanted.kind === 'restore' ? MODERATOR : BOTH,
      10,
    );
    if (outcome === 'wrong') return expect(decided).toEqual({ ok: false, error: 'PUBLISH_STATUS_ERROR' });
    if (outcome === 'protected') return expect(decided).toEqual({ ok: false, error: 'PUBLISH_STATUS_PROTECTED' });
    if (outcome === 'same') return expect(decided.ok && decided.value).toBe(before);
    expect(decided).toMatchObject({ ok: true, value: { status: outcome } });
  });

  it('is its owner’s to ask for and a moderator’s to decide', () => {
    for (const kind of ['submit', 'withdraw', 'list', 'ask'] as const)
      expect(decidePublication(PUBLICATIONS.in_review, COMMANDS[kind], MODERATOR, 10)).toEqual({
        ok: false,
        error: 'PUBLISHED_PERMISSION_ERROR',
      });
    for (const kind of ['approve', 'reject', 'remove', 'restore'] as const)
      expect(decidePublication(PUBLICATIONS.in_review, COMMANDS[kind], OWNER, 10)).toEqual({
        ok: false,
        error: 'PUBLISHED_PERMISSION_ERROR',
      });
  });

  it('is not let pass by a moderator whose own it is, who may only turn it down', () => {
    for (const before of [undefined, ...Object.values(PUBLICATIONS)])
      for (const own of [COMMANDS.approve, COMMANDS.restore])
        expect(decidePublication(before, own, BOTH, 10)).toEqual({ ok: false, error: 'PUBLISH_OWN_WORK' });
    expect(decidePublication(PUBLICATIONS.in_review, COMMANDS.reject, BOTH, 10)).toMatchObject({
      ok: true,
      value: { status: 'rejected' },
    });
    expect(decidePublication(PUBLICATIONS.published, COMMANDS.remove, BOTH, 10)).toMatchObject({
      ok: true,
      value: { status: 'removed' },
    });
  });

  it('is not let pass by a decision on a submission before: what was looked at is what is published', () => {
    const again = decidePublication(
      PUBLICATIONS.private,
      { kind: 'submit', title: 'Something else', sharing: 'recipe', visibility: 'unlisted' },
      OWNER,
      20,
    );
    if (!again.ok) throw new Error('refused');
    expect(again.value.round).toBe(2);
    expect(decidePublication(again.value, { kind: 'approve', round: 1 }, MODERATOR, 30)).toEqual({
      ok: false,
      error: 'PUBLISH_STATUS_ERROR',
    });
    expect(decidePublication(again.value, { kind: 'approve', round: 2 }, MODERATOR, 30)).toMatchObject({
      ok: true,
      value: { status: 'published', title: 'Something else', publishedAt: 30 },
    });
  });

  it('brings a removed work back as it was before: one that its owner had withdrawn stays withdrawn', () => {
    const removed = decidePublication(PUBLICATIONS.unpublished, { kind: 'remove', reason: 'rights' }, MODERATOR, 20);
    if (!removed.ok) throw new Error(removed.error);
    expect(decidePublication(removed.value, { kind: 'restore' }, MODERATOR, 30)).toEqual({
      ok: true,
      value: PUBLICATIONS.unpublished,
    });
  });

  it('whatever is asked, and by whom: only what another, who is a moderator, let pass or restored is published, what is removed stays so until restored, and the same again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(command, party), { maxLength: 30 }), (attempts) => {
        let now: Publication | undefined;
        attempts.forEach(([wanted, by], at) => {
          const decided = decidePublication(now, wanted, by, at);
          if (!decided.ok) return;
          const next = decided.value;
          if (next.status === 'published' && statusOf(now) !== 'published')
            expect([wanted.kind, by, now?.round]).toEqual([
              now?.status === 'removed' ? 'restore' : 'approve',
              { moderator: true, owner: false },
              next.round,
            ]);
          if (now?.status === 'removed' && wanted.kind !== 'restore') expect(next).toBe(now);
          expect(next.round - (now?.round ?? 0)).toBe(wanted.kind === 'submit' && next !== now ? 1 : 0);
          expect(PUBLISH_STATUSES).toContain(next.status);
          const again = decidePublication(next, wanted, by, at + 1);
          expect(again.ok && again.value).toBe(next);
          now = next;
        });
      }),
      { numRuns: 500 },
    );
  });

  it('shows a stranger what is published and nothing else, its owner everything, a moderator what is theirs to decide', () => {
    const shown = (by: Party) => PUBLISH_STATUSES.filter((status) => maySee(PUBLICATIONS[status], by));
    expect(shown({ owner: false, moderator: false })).toEqual(['published']);
    expect(shown(OWNER)).toEqual([...PUBLISH_STATUSES]);
    expect(shown(MODERATOR)).toEqual(['in_review', 'published', 'rejected', 'removed']);
    expect(maySee(undefined, MODERATOR)).toBe(false);
  });
});

describe('the surcharge of a work', () => {
  const recipe: Publication = { ...PUBLICATIONS.published, sharing: 'recipe' };
  it('is asked from when its owner sets it until they take it back, without another review', () => {
    const asks = decidePublication(recipe, { kind: 'ask', surcharge: 5 }, OWNER, 10);
    if (!asks.ok) throw new Error(asks.error);
    expect([recipeSurcharge(recipe), recipeSurcharge(asks.value)]).toEqual([0, 5]);
    expect(decidePublication(asks.value, { kind: 'ask', surcharge: 0 }, OWNER, 20)).toEqual({
      ok: true,
      value: recipe,
    });
  });
  it('is asked of nobody for a work that is not published, or whose recipe is not shared', () => {
    const others = PUBLISH_STATUSES.filter((status) => status !== 'published');
    const asking = others.map((status) =>
      recipeSurcharge({ ...PUBLICATIONS[status], sharing: 'recipe', surcharge: 5 }),
    );
    expect(new Set(asking)).toEqual(new Set([0]));
    expect(recipeSurcharge({ ...recipe, sharing: 'prompt', surcharge: 5 })).toBe(0);
    expect(recipeSurcharge(undefined)).toBe(0);
  });
});

describe('a work in Explore', () => {
  it('is one that is published and that its owner lists, for as long as both hold', () => {
    const shown = decidePublication(PUBLICATIONS.published, COMMANDS.list, OWNER, 10);
    if (!shown.ok) throw new Error('refused');
    expect([isListed(PUBLICATIONS.published), isListed(shown.value)]).toEqual([false, true]);
    for (const command of [COMMANDS.withdraw, COMMANDS.remove, { ...COMMANDS.list, visibility: 'unlisted' }] as const) {
      const after = decidePublication(shown.value, command, BOTH, 20);
      expect(after.ok && isListed(after.value)).toBe(false);
    }
  });

  it('is none of those whose documents are from before there was a choice', () => {
    const { visibility: _none, ...old } = PUBLICATIONS.published;
    expect(storedPublication.parse(old)).toEqual(PUBLICATIONS.published);
  });
});

describe('the name of a work', () => {
  it('is read back as it was given', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 9 }), (taskId, index) => {
        expect(readWorkId(workIdOf(taskId, index))).toEqual({ taskId, index });
      }),
    );
  });

  it.each(['', 'x', '../1', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000-10'])(
    'is not %j',
    (id) => {
      expect(readWorkId(id)).toBeUndefined();
    },
  );

  it('has a title of one line that can be seen', () => {
    expect([workTitleOf('  Two\nlines '), workTitleOf('   '), workTitleOf('x'.repeat(81))]).toEqual([
      'Two lines',
      undefined,
      undefined,
    ]);
  });
});
