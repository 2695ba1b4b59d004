import type { SerializeOptions } from '@fastify/cookie';
import { SpanStatusCode } from '@opentelemetry/api';
import { initTRPC, TRPCError, type AnyTRPCRouter } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import { ERRORS, httpStatus, isTransportCode, productError, type ErrorIdentifier, type ProductError, type TransportCode } from '../../../kernel/errors.shared.js';
import { PERMISSIONS, refusalOf, type MemberPermission, type PaidTier, type Permission, type PublicPermission, type SessionPermission } from '../../../kernel/permissions.shared.js';
import type { Result } from '../../../kernel/result.js';
import { QueueFull } from '../../concurrency/semaphore.js';
import { inNewTrace } from '../../telemetry/tracing.js';
import { StoreUnavailable } from '../../unavailable.js';
import { keepOperatorCall, type OperatorLog } from '../operator-log.js';
import type { RequestFacts } from '../request.js';
import { callerKindsFor, type SessionUser } from '../security/session-user.js';

/** What the browser keeps, and has it keep more, beside a procedure's answer. */
export interface SetsCookies {
  /** Whether the browser came by HTTPS. */
  readonly secure: boolean;
  /** The `cookie` header that it came with. */
  readonly sent: string | undefined;
  set(name: string, value: string, options: SerializeOptions): void;
}

/** What every procedure is given. */
export interface Context {
  readonly user?: SessionUser | undefined;
  /** The plan that the caller pays for now: requested once a request, and only where a permission depends on it. Absent where no plan is known of. */
  readonly tier?: (() => Promise<PaidTier | undefined>) | undefined;
  readonly request: RequestFacts;
  /** Keeps what administrators and finance do. Absent where a procedure is called without the wire. */
  readonly operators?: OperatorLog | undefined;
  /** The page that calls says that it is of another build than this server. */
  readonly isOtherBuild?: boolean | undefined;
  /** Absent where a procedure is called without the wire. */
  readonly cookies?: SetsCookies | undefined;
}

/** A procedure that takes form data larger than other bodies: `bytes` of the whole form, its boundaries included. */
export interface TakesForm {
  readonly bytes: number;
}

interface Meta {
  /** What a caller needs, of kernel/permissions.shared.ts. A procedure that does not say is denied to everyone. */
  readonly permission?: Permission;
  readonly form?: TakesForm;
}

/** A product error on its way through tRPC; the formatter reads it back. */
export class ProductFault extends Error {
  constructor(readonly error: ProductError) {
    super(error.identifier);
    this.name = 'ProductFault';
  }
}

/** What is wrong with one field of an input. */
export interface FieldProblem {
  /** Its path, joined by points; empty for the input as a whole. */
  readonly field: string;
  readonly reason: 'type' | 'too-small' | 'too-large' | 'format' | 'not-offered' | 'unknown' | 'invalid';
  /** The bound that was passed: a value, letters or entries. */
  readonly limit?: number;
}

/** What the browser reads beside the message of an error: `shape.data`. */
export interface ErrorData {
  /** Of the error catalogue; the transport code itself when the fault is the transport's own. */
  readonly identifier: ErrorIdentifier | TransportCode;
  readonly params: ProductError['params'];
  /** Of an input that was refused by its shape: every field that is wrong. */
  readonly fields?: readonly FieldProblem[];
  readonly code: TransportCode;
  readonly httpStatus: number;
}

/**
 * The tRPC error of a product error. Its message is the identifier; a usage limit (FORBIDDEN with `appName` and `usageType`
 * among its parameters) says `appName::usageType::IDENTIFIER`.
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

/** The value of a result. @throws TRPCError for an error, see `toTrpcError` */
export function unwrap<T>(result: Result<T, ProductError>): T {
  if (result.ok) return result.value;
  throw toTrpcError(result.error);
}

/** The transport code of an error; for a code outside `HTTP_STATUS`, the nearest in it. */
function transportCode(error: TRPCError): TransportCode {
  // tRPC wraps a body or input that is not JSON as BAD_REQUEST; the name is requested since realms differ.
  if (error.code === 'BAD_REQUEST' && error.cause?.name === 'SyntaxError') return 'PARSE_ERROR';
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return 'BAD_REQUEST';
  return isTransportCode(error.code) ? error.code : 'INTERNAL_SERVER_ERROR';
}

/** The most fields that one answer names. */
const MAX_FIELDS = 20;

/** An issue of the schema's in words of our own, so that no answer depends on the library's. */
function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type': return { field, reason: 'type' };
    case 'too_small': return { field, reason: 'too-small', limit: Number(issue.minimum) };
    case 'too_big': return { field, reason: 'too-large', limit: Number(issue.maximum) };
    case 'invalid_format': return { field, reason: 'format' };
    case 'invalid_value': return { field, reason: 'not-offered' };
    case 'unrecognized_keys': return { field, reason: 'unknown' };
    default: return { field, reason: 'invalid' };
  }
}

const isInputError = (cause: unknown): cause is z.core.$ZodError => cause instanceof z.core.$ZodError;

/**
 * What is told of an error and what is not: product errors whole, wrong input by each field's name and what is wrong with it, faults of the transport by
 * their code, and of anything else only that it happened.
 * @returns the message and `shape.data`
 */
