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
import { ResendVerification, SignUp, VerifyEmail, type Caller, type KnownBrowser, type Verified } from '../sign-in/sign-up.commands.js';

// Lengths that no right input has; what is right and what is not is the commands' to say.
const email = z.string().max(1_000);
const password = z.string().max(2_000);
const token = z.string().max(200);

function callerOf({ request, user, cookies }: Context): Caller {
  const device = cookies === undefined ? undefined : readDevice(cookies.sent, cookies.secure);
  return {
    ip: request.ip,
    language: request.language,
    ...defined({ country: request.country, user, device }),
  };
}

/** An answer to `humanCheck`: a captcha's has some thousand characters. */
const human = z.string().max(10_000).exactOptional();

/** Gives the browser the session that takes the place of its own. */
function keep({ cookies }: Context, { token, expiresAt }: NonNullable<Verified['session']>): void {
  if (cookies !== undefined) cookies.set(cookieName('session', cookies.secure), token, cookieOptions(cookies.secure, new Date(expiresAt)));
}

/** Has the browser keep what its account will know it by. */
function keepKnown({ cookies }: Context, { device, at }: KnownBrowser): void {
  if (cookies !== undefined) keepDevice((...cookie) => cookies.set(...cookie), device, { secure: cookies.secure, at });
}

/** `account.*`: having an account, and a password for it. Sign-in and sign-out are the auth wire's. */
export function createAccountRouter({ commands, queries }: { readonly commands: Pick<CommandBus, 'execute'>; readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    /** The same answer whether or not the address has an account. */
    signUp: procedures.needs('signUp').input(z.object({ email, password, name: z.string().max(200).exactOptional(), human })).mutation(async ({ ctx, input: { human, ...wish } }) => {
      unwrap(await commands.execute(new SignUp(wish, { ...callerOf(ctx), ...defined({ human }) })));
      return { sent: true } as const;
    }),
    /** A challenge for what was refused by HUMAN_CHECK_WANTED; null where nothing is requested. */
    humanCheck: procedures.needs('signUp').query(async () => (await queries.execute(new GetHumanChallenge())) ?? null),
    /** The credits that a visitor's session says wait for the human check; `given` is false beyond the day's cap. */
    claimVisitorGrant: procedures.needs('ownCredits').input(z.object({ human })).mutation(async ({ ctx, input }) => ({
      given: unwrap(await commands.execute(new ClaimVisitorGrant(ctx.user, { ip: ctx.request.ip, ...defined({ human: input.human }) }))),
    })),
    /** By the code in the browser that signed up, or by the link's token: in another browser with the sign-up's password. */
    verifyEmail: procedures.needs('signUp').input(z.union([z.object({ token, password: password.exactOptional() }), z.object({ email, code: z.string().trim().max(20) })])).mutation(async ({ ctx, input }) => {
      const { session, known } = unwrap(await commands.execute(new VerifyEmail(input, callerOf(ctx))));
      keepKnown(ctx, known);
      if (session !== undefined) keep(ctx, session);
      return { verified: true } as const;
    }),
    resendVerification: procedures.needs('signUp').input(z.object({ email })).mutation(async ({ ctx, input }) => {
      unwrap(await commands.execute(new ResendVerification(input.email, callerOf(ctx))));
      return { sent: true } as const;
    }),
    /** The same answer whether or not the address has an account. */
    forgotPassword: procedures.needs('recoverAccount').input(z.object({ email })).mutation(async ({ ctx, input }) => {
      unwrap(await commands.execute(new ForgotPassword(input.email, callerOf(ctx))));
      return { sent: true } as const;
    }),
    resetPassword: procedures.needs('recoverAccount').input(z.object({ token, password })).mutation(async ({ ctx, input }) => {
      keepKnown(ctx, unwrap(await commands.execute(new ResetPassword(input.token, input.password, callerOf(ctx)))));
      return { reset: true } as const;
    }),
    changePassword: procedures.needs('ownAccount').input(z.object({ current: password, password })).mutation(async ({ ctx, input }) => {
      unwrap(await commands.execute(new ChangePassword(ctx.user, input.current, input.password, ctx.request.ip)));
      return { changed: true } as const;
    }),
    /** Ends the caller's own session too: the browser signs out after it. */
    signOutEverywhere: procedures.needs('endSessions').mutation(async ({ ctx }) => {
      await commands.execute(new SignOutEverywhere(ctx.user.id));
      return { signedOut: true } as const;
    }),
    sessions: procedures.needs('ownAccount').query(async ({ ctx }) => ({ sessions: await queries.execute(new ListSessions(ctx.user)) })),
    /** Ends every session, the caller's too: the browser signs out after it. `restorableUntil` in milliseconds since the epoch. */
    delete: procedures.needs('ownAccount').input(z.object({ confirm: email, password: password.exactOptional() })).mutation(async ({ ctx, input }) => unwrap(await commands.execute(new DeleteAccount(ctx.user, input, ctx.request.ip)))),
    /** Of a visitor, permanently; ends the caller's own session too. */
    deleteVisitor: procedures.needs('ownData').mutation(async ({ ctx }) => {
      unwrap(await commands.execute(new DeleteVisitor(ctx.user)));
      return { deleted: true } as const;
    }),
    /** Requests everything of one's own in one file; a letter, where there is an address, says when it can be fetched at `/api/account/export`. */
    export: procedures.needs('ownData').mutation(async ({ ctx }) => unwrap(await commands.execute(new RequestExport(ctx.user, ctx.request.ip)))),
    exportStatus: procedures.needs('ownData').query(({ ctx }) => queries.execute(new GetExport(ctx.user.id))),
    ways: procedures.needs('ownAccount').query(({ ctx }) => queries.execute(new GetSignInWays(ctx.user.id))),
    /** A visitor becomes an account with this address and password by it; whoever has one needs the token alone. */
    claimAdmin: procedures.needs('claimRoles').input(z.object({ token, account: z.object({ email, password }).exactOptional() })).mutation(async ({ ctx, input }) => {
      const { made: { session, known }, answer } = await commands.execute(new ClaimAdmin(input.token, ctx.user, input.account, callerOf(ctx)));
      if (known !== undefined) keepKnown(ctx, known);
      if (session !== undefined) keep(ctx, session);
      unwrap(answer);
      return { roles: ['admin', 'finance'] } as const;
    }),
  });
}
