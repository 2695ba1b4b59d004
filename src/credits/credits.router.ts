import type { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import { defined } from '../kernel/defined.shared.js';
import { productError } from '../kernel/errors.shared.js';
import type { ConsistencyToken, StreamName } from '../kernel/event-sourcing/event.js';
import { InvalidCursor } from '../platform/documents/port.js';
import type { SessionUser } from '../platform/http/security/session-user.js';
import { procedures, router, toTrpcError } from '../platform/http/trpc/trpc.js';
import {
  APP_NAMES,
  USAGE_TYPES,
  consistencyToken,
  statementFilter,
  type AppName,
  type UsageType,
} from './credits.shared.js';
import { RECEIPT_KINDS } from './proof/receipt.shared.js';
import { GetPublished, GetReceipt } from './proof/receipts.js';
import { utcDay } from './proof/root.shared.js';
import { GetAccounts, GetBalance, GetExpiries, GetStatement, GetStatementLine, GetUsage } from './queries.js';
import { WatchBalance } from './account/watch.js';

export interface CreditsRouterDeps {
  readonly queries: Pick<QueryBus, 'execute'>;
}

const which = { appName: z.enum(APP_NAMES).default('kinora'), usageType: z.enum(USAGE_TYPES).default('credits') };
// Accepts any text: a query only waits for a write to the caller's own stream.
const after = consistencyToken
  .transform(({ stream, revision }): ConsistencyToken => ({ stream: stream as StreamName, revision }))
  .optional();

const balanceInput = z.object({ ...which, after }).prefault({});
const statementInput = z
  .object({
    ...which,
    ...statementFilter.shape,
    after,
    cursor: z.string().max(1_000).optional(),
    limit: z.int().min(1).max(200).default(50),
  })
  .prefault({});
const lineInput = z.object({ ...which, id: z.string().min(1).max(200) });
const receiptInput = z.object({
  ...which,
  kind: z.enum(RECEIPT_KINDS).default('creation'),
  id: z.string().min(1).max(200),
});
const expiriesInput = z.object({ ...which, after, months: z.int().min(1).max(36).default(12) }).prefault({});
const watchInput = z.object(which).prefault({});

/** When the caller was promised first credits for this account, if ever. */
const promisedAt = (
  { grantPromisedAt }: SessionUser,
  { appName, usageType }: { readonly appName: AppName; readonly usageType: UsageType },
): Millis | undefined => (appName === 'kinora' && usageType === 'credits' ? grantPromisedAt : undefined);

/** `credits.*`: callers see only their own accounts. */
export function createCreditsRouter({ queries }: CreditsRouterDeps) {
  return router({
    balance: procedures
      .needs('ownCredits')
      .input(balanceInput)
      .query(({ ctx, input: { after, ...of } }) =>
        queries.execute(new GetBalance({ userId: ctx.user.id, ...of }, after, promisedAt(ctx.user, of))),
      ),
    statement: procedures
      .needs('ownCredits')
      .input(statementInput)
      .query(async ({ ctx, input: { appName, usageType, after, cursor, limit, ...filter } }) => {
        try {
          return await queries.execute(
            new GetStatement(
              { userId: ctx.user.id, appName, usageType },
              { limit, ...defined({ cursor }) },
              after,
              filter,
              promisedAt(ctx.user, { appName, usageType }),
            ),
          );
        } catch (error) {
          if (error instanceof InvalidCursor) throw toTrpcError(productError('VALIDATION_ERROR', { field: 'cursor' }));
          throw error;
        }
      }),
    line: procedures
      .needs('ownCredits')
      .input(lineInput)
      .query(
        async ({ ctx, input: { appName, usageType, id } }) =>
          (await queries.execute(new GetStatementLine({ userId: ctx.user.id, appName, usageType }, id))) ?? null,
      ),
    /** The caller's accounts that have at least one event. */
    accounts: procedures.needs('ownCredits').query(({ ctx }) => queries.execute(new GetAccounts(ctx.user.id))),
    /** Credits that expire in the coming months, soonest first, which is the order they are spent in. */
    expiries: procedures
      .needs('ownCredits')
      .input(expiriesInput)
      .query(({ ctx, input: { appName, usageType, after, months } }) =>
        queries.execute(
          new GetExpiries(
            { userId: ctx.user.id, appName, usageType },
            months,
            after,
            promisedAt(ctx.user, { appName, usageType }),
          ),
        ),
      ),
    /** A file that proves one line of the statement (docs/ledger.md). For a creation, the id is the task's id. */
    receipt: procedures
      .needs('ownCredits')
      .input(receiptInput)
      .query(({ ctx, input: { appName, usageType, kind, id } }) =>
        queries.execute(new GetReceipt({ userId: ctx.user.id, appName, usageType }, { kind, id })),
      ),
    /**
     * Data for checking a receipt, as published at `/.well-known/kinora`: every key that ever signed, and the root of
     * one day.
     */
    published: procedures
      .needs('readPublic')
      .input(z.object({ day: utcDay.optional() }).prefault({}))
      .query(({ input }) => queries.execute(new GetPublished(input.day))),
    /** Server-sent events: the current balance, then every change. */
    onChange: procedures
      .needs('ownCredits')
      .input(watchInput)
      .subscription(async function* ({ ctx, input, signal }) {
        yield* await queries.execute(
          new WatchBalance(
            { userId: ctx.user.id, ...input },
            signal ?? new AbortController().signal,
            promisedAt(ctx.user, input),
          ),
        );
      }),
  });
}

/** `subUsage.*`: granted and used amounts for each usage type of the caller. */
export function createSubUsageRouter({ queries }: CreditsRouterDeps) {
  return router({
    /** Never cached: the HTTP layer says so on every response to a session. */
    getSubUsage: procedures
      .needs('ownUsage')
      .input(z.object({ appName: z.enum(APP_NAMES) }))
      .query(async ({ ctx, input }) => ({
        usageList: await queries.execute(new GetUsage(ctx.user.id, input.appName)),
      })),
  });
}
