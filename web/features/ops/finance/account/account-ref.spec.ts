import { expect, it } from '@jest/globals';
import { accountHref, justAfter, readAccountRef } from './account-ref';

it('takes a user by the id, and an account by its whole name', () => {
  expect(readAccountRef(' user00042 ')).toEqual({ userId: 'user00042' });
  expect(readAccountRef('user00042.kinora.credits')).toEqual({ userId: 'user00042', app: 'kinora', usage: 'credits' });
  expect(readAccountRef('credits-user00042.kinora-writer.GPT_3_5')).toEqual({
    userId: 'user00042',
    app: 'kinora-writer',
    usage: 'GPT_3_5',
  });
});

it('takes nothing else', () => {
  for (const typed of ['', '  ', 'two words', 'ann.kinora', 'credits-ann.other.credits', 'x'.repeat(101)])
    expect(readAccountRef(typed)).toBeUndefined();
});

it('leads to an account as of a moment', () => {
  expect(accountHref('credits-ann.kinora.credits', Date.parse('2026-01-31T12:30:15.900Z'))).toBe(
    '/finance/account?user=ann&app=kinora&usage=credits&at=2026-01-31T12%3A30%3A15',
  );
  expect(accountHref('credits-ann.kinora.credits')).toBe('/finance/account?user=ann&app=kinora&usage=credits');
});

it('leads to the moment right after an event, and to now when that is not over', () => {
  expect([justAfter(1_500, 9_000), justAfter(2_000, 9_000), justAfter(8_500, 8_900)]).toEqual([
    2_000,
    2_000,
    undefined,
  ]);
  expect(accountHref('credits-ann.kinora.credits', justAfter(8_500, 8_900), 'pack')).toBe(
    '/finance/account?user=ann&app=kinora&usage=credits&subject=pack',
  );
});
