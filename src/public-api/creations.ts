import { z } from 'zod';
import { inputOf } from '../creation/procedures/schema.shared.js';
import { PROCEDURES, type ProcedureName } from '../creation/procedures/registry.shared.js';
import { derivedId, type UserId } from '../kernel/ids.js';
import type { Operation } from './operation.js';
import { taskView } from './views.js';

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
const OWN_FIELDS = ['requestId', 'price'] as const;

const operationId = (procedure: ProcedureName): string =>
  procedure.replace(/\.([a-z])/g, (_, letter: string) => `_${letter}`);

/**
 * A submission's body as the call takes it. What is not an object stays as it is, and is refused by the call.
 * @throws ZodError if the API's own fields are wrong
 */
export function callInput(body: unknown, requestId: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { maxCredits = MAX_CREDITS } = submissionFields.parse(body);
  const { maxCredits: _, ...input } = body as Readonly<Record<string, unknown>>; // an object, by the check
  return { ...input, requestId, price: { amount: maxCredits, priceVersion: 1 } };
}

/** The request id of a user's idempotency key. It depends on nothing else, so that a retry creates nothing. */
export const requestIdOf = (user: UserId, key: string): string => derivedId('api-request', user, key);

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
