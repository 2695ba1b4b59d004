import type { TRPCError } from '@trpc/server';
import { problemOf, type Problem } from '../problem.js';
import { fieldOf } from './images.js';

/** An error as clients of OpenAI's API read it, with our code, parameters and fields. */
export interface OpenAiFailure {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
  readonly params: Problem['params'];
  readonly fields?: Problem['fields'];
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

function messageOf({ code, params, fields = [] }: Problem): string {
  const facts =
    fields.length > 0
      ? fields.map(({ field, reason, limit }) => `${field} (${reason}${limit === undefined ? '' : ` ${limit}`})`)
      : Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return facts.length === 0 ? code : `${code}: ${facts.join(', ')}`;
}

/** An error in OpenAI's shape, and its problem for the HTTP status and headers. */
export function openAiFailure(error: TRPCError): { readonly problem: Problem; readonly body: OpenAiFailure } {
  const { fields, ...rest } = problemOf(error);
  const problem: Problem = {
    ...rest,
    ...(fields === undefined ? {} : { fields: fields.map((one) => ({ ...one, field: fieldOf(one.field) })) }),
  };
  const field = problem.fields?.[0]?.field ?? problem.params['field'] ?? problem.params['input'];
  return {
    problem,
    body: {
      message: messageOf(problem),
      type: typeOf(problem.status),
      param: typeof field === 'string' && field !== '' ? fieldOf(field) : null,
      code: problem.code,
      params: problem.params,
      ...(problem.fields === undefined ? {} : { fields: problem.fields }),
    },
  };
}
