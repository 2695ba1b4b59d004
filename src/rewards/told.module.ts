import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindExpiring } from '../credits/index.js';
import { Notify, USER_SIGNED_UP, userSignedUpData } from '../identity/index.js';
import type { Clock } from '../kernel/clock.js';
import { Relay } from '../platform/documents/relay.js';
import type { Logs } from '../platform/http/logs.js';
import { CLOCK, CONFIG, LOGGER } from '../platform/tokens.js';
import { expiryNotice, TOLD_BEFORE_MS, welcomeNotice } from './notice.policy.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const REMIND_EVERY_MS = 3_600_000;
const FIRST_REMINDER_MS = 60_000;

/** Tells people of what was given to them, and of what goes soon. */
@Module({})
export class ToldModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private first: NodeJS.Timeout | undefined;
  private reminding: Promise<void> | undefined;

  constructor(
    private readonly relay: Relay,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {}

  onModuleInit(): void {
    this.relay.register({
      name: 'rewards.notices', types: [USER_SIGNED_UP],
      handle: ({ data }) => this.commands.execute(new Notify(welcomeNotice(userSignedUpData.parse(data).userId, this.clock.now()))),
    });
  }

  onApplicationBootstrap(): void {
    if (!this.config.roles.has('projector')) return;
    const remind = (): void => {
      // One that takes longer is waited for, also when the process ends.
      this.reminding ??= this.remind().finally(() => {
        this.reminding = undefined;
      });
    };
    this.timer = setInterval(remind, REMIND_EVERY_MS);
    this.timer.unref();
    // A process that is started anew more often than that reminds too.
    this.first = setTimeout(remind, FIRST_REMINDER_MS);
    this.first.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.first);
    await this.reminding;
  }

  /** Tells whoever has credits that expire soon. */
  async remind(): Promise<void> {
    try {
      const now = this.clock.now();
      for await (const page of await this.queries.execute(new FindExpiring(now, now + TOLD_BEFORE_MS))) for (const soon of page) await this.commands.execute(new Notify(expiryNotice(soon)));
    } catch (error) {
      this.log.warn({ err: error }, 'whose credits expire soon could not be told; it is tried again in an hour');
    }
  }
}