export function describeError(error: TRPCError): { readonly message: string; readonly data: ErrorData } {
  const code = transportCode(error);
  const status = httpStatus(code);
  if (error.cause instanceof ProductFault) {
    const { identifier, params } = error.cause.error;
    return { message: error.message, data: { identifier, params, code, httpStatus: status } };
  }
  if (error.cause instanceof StoreUnavailable) {
    return describeError(toTrpcError({ identifier: 'TRY_AGAIN', params: {} }));
  }
  if (error.cause instanceof QueueFull) return describeError(new TRPCError({ code: 'TOO_MANY_REQUESTS' }));
  if (code === 'BAD_REQUEST' && isInputError(error.cause)) {
    const fields = error.cause.issues.slice(0, MAX_FIELDS).map(problemOf);
    return { message: 'VALIDATION_ERROR', data: { identifier: 'VALIDATION_ERROR', params: { field: fields[0]?.field ?? '' }, fields, code, httpStatus: status } };
  }
  return { message: code, data: { identifier: code, params: {}, code, httpStatus: status } };
}

/** What a page gets that does not know this server's calls, or sends another's input: it is of another build, and loading it again helps. */
const isMisfit = ({ cause }: TRPCError, { identifier }: ErrorData): boolean =>
  // A refusal of the product's own is about what someone requested, and is told.
  !(cause instanceof ProductFault) && (identifier === 'VALIDATION_ERROR' || identifier === 'NOT_FOUND' || identifier === 'METHOD_NOT_SUPPORTED');

/** An error as one call's answer on the wire, for what is refused before tRPC sees it. */
export function errorBody(error: TRPCError): { readonly error: { readonly message: string; readonly code: number; readonly data: ErrorData } } {
  const { message, data } = describeError(error);
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[data.code], data } };
}

/** A subscription is ended after this; the client begins it again where it stopped, and who calls is asked again. */
const LIVE_MS = 600_000;

const t = initTRPC.context<Context>().meta<Meta>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const described = describeError(error);
    const { message, data } = ctx?.isOtherBuild === true && isMisfit(error, described.data) ? describeError(toTrpcError({ identifier: 'REFRESH_PAGE', params: {} })) : described;
    return { code: TRPC_ERROR_CODES_BY_KEY[data.code], message, data: { ...data, ...defined({ path: shape.data.path }) } };
  },
  sse: { maxDurationMs: LIVE_MS, ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
});

const declaresForm = z.object({ form: z.object({ bytes: z.int().positive() }).optional() });

/** What a procedure says of forms; nothing for one that takes none, for a path that names none, and for batches. */
export function formOf(of: AnyTRPCRouter, path: string): TakesForm | undefined {
  const procedures = of._def.procedures as object; // a record of whatever procedures there are
  if (!Object.hasOwn(procedures, path)) return undefined;
  const found: unknown = Reflect.get(procedures, path);
  const declared = typeof found === 'function' && '_def' in found ? z.object({ meta: declaresForm.optional() }).safeParse(found._def) : undefined;
  return declared?.data?.meta?.form;
}

/** A call as a trace of its own: its procedure and what it came to, nothing of what was said. */
const traced = t.procedure.use(({ path, type, next }) => inNewTrace(`trpc ${path}`, async (span) => {
  const answer = await next();
  span?.setAttributes({ 'rpc.system.name': 'trpc', 'kinora.call': type, 'kinora.code': answer.ok ? 'OK' : describeError(answer.error).data.code });
  if (!answer.ok && describeError(answer.error).data.httpStatus >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  return answer;
}));

/** A call without input, or with one that cannot be read, names no ids; where it needs input it is refused for it later. */
const nothing = (): undefined => undefined;

const guarded = traced.use(async ({ ctx, meta, path, getRawInput, next }) => {
  const refused = meta?.permission === undefined ? productError('PERMISSION_ERROR') : refusalOf(meta.permission, await callerKindsFor(meta.permission, ctx.user, async () => ctx.tier?.()));
  if (refused !== undefined) throw toTrpcError(refused);
  const unkept = meta?.permission === undefined ? undefined : await keepOperatorCall(ctx.operators, { permission: meta.permission, user: ctx.user, what: path, input: () => getRawInput().catch(nothing) });
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
 * Where a procedure begins that needs a permission: `ctx.user` is there unless everybody has it, and
 * `ctx.user.email` where whoever has none is asked to sign in.
 */
function needs(permission: PublicPermission): ReturnType<typeof forAll>;
function needs(permission: MemberPermission): ReturnType<typeof forMembers>;
function needs(permission: SessionPermission): ReturnType<typeof forSessions>;
function needs(permission: Permission) {
  const { nobody, anonymous } = PERMISSIONS[permission];
  if (nobody === 'yes') return forAll(permission);
  return anonymous === 'sign-in' ? forMembers(permission) : forSessions(permission);
}

/** Where every procedure begins: with what its caller needs, `procedures.needs('ownWorks')`. */
export const procedures = { needs } as const;

/** A procedure that has not said what its caller needs: denied to everyone. For the test that proves so. */
export const undeclared = guarded;

export const router = t.router;
/** Calls a router without the wire, for tests: `callerOf(router)(context).credits.balance(…)`. */
export const callerOf = t.createCallerFactory;
