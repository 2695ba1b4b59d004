/** A fault to plant: the text that is replaced stands exactly once in the file, and some of the tests must fail. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Paths of the tests that are run. */
  readonly tests: readonly string[];
}

/** Ten and more ways to break the core; docs/status.md lists them. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a hold takes one credit too few from a grant',
    file: 'src/credits/account.ts',
    find: 'const part = Math.min(missing, grant.available);',
    replace: 'const part = Math.min(missing, grant.available - 1);',
    tests: ['src/credits/account'],
  },
  {
    name: 'a release gives nothing back',
    file: 'src/credits/account.ts',
    find: "    available += amount;\n    return { amount, grantId, to: 'available' };",
    replace: "    return { amount, grantId, to: 'available' };",
    tests: ['src/credits/account'],
  },
  {
    name: 'a grant that is due still pays',
    file: 'src/credits/account.ts',
    find: "grant.standing === 'open' && !isDue(grant, now) &&",
    replace: "grant.standing === 'open' &&",
    tests: ['src/credits/account'],
  },
  {
    name: 'a hold that is repeated is made twice',
    file: 'src/credits/account.ts',
    find: 'const known = state.holds.get(holdId) ?? findRemembered(state, \'hold\', holdId, now);',
    replace: 'const known = findRemembered(state, \'hold\', holdId, now);',
    tests: ['src/credits/account'],
  },
];
