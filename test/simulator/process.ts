import type { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { accountCheckpoints, createAccountDecider, type CheckpointPolicy } from '../../src/credits/account/account.js';
import type { AccountCommand } from '../../src/credits/account/account.commands.js';
import { accountOf, accountStream, type AccountKey } from '../../src/credits/account/account.key.js';
import { balanceProjection, type BalanceDocument } from '../../src/credits/account/balance.projection.js';
import { OverdueAccounts } from '../../src/credits/books/overdue.js';
import { BooksFollower } from '../../src/credits/books/books.follower.js';
import { ChangeCredits, ChangeCreditsHandler, type Changed } from '../../src/credits/commands.js';
import { accountCodec, type AccountEvent } from '../../src/credits/account/events.js';
import { Books } from '../../src/credits/books/finance.queries.js';
import { CreditsReads } from '../../src/credits/queries.js';
import { statementProjection } from '../../src/credits/statement/statement.projection.js';
import { sweepExpiries } from '../../src/credits/account/sweep.js';
import type { Clock } from '../../src/kernel/clock.js';
import { CommandLoop } from '../../src/kernel/event-sourcing/command-loop.js';
import type { ProductError } from '../../src/kernel/errors.shared.js';
import type { ConsistencyToken, StreamName } from '../../src/kernel/event-sourcing/event.js';
import type { UserId } from '../../src/kernel/ids.js';
import type { Policy } from '../../src/kernel/event-sourcing/policy.js';
import type { Result } from '../../src/kernel/result.js';
import type { Collection, DocumentStore, OutboxMessage } from '../../src/platform/documents/port.js';
import { Relay, type MessageConsumer } from '../../src/platform/documents/relay.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import type { Logs } from '../../src/platform/http/logs.js';
import { Checkpoints } from '../../src/platform/projections/checkpoints.js';
import { LogRuntime } from '../../src/platform/projections/log-runtime.js';
import { ParkedStreams } from '../../src/platform/projections/parked.js';
import { PolicyRunner } from '../../src/platform/projections/policy-runner.js';
import { ProjectionRunner } from '../../src/platform/projections/projection-runner.js';
import { StoreUnavailable } from '../../src/platform/unavailable.js';
import { RewardGrants } from '../../src/rewards/reward-grants.js';
import { WelcomeModule } from '../../src/rewards/welcome/welcome.module.js';
import type { Life } from './scheduler.js';

const quiet = (): void => undefined;
export const silent: Logs = { debug: quiet, info: quiet, warn: quiet, error: quiet };
export const noGauge = { parked: quiet, lagging: quiet };

/** A payment as a provider tells of it: what is bought, and whether it was taken back. */
const payment = z.object({ userId: z.string(), amount: z.int(), expiresAt: z.int(), refund: z.string().nullable() });
export type Payment = z.infer<typeof payment>;
export const PAYMENTS = { name: 'payments', indexes: [] } as const;
const INVOICE_PAID = 'InvoicePaid';
const INVOICE_REFUNDED = 'InvoiceRefunded';
const invoiceData = payment.extend({ invoice: z.string() });

/** What a purchase brings beside what was bought, once for each. */
export const BONUS = 2;

/** Reacts to purchases with a grant whose id follows from the event. */
export const bonusPolicy: Policy<
  AccountEvent,
  { readonly account: AccountKey; readonly grantId: string; readonly at: number }
> = {
  name: 'bonus',
  prefix: 'credits-',
  codec: accountCodec,
  handles: ['CreditsGranted'],
  react: ({ event, stream }, commandId) => {
    const account = accountOf(stream);
    if (event.type !== 'CreditsGranted' || event.data.source !== 'purchase' || account === undefined) return [];
    return [{ account, grantId: commandId(0), at: event.at }];
  },
};

/** How a process is started. */
export interface ProcessParts {
  readonly life: Life;
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly checkpoints: CheckpointPolicy;
  readonly cachedStreams: number;
  /** Whether it keeps read models, policies and messages up; every process takes commands. */
  readonly projects: boolean;
  /** Hears of every command that anybody sends. */
  readonly commands: (stream: StreamName, command: AccountCommand) => void;
}

/**
 * One process of the product, on ports that may fail and a life that may end. Nothing in it stands in for the product
 * but the payments' side.
 */
export class SimulatedProcess {
  private constructor(
    private readonly parts: ProcessParts,
    private readonly handler: ChangeCreditsHandler,
    readonly reads: CreditsReads,
    readonly books: Books,
    readonly runtime: LogRuntime,
    readonly relay: Relay,
    readonly parked: ParkedStreams,
    private readonly payments: Collection<Payment>,
    private readonly people: Collection<unknown>,
  ) {}

  /** @throws StoreUnavailable when it cannot come up */
  static async boot(parts: ProcessParts): Promise<SimulatedProcess> {
    const { events, documents, clock, checkpoints } = parts;
    const parked = await ParkedStreams.open(documents, clock, silent, noGauge);
    const runtime = new LogRuntime({
      events,
      checkpoints: await Checkpoints.open(documents),
      parked,
      log: silent,
      gauge: noGauge,
    });
    const reads = new CreditsReads(
      await ProjectionRunner.open(balanceProjection, documents, parked),
      await ProjectionRunner.open(statementProjection, documents, parked),
      runtime,
    );
    const books = new Books(
      await BooksFollower.open(events, documents, parked),
      parked,
      clock,
      new OverdueAccounts(reads.balance, events),
    );
    const loop = new CommandLoop(
      { decider: createAccountDecider(checkpoints), codec: accountCodec, checkpoints: accountCheckpoints },
      {
        log: events,
        isUnavailable: (error) => error instanceof StoreUnavailable,
        cachedStreams: parts.cachedStreams,
        attempts: 4,
      },
    );
    const relay = new Relay({ documents, clock, log: silent, gauge: noGauge });
    const payments = await documents.collection(PAYMENTS, (stored) => payment.parse(stored));
    const people = await documents.collection({ name: 'people', indexes: [] }, (stored) => stored);
    const process = new SimulatedProcess(
      parts,
      new ChangeCreditsHandler(loop),
      reads,
      books,
      runtime,
      relay,
      parked,
      payments,
      people,
    );
    await process.begin();
    return process;
  }

  get life(): Life {
    return this.parts.life;
  }

  private async begin(): Promise<void> {
    const {
      parts: { projects, clock },
      runtime,
      relay,
      parked,
    } = this;
    for (const follower of [this.reads.balance, this.reads.statement, this.books.follower]) runtime.add(follower);
    runtime.add(
      new PolicyRunner(
        bonusPolicy,
        ({ account, grantId, at }) =>
          this.change(account, { type: 'grant', grantId, source: 'mission', amount: BONUS, eligibility: 'any', at }),
        parked,
      ),
    );
    const bus: Pick<CommandBus, 'execute'> = {
      execute: ({ account, change }: ChangeCredits) => this.change(account, change),
    };
    // Rewards asks nothing else of the bus.
    new WelcomeModule(relay, new RewardGrants(bus), clock).onModuleInit();
    relay.register(this.billing());
    if (!projects) return;
    await runtime.start();
    await relay.start();
  }

  /** What grants what was paid for, by the number of its invoice, and takes it back. */
  private billing(): MessageConsumer {
    return {
      name: 'billing',
      types: [INVOICE_PAID, INVOICE_REFUNDED],
      handle: async ({ type, data }) => {
        const { invoice, userId, amount, expiresAt, refund } = invoiceData.parse(data);
        const account: AccountKey = { userId: userId as UserId, appName: 'kinora', usageType: 'credits' }; // as it was told
        const at = this.parts.clock.now();
        const answer = await this.change(
          account,
          type === INVOICE_PAID
            ? {
                type: 'grant',
                grantId: `invoice.${invoice}`,
                source: 'purchase',
                amount,
                eligibility: 'any',
                expiresAt,
                at,
              }
            : { type: 'revoke', grantId: `invoice.${invoice}`, reason: 'refund', reference: refund ?? '', at },
        );
        if (answer.ok) return;
        if (answer.error.identifier === 'TRY_AGAIN')
          throw new StoreUnavailable('event store', 'failed', 'a payment could not be granted');
        throw new Error(`a payment was refused: ${answer.error.identifier}`);
      },
    };
  }

  /** Carries a command out, as the bus would. */
  async change(account: AccountKey, change: AccountCommand, causedBy?: string): Promise<Result<Changed, ProductError>> {
    this.parts.commands(accountStream(account), change);
    return this.handler.execute(new ChangeCredits(account, change, causedBy));
  }

  /** Records what is due, as it is done once a minute. @throws StoreUnavailable */
  async sweep(): Promise<void> {
    await sweepExpiries(
      this.reads.balance,
      this.parts.clock.now(),
      ({ account, change }) => this.change(account, change, 'expiry-sweep'),
      silent,
    );
  }

  /**
   * Whether the balance shows a write within the time that a query waits for it; undefined when it did not come in
   * time. @throws StoreUnavailable
   */
  async balanceAfter(token: ConsistencyToken): Promise<BalanceDocument | 'missing' | undefined> {
    const seen = await this.runtime.waitFor(this.reads.balance.name, token, 3_000);
    return seen ? ((await this.reads.balance.get(token.stream)) ?? 'missing') : undefined;
  }

  /**
   * Stores a payment with the message that tells of it. Telling of it again changes nothing. @throws StoreUnavailable
   */
  async paid(invoice: string, document: Payment): Promise<void> {
    await this.payments.put({
      id: invoice,
      document,
      expectedVersion: 0,
      outbox: [{ id: `paid.${invoice}`, type: INVOICE_PAID, data: { invoice, ...document } }],
    });
  }

  /** Takes a payment back. @returns false when it has to be told again. @throws StoreUnavailable */
  async refunded(invoice: string, refund: string): Promise<boolean> {
    const found = await this.payments.get(invoice);
    if (found === undefined) return false;
    if (found.document.refund !== null) return true;
    const document = { ...found.document, refund };
    return (
      (await this.payments.put({
        id: invoice,
        document,
        expectedVersion: found.version,
        outbox: [{ id: `refunded.${invoice}`, type: INVOICE_REFUNDED, data: { invoice, ...document } }],
      })) === 'written'
    );
  }

  /** Stores somebody's arrival with the message that tells of it. @throws StoreUnavailable */
  async arrived(id: string, message: OutboxMessage): Promise<void> {
    await this.people.put({ id, document: {}, expectedVersion: 0, outbox: [message] });
  }
}
