import type { SerializeOptions } from '@fastify/cookie';
import { SpanStatusCode } from '@opentelemetry/api';
import { initTRPC, TRPCError, type AnyTRPCRouter } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import {
  ERRORS,
  httpStatus,
  isTransportCode,
  productError,
  type ErrorIdentifier,
  type ProductError,
  type TransportCode,
} from '../../../kernel/errors.shared.js';
import {
  PERMISSIONS,
  refusalOf,
  type MemberPermission,
  type PaidTier,
  type Permission,
  type PublicPermission,
  type SessionPermission,
} from '../../../kernel/permissions.shared.js';
import type { Payer } from '../../../kernel/payers.shared.js';
import type { Result } from '../../../kernel/result.js';
import { QueueFull } from '../../concurrency/semaphore.js';
import { inNewTrace } from '../../telemetry/tracing.js';
import { isFromNewerProgram } from '../../../kernel/event-sourcing/codec.js';
import { StoreUnavailable } from '../../unavailable.js';
import { keepOperatorCall, type OperatorLog } from '../operator-log.js';
import type { RequestFacts } from '../request.js';
import { callerKindsFor, type SessionUser } from '../security/session-user.js';

/** The browser's cookies, and a way to set more with the answer. */
export interface SetsCookies {
  /** Whether the browser uses HTTPS. */
  readonly secure: boolean;
  /** The request's `cookie` header. */
  readonly sent: string | undefined;
  set(name: string, value: string, options: SerializeOptions): void;
}

/** Context of every procedure. */
export interface Context {
  readonly user?: SessionUser | undefined;
  /** The caller's account that pays for creations; default `credits`. */
  readonly payer?: Payer | undefined;
  /**
   * The caller's current paid plan; looked up at most once per request, and only if a permission depends on it. Absent
   * without billing.
   */
  readonly tier?: (() => Promise<PaidTier | undefined>) | undefined;
  readonly request: RequestFacts;
  /** Records actions of administrators and finance. Absent if a procedure is called directly, without HTTP. */
  readonly operators?: OperatorLog | undefined;
  /** The calling page belongs to another build than this server. */
  readonly isOtherBuild?: boolean | undefined;
  /** Absent if a procedure is called directly, without HTTP. */
  readonly cookies?: SetsCookies | undefined;
}

/** A procedure that accepts form data larger than other bodies: `bytes` of the whole form, including its boundaries. */
export interface TakesForm {
  readonly bytes: number;
}

interface Meta {
  /**
   * The permission that a caller needs (kernel/permissions.shared.ts). A procedure without one is denied to everyone.
   */
  readonly permission?: Permission;
  readonly form?: TakesForm;
}

/** Wraps a product error for tRPC; the formatter unwraps it. */
export class ProductFault extends Error {
  constructor(readonly error: ProductError) {
    super(error.identifier);
    this.name = 'ProductFault';
  }
}

/** A problem of one input field. */
export interface FieldProblem {
  /** Its path, joined by dots; empty for the whole input. */
  readonly field: string;
  readonly reason: 'type' | 'too-small' | 'too-large' | 'format' | 'not-offered' | 'unknown' | 'invalid';
  /** The violated limit: a value, characters or entries. */
  readonly limit?: number;
}

/** What the browser receives with an error's message: `shape.data`. */
export interface ErrorData {
  /** From the error catalogue, or the transport code for a transport error. */
  readonly identifier: ErrorIdentifier | TransportCode;
  readonly params: ProductError['params'];
  /** For an input of the wrong shape: every wrong field. */
  readonly fields?: readonly FieldProblem[];
  readonly code: TransportCode;
  readonly httpStatus: number;
}

/**
 * Converts a product error to a tRPC error. Its message is the identifier; for a usage limit (FORBIDDEN with `appName`
 * and `usageType` among its parameters) it is `appName::usageType::IDENTIFIER`.
 */
export function toTrpcError(error: ProductError): TRPCError {
  const code = ERRORS[error.identifier];
  const { appName, usageType } = error.params;
  const isUsageLimit = code === 'FORBIDDEN' && appName !== undefined && usageType !== undefined;
  return new TRPCError({
    code,
    message: isUsageLimit ? `${appName}::${usageType}::${error.identifier}` : error.identifier,
    cause: new ProductFault(error),
  });
}

/**
 * The value of a result.
 * @throws TRPCError for an error, see `toTrpcError`
 */
