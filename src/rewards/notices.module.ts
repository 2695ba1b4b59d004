import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindExpiring } from '../credits/index.js';
import type { GrantSource } from '../credits/credits.shared.js';
import { Notify, USER_SIGNED_UP, userSignedUpData } from '../identity/index.js';
import type { Clock } from '../kernel/clock.js';
import { Relay } from '../platform/documents/relay.js';
import type { Logs } from '../platform/http/logs.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
import { CLOCK, CONFIG, LOGGER } from '../platform/tokens.js';
import { claimedReward, REWARD_CLAIMED } from './grant.policy.js';
import { expiryNotice, inviteNotice, NOTICE_BEFORE_MS, welcomeNotice } from './notice.policy.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const REMIND_EVERY_MS = 3_600_000;
/** A daily check-in would otherwise cause a notice every day. */
const UNANNOUNCED: readonly GrantSource[] = ['check-in'];
const FIRST_REMINDER_MS = 60_000;

/** Notifies users of gifted credits and of upcoming expiries. */
@Module({})
export class RewardNoticesModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly reminders: PeriodicTask;

  constructor(
    private readonly relay: Relay,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.reminders = new PeriodicTask(() => this.notifyOfExpiries(), {
      log,
      failure: 'notices of expiring credits could not be sent; retrying in an hour',
      everyMs: REMIND_EVERY_MS,
      firstMs: FIRST_REMINDER_MS,
    });
  }

  onModuleInit(): void {
    this.relay.register({
      name: 'rewards.notices',
      types: [USER_SIGNED_UP],
      handle: async ({ data }) => {
        const { userId, grantAllowed } = userSignedUpData.parse(data);
        if (grantAllowed) await this.commands.execute(new Notify(welcomeNotice(userId, this.clock.now())));
      },
    });
    this.relay.register({
      name: 'rewards.invite-notices',
      types: [REWARD_CLAIMED],
      handle: async ({ data }) => {
        const claimed = claimedReward.parse(data);
        if (claimed.source === 'invite') await this.commands.execute(new Notify(inviteNotice(claimed)));
      },
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) this.reminders.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.reminders.stop();
  }

  /** Notifies users whose credits expire soon. Failures are logged. */
  remind(): Promise<void> {
    return this.reminders.runOnce();
  }

  private async notifyOfExpiries(): Promise<void> {
    const now = this.clock.now();
    for await (const page of await this.queries.execute(new FindExpiring(now, now + NOTICE_BEFORE_MS, UNANNOUNCED)))
      for (const soon of page) await this.commands.execute(new Notify(expiryNotice(soon)));
  }
}
