import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { CLOCK, CONFIG, DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { accountStream, type AccountKey } from '../account/account.key.js';
import { accountCodec } from '../account/events.js';
import { ChangeCredits } from '../commands.js';
import { readAll } from '../reconcile/reconcile.documents.js';
import { GetGrantStories } from '../statement/grant-stories.js';
import { APPROVAL_ABOVE } from './adjustment.shared.js';
import {
  DecideAdjustmentHandler,
  ForgetAdjustmentNotesHandler,
  RequestAdjustmentHandler,
  RestoreCreditsHandler,
  ReverseAdjustmentHandler,
  TakeBackCreditsHandler,
} from './adjustments.commands.js';
import { ADJUSTMENT_APPROVED, Adjustments } from './adjustments.js';
import { ADJUSTMENT_DOCUMENTS, GetAdjustmentHandler, GetAdjustmentsHandler } from './adjustments.queries.js';
import { adjustmentDocument, ADJUSTMENTS, type AdjustmentDocument } from './request.js';

interface LimitConfig {
  readonly adjustmentApprovalAbove?: number;
}

const approvedData = z.object({ requestId: z.string() });

/** Requests for adjustments. */
@Module({
  providers: [
    {
      provide: ADJUSTMENT_DOCUMENTS,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) =>
        documents.collection(ADJUSTMENTS, (stored) => adjustmentDocument.parse(stored)),
    },
    {
      provide: Adjustments,
      inject: [ADJUSTMENT_DOCUMENTS, EVENT_STORE, CommandBus, QueryBus, CLOCK, CONFIG],
      useFactory: (
        documents: Collection<AdjustmentDocument>,
        events: EventStore,
        commands: CommandBus,
        queries: QueryBus,
        clock: Clock,
        { adjustmentApprovalAbove = APPROVAL_ABOVE }: LimitConfig,
      ) =>
        new Adjustments({
          documents,
          clock,
          approvalAbove: adjustmentApprovalAbove,
          change: (account, change, causedBy) => commands.execute(new ChangeCredits(account, change, causedBy)),
          uses: (account) => queries.execute(new GetGrantStories(account)),
          adjusted: (account, adjustmentId) => adjustedAmount(events, account, adjustmentId),
          since: async (account) =>
            (await events.readStream(accountStream(account), { limit: 1 })).map(
              ({ metadata }) => decodeMetadata(metadata).at,
            )[0],
        }),
    },
    RequestAdjustmentHandler,
    ReverseAdjustmentHandler,
    DecideAdjustmentHandler,
    RestoreCreditsHandler,
    TakeBackCreditsHandler,
    ForgetAdjustmentNotesHandler,
    GetAdjustmentsHandler,
    GetAdjustmentHandler,
  ],
  exports: [Adjustments, ADJUSTMENT_DOCUMENTS],
})
export class AdjustmentsModule implements OnModuleInit {
  constructor(
    private readonly adjustments: Adjustments,
    @Inject(Relay) private readonly relay: Relay,
  ) {}

  onModuleInit(): void {
    this.relay.register({
      name: 'credits.adjustments',
      types: [ADJUSTMENT_APPROVED],
      handle: async ({ data }) => void (await this.adjustments.apply(approvedData.parse(data).requestId)),
    });
  }
}

/** @throws UnreadableEvent, StoreUnavailable */
async function adjustedAmount(
  events: Pick<EventStore, 'readStream'>,
  account: AccountKey,
  adjustmentId: string,
): Promise<number | undefined> {
  for (const recorded of await readAll(events, accountStream(account))) {
    if (recorded.type !== 'CreditsAdjusted') continue;
    const { event } = accountCodec.decode(recorded);
    if (event.type === 'CreditsAdjusted' && event.data.adjustmentId === adjustmentId) return event.data.amount;
  }
  return undefined;
}
