import { describe, expect, it } from '@jest/globals';
import { subjectsOf } from './operator-log.js';

const USER = '0b5ad3a3-8c3e-4f0e-9a5b-0d6f2f3c9e11';

describe('what finance searched for', () => {
  it.each([
    USER,
    `welcome.${USER}`,
    `in_${USER}_1`,
    'KIN-0ABC-1DEF-2GHJ',
    'kin-0abc-1def-2ghj',
    'in_1Q2w3E4r',
    're_3Q2w3E4r',
    'cus_Q2w3E4r',
    'plan.stripe.in_1Q2w.0',
    'pack.sandbox.pi_1',
  ])('is kept as the id %s', (of) => {
    expect(subjectsOf({ of })).toEqual({ of });
  });

  it.each([
    'jane.doe1985',
    '+4915112345678',
    '015112345678',
    '0151-123-456',
    'jane_doe_85',
    'Lovelace',
    'ada@example.org',
    'Kindergarteners',
    'user-1',
    'plan.b2',
  ])('is not kept as the typed text %s', (of) => {
    expect(subjectsOf({ of })).toEqual({});
  });
});
