import { TRPCError } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inputOf } from '../creation/procedures/schema.shared.js';
import { PROCEDURES, type ProcedureName } from '../creation/procedures/registry.shared.js';
import { productError } from '../kernel/errors.shared.js';
import { derivedId, type UserId } from '../kernel/ids.js';
import type { ApiCaller } from '../platform/http/security/api-key.js';
import { ProductFault, toTrpcError } from '../platform/http/trpc/trpc.js';
import type { Random } from '../platform/random.js';
import type { Operation } from './operation.js';
import { priceView, taskView } from './views.js';

/** Submissions of creations: one operation for each procedure, with the input of its call. */

/** Maximum credits that a request may accept to pay. */
const MAX_CREDITS = 1_000_000;

/** What the API adds to a procedure's input, in place of the price that a button showed. */
export const submissionFields = z.object({
  maxCredits: z
    .int()
    .min(0)
    .max(MAX_CREDITS)
    .optional()
    .describe(
      'Refuses the request with PRICE_CHANGED, which names the price, if it costs more. Without it, every price is accepted.',
    ),
});

/** Fields of a procedure's input that the API fills in. */
const OWN_FIELDS = ['requestId', 'price', 'priceOnly'] as const;

const operationId = (procedure: ProcedureName): string =>
  procedure.replace(/\.([a-z])/g, (_, letter: string) => `_${letter}`);

/**
 * A submission's body as the call takes it. Nothing is validated here: the call refuses all wrong fields at once,
 * `maxCredits` as `price.amount`.
 */
export function callInput(body: unknown, requestId: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { maxCredits = MAX_CREDITS, ...input } = body as Readonly<Record<string, unknown>>; // an object, by the check
  return { ...input, requestId, price: { amount: maxCredits, priceVersion: 1 } };
}

/** Query of a submission. */
export const submissionQuery = z.object({
  priceOnly: z.enum(['true']).optional().describe('Answers with the price and creates nothing.'),
});

/**
 * The answer to a question for the price, which the call refuses with it.
 * @throws what was thrown, if that is another error
 */
export function priceIn(thrown: unknown): z.infer<typeof priceView> {
  if (thrown instanceof TRPCError && thrown.cause instanceof ProductFault) {
    const { identifier, params } = thrown.cause.error;
    if (identifier === 'PRICE_CHANGED') return priceView.parse({ credits: params['amount'] });
  }
  throw thrown;
}

/** The request id of a user's idempotency key. It depends on nothing else, so that a retry creates nothing. */
const requestIdOf = (user: UserId, key: string): string => derivedId('api-request', user, key);

/** Header by which a repeated request creates nothing new. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
const MAX_IDEMPOTENCY_KEY = 200;

/**
 * The id of a submission: of its idempotency key, or a new one.
 * @throws TRPCError VALIDATION_ERROR for a key of the wrong length
 */
export function requestIdFrom(
  { headers }: Pick<FastifyRequest, 'headers'>,
  caller: Pick<ApiCaller, 'user'> | undefined,
  random: Pick<Random, 'uuid'>,
): string {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined || caller === undefined) return random.uuid();
  if (typeof key === 'string' && key.length > 0 && key.length <= MAX_IDEMPOTENCY_KEY)
    return requestIdOf(caller.user.id, key);
  throw toTrpcError(productError('VALIDATION_ERROR', { field: IDEMPOTENCY_HEADER }));
}

/** The operation of each procedure. */
export const SUBMISSIONS: readonly (Omit<Operation, 'call'> & { readonly procedure: ProcedureName })[] = PROCEDURES.map(
  (procedure) => ({
    procedure,
    id: operationId(procedure),
    method: 'POST',
    path: `/creations/${procedure}`,
    summary: `Submits a creation by ${procedure}. The answer is its task, which runs afterwards.`,
    scope: 'create',
    status: 202,
    query: submissionQuery,
    view: taskView,
  }),
);

/** JSON schema of a submission's body. */
export function bodySchema(procedure: ProcedureName): Record<string, unknown> {
  const schema = z.toJSONSchema(inputOf(procedure), { io: 'input', unrepresentable: 'any' });
  const own = z.toJSONSchema(submissionFields, { io: 'input' });
  const without = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !OWN_FIELDS.some((field) => field === name),
  );
  const { $schema: _, ...rest } = schema;
  return {
    ...rest,
    properties: { ...Object.fromEntries(without), ...own.properties },
    required: (schema.required ?? []).filter((name) => !OWN_FIELDS.some((field) => field === name)),
  };
}
