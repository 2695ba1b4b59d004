import { createHash } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SourceRef } from '../../creation/procedures/request.shared.js';
import type { UploadPurpose } from '../../creation/uploads/upload.shared.js';
import { derivedId } from '../../kernel/ids.js';
import type { Context } from '../../platform/http/trpc/trpc.js';
import { IDEMPOTENCY_HEADER } from '../creations.js';
import type { PublicApiParts } from '../parts.js';

/** One request while it is carried out. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: Context;
  /** Of the creation: the same for a repeated request with the same idempotency key. */
  readonly requestId: string;
  /** Whose it is, for fair shares. */
  readonly whose: string;
  /** Aborts when the client leaves, when the server closes, and after the longest wait. */
  readonly signal: AbortSignal;
}

const uploaded = z.object({ id: z.string() });

/** Stores a file. With an idempotency key, the same file is the same upload. @throws TRPCError */
export async function storeFile(
  call: PublicApiParts['call'],
  { request, context, requestId }: Exchange,
  file: Blob,
  purpose: UploadPurpose,
): Promise<SourceRef> {
  const form = new FormData();
  form.set('file', file);
  form.set('purpose', purpose);
  if (request.headers[IDEMPOTENCY_HEADER] !== undefined) {
    const hash = createHash('sha256').update(Buffer.from(await file.arrayBuffer()));
    form.set('requestId', derivedId('api-upload', requestId, purpose, hash.digest('hex')));
  }
  return { from: 'upload', id: uploaded.parse(await call(context, 'upload.create', form)).id };
}

/**
 * The content of an output in base 64, read at the address and with the key that the client would use.
 * @throws TRPCError INTERNAL_SERVER_ERROR
 */
export async function outputContent(
  fastify: Pick<FastifyInstance, 'inject'>,
  { request }: Exchange,
  url: string,
): Promise<string> {
  const { authorization = '' } = request.headers;
  const headers = { authorization, host: request.host };
  const answer = await fastify.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
  if (answer.statusCode !== 200) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR' });
  return answer.rawPayload.toString('base64');
}
