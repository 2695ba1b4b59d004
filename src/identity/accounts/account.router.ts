import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { procedures, router, unwrap, type Context } from '../../platform/http/trpc/trpc.js';
import { SignOutEverywhere } from '../commands.js';
import { cookieName, cookieOptions, keepDevice, readDevice } from '../sessions/cookies.js';
import { GetExport, RequestExport } from '../exports/exports.commands.js';
import { GetHumanChallenge } from '../human-check/queries.js';
import { ClaimVisitorGrant } from '../human-check/visitor-grant.command.js';
import { DeleteAccount, DeleteVisitor, GetSignInWays } from './leaving.commands.js';
import { ClaimAdmin } from '../operators/operators.commands.js';
import { ChangePassword, ForgotPassword, ResetPassword } from '../sign-in/password.commands.js';
import { ListSessions } from '../queries.js';
import {
  ResendVerification,
  SignUp,
  VerifyEmail,
  type Caller,
  type KnownBrowser,
  type Verified,
} from '../sign-in/sign-up.commands.js';

// Upper limits that no valid input reaches; the commands validate the content.
const email = z.string().max(1_000);
const password = z.string().max(2_000);
const token = z.string().max(200);

function callerOf({ request, user, cookies }: Context): Caller {
  const device = cookies === undefined ? undefined : readDevice(cookies.sent, cookies.secure);
  return { ip: request.ip, language: request.language, ...defined({ country: request.country, user, device }) };
}

/** An answer to `humanCheck`; a captcha's answer has a few thousand characters. */
const human = z.string().max(10_000).exactOptional();

/** Sets the session that replaces the browser's current one. */
function keep({ cookies }: Context, { token, expiresAt }: NonNullable<Verified['session']>): void {
  if (cookies !== undefined)
    cookies.set(cookieName('session', cookies.secure), token, cookieOptions(cookies.secure, new Date(expiresAt)));
}

/** Sets the cookie by which the account will recognise the browser. */
function keepKnown({ cookies }: Context, { device, at }: KnownBrowser): void {
  if (cookies !== undefined) keepDevice((...cookie) => cookies.set(...cookie), device, { secure: cookies.secure, at });
}

/** `account.*`: accounts and their passwords. The auth routes handle sign-in and sign-out. */
export function createAccountRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    /** The answer does not reveal whether the address has an account. */
    signUp: procedures
      .needs('signUp')
      .input(z.object({ email, password, name: z.string().max(200).exactOptional(), human }))
      .mutation(async ({ ctx, input: { human, ...request } }) => {
        unwrap(await commands.execute(new SignUp(request, { ...callerOf(ctx), ...defined({ human }) })));
        return { sent: true } as const;
      }),
    /** A challenge for a request that was refused with HUMAN_CHECK_WANTED; null when none is needed. */
    humanCheck: procedures.needs('signUp').query(async () => (await queries.execute(new GetHumanChallenge())) ?? null),
    /** Gives a visitor the credits that wait for the human check; `given` is false when the daily cap is reached. */
    claimVisitorGrant: procedures
      .needs('ownCredits')
      .input(z.object({ human }))
      .mutation(async ({ ctx, input }) => ({
        given: unwrap(
          await commands.execute(
            new ClaimVisitorGrant(ctx.user, { ip: ctx.request.ip, ...defined({ human: input.human }) }),
          ),
        ),
      })),
    /**
     * Verifies by code in the browser that signed up, or by the token of the link; another browser also needs the
     * sign-up's password.
     */
    verifyEmail: procedures
      .needs('signUp')
      .input(
        z.union([
          z.object({ token, password: password.exactOptional() }),
          z.object({ email, code: z.string().trim().max(20) }),
        ]),
      )
      .mutation(async ({ ctx, input }) => {
        const { session, known } = unwrap(await commands.execute(new VerifyEmail(input, callerOf(ctx))));
        keepKnown(ctx, known);
        if (session !== undefined) keep(ctx, session);
        return { verified: true } as const;
      }),
    resendVerification: procedures
      .needs('signUp')
      .input(z.object({ email }))
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new ResendVerification(input.email, callerOf(ctx))));
        return { sent: true } as const;
      }),
    /** The answer does not reveal whether the address has an account. */
    forgotPassword: procedures
      .needs('recoverAccount')
      .input(z.object({ email }))
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new ForgotPassword(input.email, callerOf(ctx))));
        return { sent: true } as const;
      }),
    resetPassword: procedures
      .needs('recoverAccount')
      .input(z.object({ token, password }))
      .mutation(async ({ ctx, input }) => {
        keepKnown(ctx, unwrap(await commands.execute(new ResetPassword(input.token, input.password, callerOf(ctx)))));
        return { reset: true } as const;
      }),
    changePassword: procedures
      .needs('ownAccount')
      .input(z.object({ current: password, password }))
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new ChangePassword(ctx.user, input.current, input.password, ctx.request.ip)));
        return { changed: true } as const;
      }),
    /** Also ends the caller's session; the browser signs out afterwards. */
    signOutEverywhere: procedures.needs('endSessions').mutation(async ({ ctx }) => {
      await commands.execute(new SignOutEverywhere(ctx.user.id));
      return { signedOut: true } as const;
    }),
    sessions: procedures
      .needs('ownAccount')
      .query(async ({ ctx }) => ({ sessions: await queries.execute(new ListSessions(ctx.user)) })),
    /**
     * Ends every session, including the caller's; the browser signs out afterwards. `restorableUntil` is in
     * milliseconds since the epoch.
     */
    delete: procedures
      .needs('ownAccount')
      .input(z.object({ confirm: email, password: password.exactOptional() }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new DeleteAccount(ctx.user, input, ctx.request.ip))),
      ),
    /** Deletes a visitor permanently, and ends the caller's session. */
    deleteVisitor: procedures.needs('ownData').mutation(async ({ ctx }) => {
      unwrap(await commands.execute(new DeleteVisitor(ctx.user)));
      return { deleted: true } as const;
    }),
    /**
     * Requests an export of all the caller's data as one file. An email, if there is an address, says when it can be
     * downloaded from `/api/account/export`.
     */
    export: procedures
      .needs('ownData')
      .mutation(async ({ ctx }) => unwrap(await commands.execute(new RequestExport(ctx.user, ctx.request.ip)))),
    exportStatus: procedures.needs('ownData').query(({ ctx }) => queries.execute(new GetExport(ctx.user.id))),
    ways: procedures.needs('ownAccount').query(({ ctx }) => queries.execute(new GetSignInWays(ctx.user.id))),
    /** Turns a visitor into an account with this address and password; an existing account needs only the token. */
    claimAdmin: procedures
      .needs('claimRoles')
      .input(z.object({ token, account: z.object({ email, password }).exactOptional() }))
      .mutation(async ({ ctx, input }) => {
        const {
          made: { session, known },
          answer,
        } = await commands.execute(new ClaimAdmin(input.token, ctx.user, input.account, callerOf(ctx)));
        if (known !== undefined) keepKnown(ctx, known);
        if (session !== undefined) keep(ctx, session);
        unwrap(answer);
        return { roles: ['admin', 'finance'] } as const;
      }),
  });
}
