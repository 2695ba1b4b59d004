import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Notify } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { Logs } from '../../platform/http/logs.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { CLOCK, LOGGER, RATE_LIMIT } from '../../platform/tokens.js';
import { RefusalStore } from './refusal.store.js';
import { refusalsPart } from './refusals.data-export.js';
import {
  AnswerRefusalAppealHandler,
  AppealRefusalHandler,
  ListOwnRefusalsHandler,
  ListRefusalAppealsHandler,
} from './refusals.messages.js';
import { refusalPolicies } from './refusals.policies.js';
import { Refusals } from './refusals.js';

const HOUR_MS = 3_600_000;

/** Nest module of appeals against refused texts. */
@Module({
  providers: [
    {
      provide: Refusals,
      inject: [RefusalStore, RATE_LIMIT, CLOCK, CommandBus],
      useFactory: (refusals: RefusalStore, rateLimit: RateLimit, clock: Clock, commands: CommandBus) =>
        new Refusals({ refusals, rateLimit, clock, notify: (notice) => commands.execute(new Notify(notice)) }),
    },
    AppealRefusalHandler,
    AnswerRefusalAppealHandler,
    ListRefusalAppealsHandler,
    ListOwnRefusalsHandler,
  ],
})
export class RefusalsModule implements OnModuleInit, OnModuleDestroy {
  private readonly sweeps: PeriodicTask;

  constructor(
    private readonly service: Refusals,
    private readonly refusals: RefusalStore,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) log: Logs,
  ) {
    this.sweeps = new PeriodicTask(() => refusals.sweep(clock.now()), {
      log,
      failure: 'old refused texts could not be deleted; retrying in an hour',
      everyMs: HOUR_MS,
      firstMs: HOUR_MS / 60,
    });
  }

  onModuleInit(): void {
    this.exports.register(refusalsPart({ refusals: this.refusals }));
    for (const policy of refusalPolicies({ service: this.service, refusals: this.refusals }))
      this.relay.register(policy);
    this.sweeps.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop();
  }
}
