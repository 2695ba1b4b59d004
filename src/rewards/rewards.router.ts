import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../platform/http/trpc/trpc.js';
import { isTimeZone } from './check-in/streak.shared.js';
import { GetEarnings } from './shares/shares.module.js';
import { AcceptInvite, GetInvites } from './invites/invites.commands.js';
import { CheckIn, ClaimMission, GetRewards } from './rewards.commands.js';

const inTimeZone = z.object({ timeZone: z.string().max(64).refine(isTimeZone) });

/** Text of another shape is as wrong as an unknown code, so it gets the same answer. */
const inviteCode = z
  .string()
  .max(64)
  .transform((text) => text.trim().toLowerCase());

/** `rewards.*`: the daily check-in, missions, and invites. Dates are those of the caller's time zone. */
export function createRewardsRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    get: procedures
      .needs('checkIn')
      .input(inTimeZone)
      .query(({ ctx, input }) => queries.execute(new GetRewards(ctx.user.id, input.timeZone))),
    checkIn: procedures
      .needs('checkIn')
      .input(inTimeZone)
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new CheckIn({ userId: ctx.user.id, ip: ctx.request.ip }, input.timeZone))),
      ),
    claimMission: procedures
      .needs('checkIn')
      .input(z.object({ mission: z.string().max(64) }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new ClaimMission({ userId: ctx.user.id, ip: ctx.request.ip }, input.mission))),
      ),
    invites: procedures.needs('refer').query(({ ctx }) => queries.execute(new GetInvites(ctx.user.id))),
    /** What the caller has earned as an author. */
    earnings: procedures.needs('refer').query(({ ctx }) => queries.execute(new GetEarnings(ctx.user.id))),
    acceptInvite: procedures
      .needs('acceptInvite')
      .input(z.object({ code: inviteCode }))
      .mutation(async ({ ctx, input }) =>
        unwrap(
          await commands.execute(
            new AcceptInvite(ctx.user.id, input.code, { ip: ctx.request.ip, cookies: ctx.cookies }),
          ),
        ),
      ),
  });
}
