import { Global, Module } from '@nestjs/common';
import type { Clock } from '../../../kernel/clock.js';
import type { EventStore } from '../../../platform/event-store/port.js';
import type { Logs } from '../../../platform/http/logs.js';
import { EVENT_STORE, LOGGER, OPERATOR_LOG, WALL_CLOCK } from '../../../platform/tokens.js';
import { OperatorChain } from './log.js';
import { OperatorLogController } from './operator-log.controller.js';
import { FindOperatorCallsHandler, ListOperatorLogHandler, VerifyOperatorLogHandler } from './queries.js';

/**
 * The log of calls by administrators and finance (adr/0059). Global for `OPERATOR_LOG`, because the guard of every
 * route records the calls that it admits.
 */
@Global()
@Module({
  controllers: [OperatorLogController],
  providers: [
    {
      provide: OperatorChain,
      inject: [EVENT_STORE, WALL_CLOCK, LOGGER],
      useFactory: (events: EventStore, clock: Clock, log: Logs) => new OperatorChain(events, clock, log),
    },
    { provide: OPERATOR_LOG, useExisting: OperatorChain },
    FindOperatorCallsHandler,
    ListOperatorLogHandler,
    VerifyOperatorLogHandler,
  ],
  exports: [OPERATOR_LOG, OperatorChain],
})
export class OperatorLogModule {}
