import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { defined } from '../kernel/defined.shared.js';
import { describeError, type ErrorData } from '../platform/http/trpc/trpc.js';

/** Media type of errors (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** Why an input field was refused. */
const fieldProblem = z.object({
  field: z.string().describe('Path of the field, joined by dots; empty for the whole input.'),
  reason: z.enum(['type', 'too-small', 'too-large', 'format', 'not-offered', 'unknown', 'invalid']),
  limit: z.number().optional().describe('The violated limit.'),
});

/** An error of the API as problem details. */
export const problemSchema = z.object({
  type: z.string().describe('urn:kinora:error: and the code.'),
  title: z.string().describe('The code, for example CREDITS_NOT_ENOUGH.'),
  status: z.int().describe('HTTP status.'),
  code: z.string().describe('Stable identifier of the error.'),
  params: z.record(z.string(), z.union([z.string(), z.number()])).describe('Figures and names of the error.'),
  fields: z.array(fieldProblem).optional().describe('Every refused field of the input.'),
});
export type Problem = z.infer<typeof problemSchema>;

/** Fields of calls that have another name in the API. */
const NAMES: Readonly<Record<string, string>> = { 'price.amount': 'maxCredits' };
const nameOf = (field: string): string => NAMES[field] ?? field;

/** Every wrong field of an error; also the only one that a refusal by a rule names. */
function fieldsOf({ identifier, params: { field }, fields }: ErrorData): Problem['fields'] {
  if (fields !== undefined) return fields.map((one) => ({ ...one, field: nameOf(one.field) }));
  return identifier === 'VALIDATION_ERROR' && typeof field === 'string'
    ? [{ field: nameOf(field), reason: 'invalid' }]
    : undefined;
}

/** The problem details of an error. Of an unexpected one, they say only that it occurred. */
export function problemOf(error: TRPCError): Problem {
  const { data } = describeError(error);
  const { identifier, params, httpStatus } = data;
  return {
    type: `urn:kinora:error:${identifier}`,
    title: identifier,
    status: httpStatus,
    code: identifier,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, name === 'field' ? nameOf(String(value)) : value]),
    ),
    ...defined({ fields: fieldsOf(data) }),
  };
}

/** The headers of a problem: when to try again, and how to authenticate. */
export function problemHeaders({ status, params: { seconds } }: Problem): Readonly<Record<string, string>> {
  return {
    ...(status === 429 && seconds !== undefined ? { 'retry-after': String(seconds) } : {}),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  };
}

/** Any error as one that can be described. */
export function asTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  if (error instanceof z.ZodError) return new TRPCError({ code: 'BAD_REQUEST', cause: error });
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE' });
  if (status === 415 || status === 400) return new TRPCError({ code: 'BAD_REQUEST' });
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}
