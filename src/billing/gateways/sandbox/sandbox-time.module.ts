import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RecordDueExpiries } from '../../../credits/index.js';
import type { Position } from '../../../kernel/event-sourcing/event.js';
import type { DocumentStore } from '../../../platform/documents/port.js';
import type { EventStore } from '../../../platform/event-store/port.js';
import type { Logs } from '../../../platform/http/logs.js';
import { LogRuntime } from '../../../platform/projections/log-runtime.js';
import { DOCUMENTS, EVENT_STORE, LOGGER, WALL_CLOCK } from '../../../platform/tokens.js';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { SubscriptionModule } from '../../subscription.module.js';
import { SUBSCRIPTION_LOOP, type SubscriptionLoop } from '../../commands.js';
import { SandboxModule } from './sandbox.module.js';
import { SandboxTime } from './time.js';
import { Deliveries } from '../../inbox/deliveries.js';
import { LettersModule } from '../../letters/letters.module.js';
import { Letters } from '../../letters/letters.js';
import { BillingReads } from '../../queries.js';
import { ShopModule } from '../../shop/shop.module.js';
import { sweepMonths } from '../../sweep.js';

/** The last log events may concern no reader. If no position moves for this long, nothing more will happen. */
const STILL_MS = 400;
/**
 * Messages older than this are parked or wait for an unavailable service, such as a mail server. Time does not wait for
 * them.
 */
const STUCK_MS = 2_000;
const SEEN_AT_ONCE = 500;

/**
 * Keeps the moved clock in step with the product. Before each step it waits until deliveries are handled, new credit
 * months are given, due credits have expired, renewal notices are created, and every log reader and its messages are up
 * to date. A move is therefore over when pages show everything that was due by then.
 */
@Module({ imports: [SubscriptionModule, LettersModule, ShopModule, SandboxModule] })
export class SandboxTimeModule implements OnModuleInit {
  /** Clock offset at the last sweep for months. */
  private sweptAhead: Millis | undefined;
  private still: { readonly head: Position; readonly since: Millis } | undefined;
  private stuck: { readonly pending: string; readonly since: Millis } | undefined;

  constructor(
    private readonly time: SandboxTime,
    private readonly deliveries: Deliveries,
    private readonly reads: BillingReads,
    private readonly runtime: LogRuntime,
    @Inject(SUBSCRIPTION_LOOP) private readonly loop: SubscriptionLoop,
    private readonly letters: Letters,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(LOGGER) private readonly log: Logs,
  ) {}

  onModuleInit(): void {
    this.time.beforeEachStep(() => this.isDone());
  }

  private async isDone(): Promise<boolean> {
    if ((await this.deliveries.count('waiting')) > 0 || !(await this.isProcessed()) || !(await this.areDelivered()))
      return false;
    const { ahead } = this.time.clock;
    if (this.sweptAhead === ahead) return true;
    this.sweptAhead = ahead;
    const now = this.time.clock.now();
    await this.letters.sweep();
    const expired = await this.commands.execute(new RecordDueExpiries());
    const startedMonths = await sweepMonths(
      this.reads.subscriptions,
      now,
      (stream) => this.loop.execute(stream, { type: 'advance', at: now }, 'month-sweep'),
      this.log,
    );
    return startedMonths === 0 && expired === 0 && this.areDelivered();
  }

  /** Whether no message is waiting, except stuck ones. */
  private async areDelivered(): Promise<boolean> {
    const messages = await this.documents.pendingMessages(SEEN_AT_ONCE, 0);
    if (messages.length === 0) return true;
    const pending = messages.map(({ sequence }) => sequence).join();
    const now = this.wall.now();
    if (this.stuck?.pending !== pending) this.stuck = { pending, since: now };
    return now - this.stuck.since >= STUCK_MS;
  }

  private async isProcessed(): Promise<boolean> {
    const head = await this.events.head();
    if (await this.runtime.isAt(head)) return true;
    const now = this.wall.now();
    if (this.still?.head !== head) this.still = { head, since: now };
    return now - this.still.since >= STILL_MS && this.runtime.isCaughtUp;
  }
}
