import { Module, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetNewestRoot, GetReturnedForFailures } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { CLOCK, DOCUMENTS } from '../../platform/tokens.js';
import { finishedTask } from '../tasks/policies.js';
import { TASK_FINISHED, TaskStore } from '../tasks/task.store.js';
import { outcomeOf } from './service-day.js';
import { ServiceDays } from './service-days.js';
import { TrustController } from './trust.controller.js';
import { Trust } from './trust.js';

/** Nest module of the trust page's figures. Ended creations are counted as they end. */
@Module({
  controllers: [TrustController],
  providers: [
    {
      provide: ServiceDays,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => ServiceDays.open(documents),
    },
    {
      provide: Trust,
      inject: [ServiceDays, CLOCK, QueryBus],
      useFactory: (days: ServiceDays, clock: Clock, queries: QueryBus) =>
        new Trust({
          days,
          clock,
          newestRoot: () => queries.execute(new GetNewestRoot()),
          returnedForFailures: (from) => queries.execute(new GetReturnedForFailures(from)),
        }),
    },
  ],
})
export class TrustModule implements OnModuleInit {
  constructor(
    private readonly days: ServiceDays,
    private readonly tasks: TaskStore,
    private readonly relay: Relay,
  ) {}

  onModuleInit(): void {
    this.relay.register({
      name: 'creation.service-days',
      types: [TASK_FINISHED],
      handle: async ({ data }) => {
        const task = await this.tasks.get(finishedTask(data));
        const outcome = task && outcomeOf(task.document);
        if (outcome !== undefined) await this.days.count(outcome);
      },
    });
  }
}