export function unwrap<T>(result: Result<T, ProductError>): T {
  if (result.ok) return result.value;
  throw toTrpcError(result.error);
}

/** The transport code of an error; for a code outside `HTTP_STATUS`, the nearest one in it. */
function transportCode(error: TRPCError): TransportCode {
  // tRPC wraps invalid JSON as BAD_REQUEST. The name is compared, because `instanceof` fails across realms.
  if (error.code === 'BAD_REQUEST' && error.cause?.name === 'SyntaxError') return 'PARSE_ERROR';
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return 'BAD_REQUEST';
  return isTransportCode(error.code) ? error.code : 'INTERNAL_SERVER_ERROR';
}

/** Maximum fields in one answer. */
const MAX_FIELDS = 20;

/** A schema issue in our own terms, so that answers do not depend on the library's texts. */
function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return { field, reason: 'type' };
    case 'too_small':
      return { field, reason: 'too-small', limit: Number(issue.minimum) };
    case 'too_big':
      return { field, reason: 'too-large', limit: Number(issue.maximum) };
    case 'invalid_format':
      return { field, reason: 'format' };
    case 'invalid_value':
      return { field, reason: 'not-offered' };
    case 'unrecognized_keys':
      return { field, reason: 'unknown' };
    default:
      return { field, reason: 'invalid' };
  }
}

const isInputError = (cause: unknown): cause is z.core.$ZodError => cause instanceof z.core.$ZodError;

/**
 * Decides what a client learns of an error: product errors in full, wrong input by field and problem, transport errors
 * by their code, and of any other error only that it occurred.
 * @returns the message and `shape.data`
 */
export function describeError(error: TRPCError): { readonly message: string; readonly data: ErrorData } {
  const code = transportCode(error);
  const status = httpStatus(code);
  if (error.cause instanceof ProductFault) {
    const { identifier, params } = error.cause.error;
    return { message: error.message, data: { identifier, params, code, httpStatus: status } };
  }
  if (error.cause instanceof StoreUnavailable || isFromNewerProgram(error.cause)) {
    return describeError(toTrpcError({ identifier: 'TRY_AGAIN', params: {} }));
  }
  if (error.cause instanceof QueueFull) return describeError(new TRPCError({ code: 'TOO_MANY_REQUESTS' }));
  if (code === 'BAD_REQUEST' && isInputError(error.cause)) {
    const fields = error.cause.issues.slice(0, MAX_FIELDS).map(problemOf);
    return {
      message: 'VALIDATION_ERROR',
      data: {
        identifier: 'VALIDATION_ERROR',
        params: { field: fields[0]?.field ?? '' },
        fields,
        code,
        httpStatus: status,
      },
    };
  }
  return { message: code, data: { identifier: code, params: {}, code, httpStatus: status } };
}

/**
 * Whether a page does not know this server's calls or sends another input format: it belongs to another build, and
 * reloading it helps.
 */
const isMisfit = ({ cause }: TRPCError, { identifier }: ErrorData): boolean =>
  // Product errors concern the user's request, so they are reported unchanged.
  !(cause instanceof ProductFault) &&
  (identifier === 'VALIDATION_ERROR' || identifier === 'NOT_FOUND' || identifier === 'METHOD_NOT_SUPPORTED');

/** An error in the format of one call's answer, for refusals before tRPC. */
export function errorBody(error: TRPCError): {
  readonly error: { readonly message: string; readonly code: number; readonly data: ErrorData };
} {
  const { message, data } = describeError(error);
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[data.code], data } };
}

/** Maximum life of a subscription. The client then resumes it, and the caller is authenticated again. */
const LIVE_MS = 600_000;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const described = describeError(error);
      const { message, data } =
        ctx?.isOtherBuild === true && isMisfit(error, described.data)
          ? describeError(toTrpcError({ identifier: 'REFRESH_PAGE', params: {} }))
          : described;
      return {
        code: TRPC_ERROR_CODES_BY_KEY[data.code],
        message,
        data: { ...data, ...defined({ path: shape.data.path }) },
      };
    },
    sse: {
      maxDurationMs: LIVE_MS,
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
  });

const declaresForm = z.object({ form: z.object({ bytes: z.int().positive() }).optional() });

