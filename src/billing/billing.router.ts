import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { APP_NAMES } from '../credits/credits.shared.js';
import { procedures, router, unwrap } from '../platform/http/trpc/trpc.js';
import { GetSubLog } from './queries.js';
import {
  CancelPlan,
  ChangePlan,
  GetOffer,
  GetOrder,
  GetOverview,
  OpenCheckout,
  OpenPortal,
  PreviewPlanChange,
  ReactivatePlan,
} from './shop/shop.commands.js';
import {
  cancelInput,
  changePlanInput,
  changePreviewInput,
  checkoutInput,
  offerInput,
  orderInput,
  overviewInput,
  portalInput,
  reactivateInput,
} from './shop/shop.shared.js';

export interface BillingRouterDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

/** `subLog.*`: the caller's plans and subscriptions. */
export function createSubLogRouter({ queries }: Pick<BillingRouterDeps, 'queries'>) {
  return router({
    getSubLog: procedures
      .needs('ownUsage')
      .input(z.object({ appName: z.enum(APP_NAMES) }))
      .query(({ ctx, input }) => queries.execute(new GetSubLog(ctx.user.id, input.appName))),
  });
}

/**
 * `billing.*`: purchases and the caller's plan (shop.shared.ts). Packs can be bought with or without a plan, and an id
 * of another user must answer "not found" before "not allowed". So the handlers, not the router, check the rest of the
 * policy.
 */
export function createBillingRouter({ commands, queries }: BillingRouterDeps) {
  const member = procedures.needs('ownUsage');
  return router({
    offer: procedures
      .needs('readPublic')
      .input(offerInput)
      .query(({ ctx: { user, request }, input }) =>
        queries.execute(new GetOffer(input.appName, user, request.country)),
      ),
    checkout: member.input(checkoutInput).mutation(async ({ ctx: { user, request }, input }) => {
      const { country, language, origin } = request;
      return unwrap(await commands.execute(new OpenCheckout(input, { user, country, language, origin })));
    }),
    order: member
      .input(orderInput)
      .query(async ({ ctx: { user }, input }) => unwrap(await queries.execute(new GetOrder(user, input.orderId)))),
    previewChange: member
      .input(changePreviewInput)
      .query(async ({ ctx: { user }, input }) =>
        unwrap(await queries.execute(new PreviewPlanChange(user, input.subscriptionId, input.priceId))),
      ),
    changePlan: member
      .input(changePlanInput)
      .mutation(async ({ ctx: { user }, input }) => unwrap(await commands.execute(new ChangePlan(user, input)))),
    cancel: member
      .input(cancelInput)
      .mutation(async ({ ctx: { user }, input }) => unwrap(await commands.execute(new CancelPlan(user, input)))),
    reactivate: member
      .input(reactivateInput)
      .mutation(async ({ ctx: { user }, input }) => unwrap(await commands.execute(new ReactivatePlan(user, input)))),
    portal: member
      .input(portalInput)
      .mutation(async ({ ctx: { user, request }, input }) =>
        unwrap(
          await commands.execute(
            new OpenPortal(
              user,
              input.subscriptionId,
              new URL(input.returnPath, request.origin).href,
              request.language,
            ),
          ),
        ),
      ),
    overview: member
      .input(overviewInput)
      .query(({ ctx: { user }, input }) => queries.execute(new GetOverview(user, input.appName))),
  });
}
