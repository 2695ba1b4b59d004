import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import { appeal, decideCase, inForce, newCase, waitingSince, type Case, type Ruling, type Subject } from './case.js';
import { RESTRICTION_DAYS } from './report.shared.js';
import { sanctionsOf } from './sanctions.js';

const user = (name: string): UserId => name as UserId; // the test's own users
const [ADA, MAX, EVE, KIM] = [user('ada'), user('max'), user('eve'), user('kim')];
const AUTHOR: Subject = { kind: 'author' };
const WORK: Subject = { kind: 'work', workId: 'w' };
const DAY = 86_400_000;
const reported = (subject: Subject, reports = 2): Case => ({ ...newCase(subject, ADA), reports, reportedAt: 5 });

/** Applies rulings that must be accepted. */
function after(start: Case, ...rulings: readonly (readonly [UserId, Ruling])[]): Case {
  return rulings.reduce((current, [by, ruling], index) => {
    const next = decideCase(current, ruling, by, 100 + index, current.revision);
    if (!next.ok) throw new Error(next.error);
    return next.value;
  }, start);
}
function appealed(current: Case, number = 1, at = 200): Case {
  const next = appeal(current, number, 'It was a mistake.', at);
  if (!next.ok) throw new Error(next.error);
  return next.value;
}
const codeOf = (current: Case, ruling: Ruling, by: UserId, revision = current.revision): string => {
  const decided = decideCase(current, ruling, by, 300, revision);
  return decided.ok ? (decided.value === current ? 'same' : 'decided') : decided.error;
};
const REMOVE = { kind: 'remove', reason: 'rights' } as const;
const RESTRICT = { kind: 'restrict', reason: 'spam', days: 7 } as const;
const REQUEST = { kind: 'request-ban', reason: 'spam' } as const;
const CONFIRM = { kind: 'confirm-ban' } as const;
const GRANT = { kind: 'answer', number: 1, isGranted: true } as const;

