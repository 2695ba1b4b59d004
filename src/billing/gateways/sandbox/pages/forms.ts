import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { productError } from '../../../../kernel/errors.shared.js';
import { isSameOrigin, type NetworkSettings } from '../../../../platform/http/request.js';
import { ProductFault } from '../../../../platform/http/trpc/trpc.js';

/**
 * Parses a form of the sandbox pages.
 * @throws ProductFault PERMISSION_ERROR when the form comes from another site's page, VALIDATION_ERROR {field}
 */
export function readForm<Form>(
  schema: z.ZodType<Form>,
  body: unknown,
  request: FastifyRequest,
  network: NetworkSettings,
): Form {
  if (!isSameOrigin(request, network)) throw new ProductFault(productError('PERMISSION_ERROR'));
  const read = schema.safeParse(body);
  if (!read.success)
    throw new ProductFault(productError('VALIDATION_ERROR', { field: read.error.issues[0]?.path.join('.') ?? 'form' }));
  return read.data;
}
