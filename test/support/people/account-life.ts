import fc from 'fast-check';
import { createAccountDecider, type CheckpointPolicy } from '../../../src/credits/account/account.js';
import type { AccountCommand } from '../../../src/credits/account/account.commands.js';
import { accountCodec, type AccountEvent, type Eligibility } from '../../../src/credits/account/events.js';
import type { AccountState } from '../../../src/credits/account/account.state.js';
import type { GrantSource } from '../../../src/credits/credits.shared.js';
import { GENESIS_HASH, chainEvent } from '../../../src/kernel/event-sourcing/chain.js';
import type { LoggedEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** No checkpoint at all. */
export const NEVER: CheckpointPolicy = { every: Infinity, perEntry: 0, seal: 1 };
export const anyStream = 'credits-u.kinora.credits' as StreamName; // the account that the events of these lives belong to

const few = (name: string) => fc.integer({ min: 0, max: 5 }).map((n) => `${name}${n}`);
const eligibility = fc.constantFrom<Eligibility>('any', 'free-models');
const amount = fc.integer({ min: 1, max: 12 });
const away = fc.constantFrom(1, HOUR, DAY, 40 * DAY);
/**
 * Mostly minutes apart, sometimes long enough for everything to be forgotten, sometimes from a clock that is behind.
 */
const elapsed = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 1, HOUR) },
  { weight: 3, arbitrary: fc.constantFrom(DAY, 31 * DAY) },
  { weight: 1, arbitrary: fc.constantFrom(-HOUR, 600 * DAY) },
);

const step = fc.tuple(
  elapsed,
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('grant' as const),
        grantId: few('g'),
        source: fc.constantFrom<GrantSource>('purchase', 'plan'),
        amount,
        eligibility,
        away: fc.option(away),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ type: fc.constant('hold' as const), holdId: few('h'), amount, eligibility, away }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('capture' as const), holdId: few('h'), amount }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('release' as const), holdId: few('h') }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('extendHold' as const), holdId: few('h'), away }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('expire' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('revoke' as const), grantId: few('g'), reference: few('r') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('adjust' as const),
        adjustmentId: few('a'),
        amount: fc.integer({ min: -8, max: 8 }),
        since: fc.option(fc.constantFrom(0, HOUR, DAY, 40 * DAY)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('reverse' as const),
        reverses: few('a'),
        amount: fc.integer({ min: -8, max: 8 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('recordUsage' as const), usageId: few('u'), listPrice: amount }),
    },
  ),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What may be asked of an account in its life: few ids, so that much collides. */
export const commands = fc.array(step, { maxLength: 60 }).map((steps) => {
  let now = 1_000 * DAY;
  return steps.map((one) => {
    now = Math.max(0, now + one[0]);
    return command(one, now);
  });
});

function command([, body]: Step, at: number): AccountCommand {
  switch (body.type) {
    case 'grant':
      return {
        type: 'grant',
        at,
        grantId: body.grantId,
        source: body.source,
        amount: body.amount,
        eligibility: body.eligibility,
        ...(body.away === null ? {} : { expiresAt: at + body.away }),
      };
    case 'hold':
      return {
        type: 'hold',
        at,
        holdId: body.holdId,
        amount: body.amount,
        eligibility: body.eligibility,
        expiresAt: at + body.away,
        reference: 'task',
      };
    case 'capture':
      return { type: 'capture', at, holdId: body.holdId, amount: body.amount };
    case 'release':
      return { type: 'release', at, holdId: body.holdId, reason: 'failed' };
    case 'extendHold':
      return { type: 'extendHold', at, holdId: body.holdId, expiresAt: at + body.away };
    case 'revoke':
      return { type: 'revoke', at, grantId: body.grantId, reason: 'refund', reference: body.reference };
    case 'adjust':
      return {
        type: 'adjust',
        at,
        adjustmentId: body.adjustmentId,
        amount: body.amount,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
        ...(body.since === null ? {} : { validAt: at - body.since }),
      };
    case 'reverse':
      return {
        type: 'adjust',
        at,
        adjustmentId: `reversal.${body.reverses}`,
        amount: body.amount,
        reasonCode: 'reversal',
        actor: 'finance-1',
        reference: 'ticket',
        reverses: body.reverses,
      };
    case 'recordUsage':
      return { type: 'recordUsage', at, usageId: body.usageId, listPrice: body.listPrice, reference: 'task' };
    case 'expire':
      return { type: 'expire', at };
    default:
      return body satisfies never;
  }
}

/** What came of it. */
export interface Life {
  readonly events: readonly AccountEvent[];
  readonly state: AccountState;
  readonly answers: readonly string[];
}

/** Carries the commands out, looking at the state after every event. */
export function live(
  commands: readonly AccountCommand[],
  policy: CheckpointPolicy = NEVER,
  look: (state: AccountState, event: AccountEvent) => void = () => undefined,
): Life {
  const decider = createAccountDecider(policy);
  const events: AccountEvent[] = [];
  const answers: string[] = [];
  let state = decider.initial;
  for (const one of commands) {
    const decided = decider.decide(one, state);
    const facts = decided.ok ? decided.value : [];
    answers.push(
      decided.ok
        ? JSON.stringify(facts.filter((event) => event.type !== 'AccountCheckpointed'))
        : JSON.stringify(decided.error),
    );
    for (const event of facts) {
      state = decider.evolve(state, event);
      events.push(event);
      look(state, event);
    }
  }
  return { events, state, answers };
}

/** The events as the store gives them back. */
export function store(events: readonly AccountEvent[]): LoggedEvent[] {
  let previous = GENESIS_HASH;
  return events.map((event, revision) => {
    const { event: stored, hash } = chainEvent(previous, {
      ...accountCodec.encode(event),
      stream: anyStream,
      revision,
      at: event.at,
    });
    previous = hash;
    return { ...stored, stream: anyStream, revision, position: revision, recordedAt: 0 };
  });
}
