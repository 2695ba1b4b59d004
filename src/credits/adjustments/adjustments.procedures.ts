import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { procedures, toTrpcError, unwrap } from '../../platform/http/trpc/trpc.js';
import {
  adjustInput,
  adjustmentFilter,
  adjustmentsPage,
  adjustmentView,
  decideInput,
  reverseInput,
  type AdjustmentView,
} from './adjustment.shared.js';
import { DecideAdjustment, RequestAdjustment, ReverseAdjustment } from './adjustments.commands.js';
import type { Request } from './adjustments.js';
import { GetAdjustment, GetAdjustments } from './adjustments.queries.js';

const listInput = adjustmentFilter.extend({
  cursor: z
    .string()
    .regex(/^\d{15}\.[\w:.-]{1,500}$/)
    .optional(),
  limit: z.int().min(1).max(200).default(50),
});

/**
 * The calls of `finance.*` about adjustments. The actor of each is the caller. An adjustment above the limit, or of the
 * caller's own account, waits for a second person.
 */
export function createAdjustmentProcedures({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  const reads = procedures.needs('readLedgers');
  const adjusts = procedures.needs('adjustCredits');
  const shown = async (answer: Result<Request, ProductError>): Promise<AdjustmentView> => {
    const { requestId } = unwrap(answer);
    const view = await queries.execute(new GetAdjustment(requestId));
    if (view === null) throw toTrpcError(productError('ADJUSTMENT_NOT_FOUND', { id: requestId }));
    return view;
  };
  const decides = (decision: 'approved' | 'rejected') =>
    adjusts
      .input(decideInput)
      .output(adjustmentView)
      .mutation(async ({ input: { requestId, note }, ctx: { user } }) =>
        shown(await commands.execute(new DecideAdjustment(requestId, decision, user.id, note))),
      );
  return {
    adjustments: reads
      .input(listInput.prefault({}))
      .output(adjustmentsPage)
      .query(({ input: { cursor, limit, ...filter } }) =>
        queries.execute(new GetAdjustments(filter, { limit, ...defined({ cursor }) })),
      ),
    adjust: adjusts
      .input(adjustInput)
      .output(adjustmentView)
      .mutation(async ({ input: { userId, appName, usageType, ...wanted }, ctx: { user } }) =>
        // The account need not exist: its first credits create it.
        shown(
          await commands.execute(
            new RequestAdjustment({
              ...wanted,
              account: { userId: userId as UserId, appName, usageType },
              actor: user.id,
            }),
          ),
        ),
      ),
    reverseAdjustment: adjusts
      .input(reverseInput)
      .output(adjustmentView)
      .mutation(async ({ input: { userId, appName, usageType, ...wanted }, ctx: { user } }) =>
        shown(
          await commands.execute(
            new ReverseAdjustment({
              ...wanted,
              account: { userId: userId as UserId, appName, usageType },
              actor: user.id,
            }),
          ),
        ),
      ), // only looked up
    approveAdjustment: decides('approved'),
    rejectAdjustment: decides('rejected'),
  };
}
