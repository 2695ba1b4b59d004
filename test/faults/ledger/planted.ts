/** A fault to plant: the text that is replaced stands exactly once in the file, and some of the tests must fail. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Paths of the tests that are run. */
  readonly tests: readonly string[];
  /** What the names of the tests that must fail have in them: no others are run. */
  readonly by: string;
}

/** Ten and more ways to break the core; docs/status.md lists them. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a hold takes one credit too few from a grant',
    file: 'src/credits/account/account.ts',
    find: 'const part = Math.min(missing, grant.available);',
    replace: 'const part = Math.min(missing, grant.available - 1);',
    tests: ['src/credits/account/account.spec.ts', 'src/credits/account/account.properties.spec.ts'],
    by: 'takes from several grants no more than it needs',
  },
  {
    name: 'a release gives nothing back',
    file: 'src/credits/account/account.ts',
    find: "    available += amount;\n    return { amount, grantId, to: 'available' };",
    replace: "    return { amount, grantId, to: 'available' };",
    tests: ['src/credits/account/account.spec.ts', 'src/credits/account/account.properties.spec.ts'],
    by: 'gives the rest back to the grants it came from',
  },
  {
    name: 'a grant that is due still pays',
    file: 'src/credits/account/account.ts',
    find: 'decideAt(command, due.reduce(evolve, state), now)',
    replace: 'decideAt(command, state, now)',
    tests: ['src/credits/account/account.spec.ts', 'src/credits/account/account.properties.spec.ts'],
    by: 'never spends a grant that is due',
  },
  {
    name: 'a hold that is repeated is made twice',
    file: 'src/credits/account/account.ts',
    find: 'const known = state.holds.get(holdId) ?? endedHold(state, holdId, now);',
    replace: 'const known = endedHold(state, holdId, now);',
    tests: ['src/credits/account/account.spec.ts', 'src/credits/account/account.properties.spec.ts'],
    by: 'changes nothing when it is repeated',
  },
  {
    name: 'the chain forgets the hash before it',
    file: 'src/kernel/event-sourcing/chain.ts',
    find: 'const head = `${previousHash}\\n${link.stream}',
    replace: 'const head = `${link.stream}',
    tests: ['src/kernel/event-sourcing/chain.spec.ts'],
    by: 'is SHA-256 over the hash before',
  },
  {
    name: 'an append does not look at the revision it expects',
    file: 'src/platform/event-store/sqlite-writes.ts',
    find: 'if (head.revision !== expected) {',
    replace: 'if (head.revision < expected) {',
    tests: ['test/contract/stores/event-store.test.ts'],
    by: 'refuses a stream that should not exist yet',
  },
  {
    name: 'messages are lost on the way into the outbox',
    file: 'src/platform/documents/sqlite-writes.ts',
    find: 'if (written) post.run(id, type, data, collection, documentId);',
    replace: 'if (!written) post.run(id, type, data, collection, documentId);',
    tests: ['test/contract/documents/documents.test.ts'],
    by: 'refuses a write that read version',
  },
  {
    name: 'a commit is acknowledged without an fsync',
    file: 'src/platform/sqlite/connection.ts',
    find: "db.pragma('synchronous = FULL');\n  const synchronous = db.pragma('synchronous');",
    replace: "db.pragma('synchronous = OFF');\n  const synchronous = FULL;",
    tests: ['test/faults/stores/durability.test.ts'],
    by: 'was written into the log and fsynced',
  },
  {
    name: 'a worker whose attempt is over may still write',
    file: 'src/creation/tasks/task.ts',
    find: "return task.attempt === attempt ? ok(change(task)) : err('fenced');",
    replace: 'return ok(change(task));',
    tests: ['src/creation/tasks/task.spec.ts'],
    by: 'takes nothing from an attempt that is not the current one',
  },
  {
    name: 'one user may run one task too many',
    file: 'src/creation/tasks/run/fair.ts',
    find: 'this.runningCount(line.owner) >= this.limitOf(first)',
    replace: 'this.runningCount(line.owner) > this.limitOf(first)',
    tests: ['src/creation/tasks/run/fair.spec.ts'],
    by: 'runs no more of an owner than may run at once',
  },
  {
    name: 'a failed picture is charged for',
    file: 'src/creation/tasks/task.ts',
    find: 'const full = price.base + delivered * price.perOutput;',
    replace: 'const full = price.base + (delivered + 1) * price.perOutput;',
    tests: ['src/creation/tasks/task.spec.ts'],
    by: 'owes the whole price',
  },
  {
    name: 'what comes late into a deleted project stays there',
    file: 'src/creation/projects/projects.ts',
    find: 'for (const project of page.projects) {',
    replace: 'for (const project of page.projects.slice(page.projects.length)) {',
    tests: ['test/faults/creation/creation-projects.test.ts'],
    by: 'give what they held to the default one',
  },
  {
    name: 'a form without the right CSRF token is accepted',
    file: 'src/identity/sessions/csrf.ts',
    find: "return timingSafeEqual(Buffer.from(mark, 'hex'), hash(token, key)) ? token : undefined;",
    replace: 'return token;',
    tests: ['src/identity/sessions/csrf.spec.ts'],
    by: 'to nobody with another secret',
  },
  {
    name: 'a link to a new password is good twice',
    file: 'src/identity/sign-in/password.commands.ts',
    find: '(stored.passwordChangedAt ?? 0) >= reset.createdAt',
    replace: '(stored.passwordChangedAt ?? 0) < 0',
    tests: ['test/integration/identity/auth-account.test.ts'],
    by: 'is replaced by the link of a letter, once',
  },
  {
    name: "the code of a stranger's sign-up is taken in any browser",
    file: 'src/identity/sign-in/sign-ups.ts',
    find: '.filter(({ document }) => document.by === by)',
    replace: '.filter(({ document }) => document.by === document.by || by === undefined)',
    tests: ['test/integration/identity/auth-sign-up.test.ts'],
    by: 'that another session of the same visitor has caused',
  },
  {
    name: 'sessions outlive the password',
    file: 'src/identity/accounts/user.ts',
    find: 'return epoch === own ||',
    replace: 'return epoch <= own ||',
    tests: ['src/identity/accounts/addresses.spec.ts'],
    by: 'end every session of the visitor but those that asked',
  },
  {
    name: 'an address is left half given when the power goes',
    file: 'src/identity/accounts/addresses.ts',
    find: 'outbox: [addressClaimed(emailKey, owner)]',
    replace: 'outbox: []',
    tests: ['src/identity/accounts/addresses.spec.ts'],
    by: 'leave a message with the claim itself',
  },
  {
    name: 'an answer of a provider is taken a second time',
    file: 'src/identity/providers/attempts.ts',
    find: "if (found === undefined || (await this.documents.delete(found.id, found.version)) !== 'written') return undefined;",
    replace: 'if (found === undefined) return undefined;',
    tests: ['src/identity/providers/attempts.spec.ts'],
    by: 'is good once, with the checks it began with',
  },
  {
    name: 'an address that a provider does not vouch for opens its account',
    file: 'src/identity/providers/sign-in.command.ts',
    find: 'if (!profile.emailVerified) return',
    replace: 'if (profile.email === undefined) return',
    tests: ['test/integration/identity/oauth.test.ts'],
    by: 'links no address of a Google account that is not verified',
  },
];
