import { TRPCError } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import { productError } from '../../kernel/errors.shared.js';
import { toTrpcError } from '../../platform/http/trpc/trpc.js';

/** Forms with files. */

/** @throws TRPCError VALIDATION_ERROR without form data, PARSE_ERROR for a damaged form */
export async function formOf({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): Promise<FormData> {
  const type = headers['content-type'];
  if (!Buffer.isBuffer(body) || type === undefined) throw toTrpcError(productError('VALIDATION_ERROR', { field: '' }));
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
}

/** The only file of a field; clients name a list `image[]`. @throws TRPCError VALIDATION_ERROR for several */
export function fileIn(form: FormData, name: string): Blob | undefined {
  const files = [...form.getAll(name), ...form.getAll(`${name}[]`)].filter((value) => typeof value !== 'string');
  if (files.length > 1) throw toTrpcError(productError('VALIDATION_ERROR', { field: name }));
  return files[0];
}

/** Fields of a form whose values are numbers. */
const NUMBERS = ['n', 'seed', 'maxCredits'];

/** A form's texts with numbers where the request has numbers. What is not a number stays as it is, and is refused. */
export function formFields(form: FormData): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...form.entries()].flatMap(([name, value]): [string, unknown][] => {
      if (typeof value !== 'string') return [];
      if (NUMBERS.includes(name) && /^\d{1,10}$/.test(value)) return [[name, Number(value)]];
      return [[name, name === 'stream' && value === 'false' ? false : value]];
    }),
  );
}
