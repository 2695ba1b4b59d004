import { describe, expect, it } from '@jest/globals';
import {
  ANSWERS,
  answerTo,
  isForOperators,
  KINDS,
  limitOf,
  LIMITS,
  NO_LIMIT,
  PAID_TIERS,
  PERMISSIONS,
  refusalOf,
  callerKindsOf,
  type Answer,
  type Caller,
  type PaidTier,
  type Permission,
} from './permissions.shared.js';

const EMAIL = { email: 'ada@example.org' };
/** Someone of every kind, and of two at once. */
const PEOPLE = {
  nobody: [undefined],
  anonymous: [{ roles: [] }],
  free: [{ ...EMAIL, roles: [] }],
  basic: [{ ...EMAIL, roles: [] }, 'basic'],
  pro: [{ ...EMAIL, roles: [] }, 'pro'],
  unlimited: [{ ...EMAIL, roles: [] }, 'unlimited'],
  ultimate: [{ ...EMAIL, roles: [] }, 'ultimate'],
  admin: [{ ...EMAIL, roles: ['admin'] }],
  finance: [{ ...EMAIL, roles: ['finance'] }],
  both: [{ ...EMAIL, roles: ['admin', 'finance'] }],
  'admin without address': [{ roles: ['admin'] }],
} as const satisfies Readonly<Record<string, readonly [Caller | undefined, PaidTier?]>>;
type Person = keyof typeof PEOPLE;
const names = Object.keys(PEOPLE) as Person[]; // the table's own keys
// each is one; a tuple's own length is forgotten
const kindsOf = (name: Person) => callerKindsOf(...(PEOPLE[name] as readonly [Caller | undefined, PaidTier?]));

const row = (text: string): Readonly<Record<Person, Answer>> => {
  const answers = text
    .split(' ')
    .map((letter) => (({ y: 'yes', s: 'sign-in', u: 'upgrade', n: 'no' }) as const)[letter] ?? 'no');
  // one answer a name
  return Object.fromEntries(names.map((name, index) => [name, answers[index]])) as Record<Person, Answer>;
};
/** nobody, anonymous, free, basic, pro, unlimited, ultimate, admin, finance, both roles, admin without address. */
const TRUTH: Readonly<Record<Permission, string>> = {
  create: 's y y y y y y y y y y',
  createWhereRefused: 's n n y y y y y n y y',
  createPro: 's u u y y y y y u y y',
  publish: 's s y y y y y y y y s',
  react: 's s y y y y y y y y s',
  report: 's s y y y y y y y y s',
  appeal: 's s y y y y y y y y s',
  refer: 's s y y y y y y y y s',
  checkIn: 's s y y y y y y y y s',
  buyPlan: 's s y n n n n y y y s',
  changePlan: 's s n y y y y n n n s',
  handleReports: 's n n n n n n y n y y',
  reviewWorks: 's n n n n n n y n y y',
  editCatalogue: 's n n n n n n y n y y',
  editModeration: 's n n n n n n y n y y',
  readLedgers: 's n n n n n n n y y n',
  exportLedgers: 's n n n n n n n y y n',
  reconcile: 's n n n n n n n y y n',
  adjustCredits: 's n n n n n n n y y n',
  closeMonths: 's n n n n n n n y y n',
  editAccounting: 's n n n n n n n y y n',
  readPublic: 'y y y y y y y y y y y',
  signUp: 'y y y y y y y y y y y',
  recoverAccount: 'y y y y y y y y y y y',
  ownWorks: 's y y y y y y y y y y',
  ownCredits: 's y y y y y y y y y y',
  ownProfile: 's y y y y y y y y y y',
  acceptInvite: 's y y y y y y y y y y',
  claimRoles: 's y y y y y y y y y y',
  endSessions: 's y y y y y y y y y y',
  ownData: 's y y y y y y y y y y',
  ownAccount: 's s y y y y y y y y s',
  ownUsage: 's s y y y y y y y y s',
  contact: 'y y y y y y y y y y y',
  answerMessages: 's n n n n n n y n y y',
  readOperatorLog: 's n n n n n n y y y y',
  readLetters: 's n n n n n n y n y y',
  connectEngines: 's n n n n n n y n y y',
  runSandbox: 's n n n n n n y n y y',
  tellAnalytics: 's y y y y y y y y y y',
  readAnalytics: 's n n n n n n y n y y',
};

describe('the policy', () => {
  it("gives by a role alone what is kept in the operators' log", () => {
    const all = Object.keys(PERMISSIONS) as Permission[]; // the table's own keys
    expect(all.filter(isForOperators)).toEqual([
      'handleReports',
      'reviewWorks',
      'editCatalogue',
      'editModeration',
      'readLedgers',
      'exportLedgers',
      'reconcile',
      'adjustCredits',
      'closeMonths',
      'editAccounting',
      'readOperatorLog',
      'readLetters',
      'answerMessages',
      'connectEngines',
      'runSandbox',
      'readAnalytics',
    ]);
  });

  it.each(Object.entries(TRUTH) as [Permission, string][])('answers %s as declared: %s', (permission, text) => {
    // the table's own keys
    expect(Object.fromEntries(names.map((name) => [name, answerTo(permission, kindsOf(name))]))).toEqual(row(text));
  });

  it('knows no permission that is not in this table', () => {
    expect(Object.keys(TRUTH).sort()).toEqual(Object.keys(PERMISSIONS).sort());
  });

  it('has one of its answers in every cell', () => {
    for (const cells of Object.values(PERMISSIONS))
      expect([
        Object.keys(cells).sort(),
        Object.values(cells).every((cell) => ANSWERS.some((answer) => answer === cell)),
      ]).toEqual([[...KINDS].sort(), true]);
  });

  it('refuses with the identifier of the answer', () => {
    const refused = (permission: Permission, name: Person) => refusalOf(permission, kindsOf(name))?.identifier;
    expect([
      refused('create', 'anonymous'),
      refused('createPro', 'anonymous'),
      refused('checkIn', 'anonymous'),
      refused('readLetters', 'free'),
    ]).toEqual([undefined, 'PRO_FEATURE', 'NOT_SIGNED_IN', 'PERMISSION_ERROR']);
  });

  it('lets so many tasks run at once: one without a plan, two to eight with one', () => {
    expect(names.map((name) => limitOf('parallelTasks', kindsOf(name)))).toEqual([0, 1, 1, 2, 4, 6, 8, 8, 1, 8, 8]);
  });

  it('counts the videos of free models for whoever has no plan, roles aside', () => {
    expect(names.map((name) => limitOf('freeVideosADay', kindsOf(name)))).toEqual([
      0,
      3,
      3,
      NO_LIMIT,
      NO_LIMIT,
      NO_LIMIT,
      NO_LIMIT,
      NO_LIMIT,
      3,
      NO_LIMIT,
      NO_LIMIT,
    ]);
  });

  it('has a number for every tier', () => {
    const { subscriber, unlimited } = LIMITS.parallelTasks;
    expect(Object.keys({ ...subscriber, ...unlimited }).sort()).toEqual([...PAID_TIERS].sort());
  });

  it('takes no role from a session that the product does not know', () => {
    expect(callerKindsOf({ ...EMAIL, roles: ['owner', 'nobody', 'unlimited'] })).toEqual({ kinds: ['free'] });
  });

  it('knows a plan of nobody without an address', () => {
    expect(callerKindsOf({ roles: [] }, 'ultimate')).toEqual({ kinds: ['anonymous'] });
  });
});
