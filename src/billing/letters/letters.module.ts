import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import type { Logs } from '../../platform/http/logs.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { PolicyRunner } from '../../platform/projections/policy-runner.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import { CONFIG, DOCUMENTS, LOGGER } from '../../platform/tokens.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { Letters, NEWS_DOCUMENTS } from './letters.js';
import { BILLING_NEWS, newsSchema } from './news.js';
import { purchaseNewsPolicy, subscriptionNewsPolicy } from './news.policy.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const NEWS = { name: 'billing_news_v1', indexes: [['at']] } as const;
const SWEEP_EVERY_MS = 3_600_000;
const FIRST_SWEEP_MS = 60_000;

/**
 * Notifies users about payments and plans, by email and in the app. Each event is recorded once as news, and its
 * message then sends it (adr/0014). So neither a mail outage nor a restart loses it or delays anything else.
 */
@Module({
  imports: [InvoicesModule],
  providers: [
    Letters,
    {
      provide: NEWS_DOCUMENTS,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => documents.collection(NEWS, (stored) => newsSchema.parse(stored)),
    },
  ],
  exports: [Letters],
})
export class LettersModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps: PeriodicTask;

  constructor(
    private readonly letters: Letters,
    private readonly runtime: LogRuntime,
    private readonly parked: ParkedStreams,
    private readonly relay: Relay,
    @Inject(LOGGER) log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.sweeps = new PeriodicTask(() => letters.sweep(), {
      log,
      failure: 'yearly plans that renew soon could not be looked up; the next sweep retries',
      everyMs: SWEEP_EVERY_MS,
      firstMs: FIRST_SWEEP_MS,
    });
  }

  onModuleInit(): void {
    this.runtime.add(new PolicyRunner(subscriptionNewsPolicy, (news) => this.letters.record(news), this.parked));
    this.runtime.add(new PolicyRunner(purchaseNewsPolicy, (news) => this.letters.record(news), this.parked));
    this.relay.register({
      name: 'billing.news',
      types: [BILLING_NEWS],
      handle: ({ data }) => this.letters.send(newsSchema.parse(data)),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) this.sweeps.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop();
  }
}