describe('a case of reports', () => {
  it('waits from its first report until a decision, which answers the reports of its round', () => {
    expect([waitingSince(newCase(WORK, ADA)), waitingSince(reported(WORK))]).toEqual([undefined, 5]);
    const dismissed = after(reported(WORK), [MAX, { kind: 'dismiss' }]);
    expect(waitingSince(dismissed)).toBeUndefined();
    expect(dismissed).toMatchObject({ round: 2, reports: 0, decisions: [{ action: 'dismiss', round: 1, reports: 2 }] });
  });

  it('is decided once: a second decision on the same state is refused, and a repeat changes nothing', () => {
    const removed = after(reported(WORK), [MAX, REMOVE]);
    expect([
      codeOf(removed, REMOVE, MAX, 0),
      codeOf(removed, REMOVE, EVE, 0),
      codeOf(removed, { kind: 'dismiss' }, EVE, 0),
      codeOf(removed, { kind: 'dismiss' }, EVE),
    ]).toEqual(['same', 'REPORT_ALREADY_HANDLED', 'REPORT_ALREADY_HANDLED', 'REPORT_ALREADY_HANDLED']);
    const restricted = after(reported(AUTHOR), [MAX, RESTRICT]);
    expect([codeOf(restricted, RESTRICT, MAX, 0), codeOf(restricted, RESTRICT, EVE, 0)]).toEqual([
      'same',
      'REPORT_ALREADY_HANDLED',
    ]);
  });

  it('keeps a ban that waits for a second administrator when the author is restricted meanwhile', () => {
    const restricted = after(reported(AUTHOR), [MAX, REQUEST], [EVE, RESTRICT]);
    expect(restricted).toMatchObject({ request: { by: MAX }, decisions: [{ action: 'restrict' }] });
    expect(after(restricted, [EVE, CONFIRM]).request).toBeUndefined();
  });

  it.each([
    ['a ban by its requester alone', after(reported(AUTHOR), [MAX, REQUEST]), CONFIRM, MAX, 'SECOND_PERSON'],
    ['a ban by another', after(reported(AUTHOR), [MAX, REQUEST]), CONFIRM, EVE, 'decided'],
    ['a ban that nobody requested', reported(AUTHOR), CONFIRM, EVE, 'REPORT_ALREADY_HANDLED'],
    ['a ban of oneself', reported(AUTHOR), REQUEST, ADA, 'REPORT_OWN_SUBJECT'],
    ['the dismissal of reports of oneself', reported(WORK), { kind: 'dismiss' }, ADA, 'REPORT_OWN_SUBJECT'],
    ['the removal of one’s own work', reported(WORK), REMOVE, ADA, 'decided'],
    ['the removal of an author', reported(AUTHOR), REMOVE, EVE, 'REPORT_NOT_FOUND'],
    ['the restriction of a work', reported(WORK), RESTRICT, EVE, 'REPORT_NOT_FOUND'],
    ['an answer without an appeal', after(reported(WORK), [MAX, REMOVE]), GRANT, EVE, 'REPORT_NOT_FOUND'],
    ['an answer by who decided', appealed(after(reported(WORK), [MAX, REMOVE])), GRANT, MAX, 'SECOND_PERSON'],
    ['an answer by another', appealed(after(reported(WORK), [MAX, REMOVE])), GRANT, EVE, 'decided'],
    [
      'an answer by who requested the ban',
      appealed(after(reported(AUTHOR), [MAX, REQUEST], [EVE, CONFIRM])),
      GRANT,
      MAX,
      'SECOND_PERSON',
    ],
    ['an answer by a third', appealed(after(reported(AUTHOR), [MAX, REQUEST], [EVE, CONFIRM])), GRANT, KIM, 'decided'],
  ] as const)('%s: %#', (_name, current: Case, ruling: Ruling, by, expected) => {
    expect(codeOf(current, ruling, by)).toBe(expected);
  });

  it('is appealed against once for each decision, and only while that applies', () => {
    const restricted = after(reported(AUTHOR), [MAX, RESTRICT]);
    const waiting = appealed(restricted);
    expect(waitingSince(waiting)).toBe(200);
    expect(appeal(waiting, 1, 'It was a mistake.', 300)).toEqual({ ok: true, value: waiting });
    expect(appeal(waiting, 1, 'Something else.', 300)).toEqual({ ok: false, error: 'APPEAL_ALREADY_EXISTS' });
    expect(appeal(restricted, 2, 'It was a mistake.', 300)).toEqual({ ok: false, error: 'APPEAL_NOT_POSSIBLE' });
    expect(appeal(restricted, 1, 'It was a mistake.', 100 + 7 * DAY)).toEqual({
      ok: false,
      error: 'APPEAL_NOT_POSSIBLE',
    });
  });

  it('no longer applies when the appeal is granted, and goes on when it is refused', () => {
    const banned = appealed(after(reported(AUTHOR), [MAX, REQUEST], [EVE, CONFIRM]));
    expect(sanctionsOf(banned, 300)).toEqual({ isBanned: true });
    expect(sanctionsOf(after(banned, [KIM, { ...GRANT, isGranted: false }]), 300)).toEqual({ isBanned: true });
    expect(sanctionsOf(after(banned, [KIM, GRANT]), 300)).toEqual({ isBanned: false });
  });

  it('restricts an author for the stated time, the longest of several', () => {
    const twice = after(reported(AUTHOR), [MAX, { ...RESTRICT, days: 30 }], [EVE, { ...RESTRICT, days: 1 }]);
    expect(sanctionsOf(twice, 200)).toEqual({ isBanned: false, restrictedUntil: 100 + 30 * DAY });
    expect(sanctionsOf(twice, 100 + 30 * DAY)).toEqual({ isBanned: false });
  });

  const who = fc.constantFrom(ADA, MAX, EVE, KIM);
  const reason = fc.constantFrom(...REVIEW_REASONS);
  const ruling: fc.Arbitrary<Ruling> = fc.oneof(
    fc.constant({ kind: 'dismiss' as const }),
    fc.record({ kind: fc.constant('remove' as const), reason }),
    fc.record({ kind: fc.constant('restrict' as const), reason, days: fc.constantFrom(...RESTRICTION_DAYS) }),
    fc.record({ kind: fc.constant('request-ban' as const), reason }),
    fc.constant({ kind: 'confirm-ban' as const }),
    fc.constant({ kind: 'decline-ban' as const }),
    fc.record({
      kind: fc.constant('answer' as const),
      number: fc.integer({ min: 1, max: 4 }),
      isGranted: fc.boolean(),
    }),
  );
  const step = fc.oneof(fc.record({ by: who, ruling }), fc.record({ number: fc.integer({ min: 1, max: 4 }) }));

  it('whatever happens: two others ban an author, another answers the appeal, and nobody decides on what is theirs', () => {
    fc.assert(
      fc.property(fc.constantFrom(AUTHOR, WORK), fc.array(step, { maxLength: 40 }), (subject, steps) => {
        let now = reported(subject);
        steps.forEach((taken, at) => {
          const next =
            'ruling' in taken
              ? decideCase(now, taken.ruling, taken.by, at, now.revision)
              : appeal(now, taken.number, 'It was a mistake.', at);
          if (!next.ok) return;
          expect(next.value.revision - now.revision).toBe(next.value === now ? 0 : 1);
          if ('ruling' in taken && next.value !== now)
            expect(decideCase(next.value, taken.ruling, taken.by, at, now.revision).ok).toBe(
              taken.ruling.kind !== 'decline-ban',
            );
          now = { ...next.value, reports: next.value.reports + (at % 2), reportedAt: at };
        });
        for (const { action, by, appeal: objection } of now.decisions) {
          if (action === 'ban') expect(new Set(by).size).toBe(2);
          if (action !== 'remove') expect(by).not.toContain(ADA);
          if (objection?.answer !== undefined) expect([ADA, ...by]).not.toContain(objection.answer.by);
        }
        if (subject.kind === 'work')
          expect([inForce(now, 'ban', 0), inForce(now, 'restrict', 0)]).toEqual([undefined, undefined]);
      }),
      { numRuns: 500 },
    );
  });
});
