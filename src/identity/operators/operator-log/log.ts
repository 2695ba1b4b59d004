import { GENESIS_HASH, verifyChain, type ChainVerdict } from '../../../kernel/event-sourcing/chain.js';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { CommandLoop } from '../../../kernel/event-sourcing/command-loop.js';
import { defined } from '../../../kernel/defined.shared.js';
import { COMMAND_LINE } from '../../../kernel/permissions.shared.js';
import type { ProductError } from '../../../kernel/errors.shared.js';
import type { RecordedEvent, Revision } from '../../../kernel/event-sourcing/event.js';
import { ok, type Result } from '../../../kernel/result.js';
import type { EventStore } from '../../../platform/event-store/port.js';
import type {
  OperatorCall,
  OperatorCommand,
  OperatorCommandLog,
  OperatorLog,
} from '../../../platform/http/operator-log.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { UserId } from '../../../platform/http/security/session-user.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import {
  OPERATOR_STREAM,
  operatorCodec,
  operatorDecider,
  type Act,
  type OperatorEvent,
  type RoleChanged,
} from './events.js';

const READ_AT_ONCE = 1_000;

/**
 * What was done. `call`: a call by a permission of operators; `roleGranted` and `roleRevoked`: `subjects.userId` got or
 * lost a role; `command`: a command of the operator.
 */
type Action =
  | { readonly kind: 'call'; readonly permission: string }
  | { readonly kind: 'roleGranted' | 'roleRevoked'; readonly role: string }
  | { readonly kind: 'command' };

/** One record, as shown and exported. */
export type OperatorRecord = Action & {
  /** Consecutive, starting at 1. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: Millis;
  /** A user id, or `operator:cli` for the command line. */
  readonly who: UserId;
  /** The procedure, route or command. */
  readonly what: string;
  readonly subjects: Readonly<Record<string, string>>;
  /** SHA-256 in hex of this record, which includes the hash of the previous one. */
  readonly hash: string;
  readonly previousHash: string;
};

export interface OperatorPage {
  /** Newest first. */
  readonly records: readonly OperatorRecord[];
  /** Upper bound (exclusive) of the next page's record numbers; absent on the last page. */
  readonly next?: number;
}

/** Result of a verification: the number of records and the last hash, or the first invalid record. */
export type OperatorVerdict =
  | { readonly intact: true; readonly records: number; readonly hash: string }
  | {
      readonly intact: false;
      readonly number: number;
      readonly reason: Extract<ChainVerdict, { intact: false }>['reason'];
    };

function recordOf(recorded: RecordedEvent): OperatorRecord {
  const {
    event,
    metadata: { hash, previousHash },
  } = operatorCodec.decode(recorded);
  const common = { number: recorded.revision + 1, at: event.at, hash, previousHash };
  switch (event.type) {
    case 'OperatorActed':
      return { kind: 'call', ...common, ...event.data };
    case 'RoleGranted':
    case 'RoleRevoked': {
      const { role, userId, what, who } = event.data;
      return {
        kind: event.type === 'RoleGranted' ? 'roleGranted' : 'roleRevoked',
        ...common,
        who,
        role,
        what,
        subjects: { userId },
      };
    }
    case 'OperatorCommanded':
      return { kind: 'command', ...common, ...event.data };
    default:
      return event satisfies never;
  }
}

/** The actor of the operator's commands, where a user id is expected. */
export const OPERATOR = COMMAND_LINE as UserId; // no user has this id

/** Records changes of roles before they are made. */
export interface RoleLog {
  /** @throws StoreUnavailable when the record could not be stored */
  recordRole(change: 'granted' | 'revoked', data: RoleChanged): Promise<void>;
}

/**
 * The log of calls by administrators and finance, of their roles and of the operator's commands, with each record
 * chained to the previous one.
 */
export class OperatorChain implements OperatorLog, OperatorCommandLog, RoleLog {
  private readonly loop: CommandLoop<Act, Millis, OperatorEvent>;

