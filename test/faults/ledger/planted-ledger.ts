import type { Fault } from './planted.js';

const tests = ['test/simulator/ledger.test.ts'] as const;
/** That a run follows from its seed is another test's, and says nothing of credits. */
const by = 'lose no credit';

/**
 * Ways to break the ledger that only show when calls are lost, repeated, overtaken or cut off by a death;
 * docs/simulator.md lists them.
 */
export const LEDGER_FAULTS: readonly Fault[] = [
  {
    name: 'a command is acknowledged before it is stored',
    file: 'src/kernel/event-sourcing/command-loop.ts',
    find: '    line.known = after;\n    this.options.log.append(',
    replace: '    line.known = after;\n    this.resolveGroup(group, outcomes);\n    this.options.log.append(',
    tests,
    by,
  },
  {
    name: 'a repeat is acknowledged while what it repeats is still on its way',
    file: 'src/kernel/event-sourcing/command-loop.ts',
    find: 'if (known === undefined || plan === undefined || plan.events.length === 0) line.again = [group];',
    replace:
      'if (known === undefined || plan === undefined) line.again = [group];\n      else if (plan.events.length === 0) this.resolveGroup(group, plan.outcomes);',
    tests,
    by,
  },
  {
    name: 'an append follows one that came to nothing where others write too',
    file: 'src/kernel/event-sourcing/command-loop.ts',
    find: 'options.log.shared ? 1 : MAX_IN_FLIGHT',
    replace: 'MAX_IN_FLIGHT',
    tests,
    by,
  },
  {
    name: 'a grant that expires takes what is held of it',
    file: 'src/credits/account/account.ts',
    find: `        return (
          open &&
          fact('GrantExpired', at, { amount: open.available, available: state.available - open.available, grantId })
        );`,
    replace: `        const amount = Math.min(state.available, (open?.available ?? 0) + (open?.held ?? 0));
        return open && fact('GrantExpired', at, { amount, available: state.available - amount, grantId });`,
    tests,
    by,
  },
  {
    name: 'a hold that has expired can still be captured',
    file: 'src/credits/account/account.state.ts',
    find: "      closeHold(state, at, event.data.holdId, 'expired', 0);\n",
    replace: '',
    tests,
    by,
  },
  {
    name: 'a policy draws a new id each time it reacts',
    file: 'src/kernel/event-sourcing/policy.ts',
    find: "return derivedId('policy', policy, eventId, nth);",
    replace: "return derivedId('policy', policy, eventId, nth, performance.now());",
    tests,
    by,
  },
  {
    name: 'a projection counts an event twice that it is given twice',
    file: 'src/kernel/event-sourcing/projection.ts',
    find: 'if (seen.position <= place) continue;',
    replace: 'if (seen.position < place) continue;',
    tests,
    by,
  },
  {
    name: 'a checkpoint loses a hold',
    file: 'src/credits/account/account.ts',
    find: 'holds: [...state.holds.values()],',
    replace: 'holds: [...state.holds.values()].slice(1),',
    tests,
    by,
  },
  {
    name: 'a revocation takes back what was spent',
    file: 'src/credits/account/account.ts',
    find: 'const amount = grant.available ?? 0;',
    replace: 'const amount = Math.min(state.available, (grant.available ?? 0) + grant.spent);',
    tests,
    by,
  },
  {
    name: 'the sweep does not look for holds',
    file: 'src/credits/account/balance.projection.ts',
    find: '  for (const { endsAt } of holds.values()) if (endsAt < nextDue) nextDue = endsAt;\n',
    replace: '',
    tests,
    by,
  },
  {
    name: 'a message is settled that its consumer has not had',
    file: 'src/platform/documents/relay.ts',
    find: 'if (!(await this.give(consumer, message))) return settled;',
    replace: 'await this.give(consumer, message);',
    tests,
    by,
  },
  {
    name: 'a hold that is repeated after its end is made again',
    file: 'src/credits/account/account.ts',
    find: 'const known = state.holds.get(holdId) ?? endedHold(state, holdId, now);',
    replace: 'const known = state.holds.get(holdId);',
    tests,
    by,
  },
];