/** The form declaration of a procedure; undefined for one without forms, for unknown paths, and for batches. */
export function formOf(of: AnyTRPCRouter, path: string): TakesForm | undefined {
  const procedures = of._def.procedures as object; // a record of all procedures
  if (!Object.hasOwn(procedures, path)) return undefined;
  const found: unknown = Reflect.get(procedures, path);
  const declared =
    typeof found === 'function' && '_def' in found
      ? z.object({ meta: declaresForm.optional() }).safeParse(found._def)
      : undefined;
  return declared?.data?.meta?.form;
}

/** Traces each call separately: its procedure and outcome, without its content. */
const traced = t.procedure.use(({ path, type, next }) =>
  inNewTrace(`trpc ${path}`, async (span) => {
    const answer = await next();
    span?.setAttributes({
      'rpc.system.name': 'trpc',
      'kinora.call': type,
      'kinora.code': answer.ok ? 'OK' : describeError(answer.error).data.code,
    });
    if (!answer.ok && describeError(answer.error).data.httpStatus >= 500)
      span?.setStatus({ code: SpanStatusCode.ERROR });
    return answer;
  }),
);

/** A call with missing or unreadable input has no ids; if input is required, it is refused later. */
const nothing = (): undefined => undefined;

const guarded = traced.use(async ({ ctx, meta, path, getRawInput, next }) => {
  const refused =
    meta?.permission === undefined
      ? productError('PERMISSION_ERROR')
      : refusalOf(meta.permission, await callerKindsFor(meta.permission, ctx.user, async () => ctx.tier?.()));
  if (refused !== undefined) throw toTrpcError(refused);
  const unkept =
    meta?.permission === undefined
      ? undefined
      : await keepOperatorCall(ctx.operators, {
          permission: meta.permission,
          user: ctx.user,
          what: path,
          input: () => getRawInput().catch(nothing),
        });
  if (unkept !== undefined) throw toTrpcError(unkept);
  return next();
});

const withUser = t.middleware(({ ctx, next }) => {
  if (ctx.user === undefined) throw toTrpcError({ identifier: 'NOT_SIGNED_IN', params: {} });
  return next({ ctx: { user: ctx.user } });
});

const withEmail = t.middleware(({ ctx, next }) => {
  if (ctx.user?.email === undefined) throw toTrpcError({ identifier: 'NOT_SIGNED_IN', params: {} });
  return next({ ctx: { user: { ...ctx.user, email: ctx.user.email } } });
});

const forAll = (permission: Permission) => guarded.meta({ permission });
const forSessions = (permission: Permission) => guarded.meta({ permission }).use(withUser);
const forMembers = (permission: Permission) => guarded.meta({ permission }).use(withEmail);

/**
 * Base of a procedure with this permission. `ctx.user` is defined unless the permission is everybody's, and
 * `ctx.user.email` is defined if the permission requires an account.
 */
function needs(permission: PublicPermission): ReturnType<typeof forAll>;
function needs(permission: MemberPermission): ReturnType<typeof forMembers>;
function needs(permission: SessionPermission): ReturnType<typeof forSessions>;
function needs(permission: Permission) {
  const { nobody, anonymous } = PERMISSIONS[permission];
  if (nobody === 'yes') return forAll(permission);
  return anonymous === 'sign-in' ? forMembers(permission) : forSessions(permission);
}

/** Base of every procedure, with the permission that its caller needs: `procedures.needs('ownWorks')`. */
export const procedures = { needs } as const;

/** A procedure without a permission: denied to everyone. For the test of that rule. */
export const undeclared = guarded;

export const router = t.router;
/** Joins routers whose calls share a name. No call may be in two of them. */
export const mergeRouters = t.mergeRouters;
/** Calls a router directly, without HTTP, for tests: `callerOf(router)(context).credits.balance(…)`. */
export const callerOf = t.createCallerFactory;

/**
 * Carries out a call by its path, with every check of the endpoint.
 * @throws TRPCError; NOT_FOUND for an unknown path
 */
export function callByPath(
  of: AnyTRPCRouter,
): (ctx: Context, path: string, input: unknown, signal?: AbortSignal) => Promise<unknown> {
  const callerFor = t.createCallerFactory(of);
  return async (ctx, path, input, signal) => {
    // A caller answers every path with a function, which refuses an unknown one.
    const call: unknown = path
      .split('.')
      .reduce<object>((at, name) => Reflect.get(at, name) as object, callerFor(ctx, defined({ signal })));
    return (call as (input: unknown) => Promise<unknown>)(input);
  };
}