  constructor(
    private readonly events: EventStore,
    private readonly clock: Clock,
    log: Pick<Logs, 'warn'>,
  ) {
    this.loop = new CommandLoop(
      {
        decider: operatorDecider,
        codec: operatorCodec,
        // The last record contains the whole state. So only it is read, however long the log is, and damage to older
        // records has no effect.
        checkpoints: { type: 'OperatorActed', previous: () => undefined },
      },
      {
        log: events,
        isUnavailable: (error) => error instanceof StoreUnavailable,
        onUnavailable: (error) =>
          log.warn({ err: error }, 'an operator’s action could not be logged, so it was not carried out'),
      },
    );
  }

  /** @returns TRY_AGAIN when the record could not be stored */
  async record(call: OperatorCall): Promise<Result<void, ProductError>> {
    const { who, permission, what, subjects } = call;
    return this.keep({ type: 'OperatorActed', data: { who, permission, what, subjects } });
  }

  /** @throws StoreUnavailable when the record could not be stored */
  async recordRole(change: 'granted' | 'revoked', data: RoleChanged): Promise<void> {
    const kept = await this.keep({ type: change === 'granted' ? 'RoleGranted' : 'RoleRevoked', data });
    if (!kept.ok)
      throw new StoreUnavailable(
        'event store',
        'failed',
        'a change of roles could not be recorded, so it was not made',
      );
  }

  /** @throws StoreUnavailable when the record could not be stored */
  async recordCommand({ what, subjects }: OperatorCommand): Promise<void> {
    const kept = await this.keep({
      type: 'OperatorCommanded',
      data: { subjects: { ...subjects }, what, who: OPERATOR },
    });
    if (!kept.ok)
      throw new StoreUnavailable('event store', 'failed', 'a command could not be recorded, so it was not carried out');
  }

  private async keep(fact: Act['fact']): Promise<Result<void, ProductError>> {
    const kept = await this.loop.execute(OPERATOR_STREAM, { fact, at: this.clock.now() });
    return kept.ok ? ok(undefined) : kept;
  }

  /**
   * @param limit 1 or more
   * @param below only records with a lower number; undefined for the newest
   * @throws StoreUnavailable
   */
  async page(limit: number, below?: number): Promise<OperatorPage> {
    if (below !== undefined && below <= 1) return { records: [] };
    const from: Revision | undefined = below === undefined ? undefined : below - 2;
    const read = await this.events.readStream(OPERATOR_STREAM, { direction: 'backwards', limit, ...defined({ from }) });
    const records = read.map(recordOf);
    const last = records.at(-1);
    return { records, ...(last === undefined || last.number === 1 ? {} : { next: last.number }) };
  }

  /**
   * Every record, oldest first.
   * @throws StoreUnavailable, UnreadableEvent
   */
  async *all(): AsyncGenerator<OperatorRecord, void, undefined> {
    for await (const events of this.pages()) yield* events.map(recordOf);
  }

  /**
   * Verifies the chain from the first record to the last. It cannot detect that the end was cut off; comparing the last
   * hash with one kept elsewhere can.
   * @throws StoreUnavailable
   */
  async verify(): Promise<OperatorVerdict> {
    let place: { readonly revision: Revision; readonly hash: string } = { revision: -1, hash: GENESIS_HASH };
    for await (const events of this.pages()) {
      const verdict = verifyChain(events, place);
      if (!verdict.intact) return { intact: false, number: verdict.revision + 1, reason: verdict.reason };
      place = verdict;
    }
    return { intact: true, records: place.revision + 1, hash: place.hash };
  }

  private async *pages(): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
    for (let from = 0; ; from += READ_AT_ONCE) {
      const events = await this.events.readStream(OPERATOR_STREAM, { from, limit: READ_AT_ONCE });
      if (events.length > 0) yield events;
      if (events.length < READ_AT_ONCE) return;
    }
  }
}
