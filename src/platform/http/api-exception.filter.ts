import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HTTP_STATUS, type TransportCode } from '../../kernel/errors.shared.js';
import type { Logs } from './logs.js';
import { describeError, ProductFault, toTrpcError } from './trpc/trpc.js';

/** The transport code of a status. Two codes map to 400; BAD_REQUEST is the general one. */
const CODE_OF: Readonly<Record<number, TransportCode>> = {
  // keys of the table
  ...Object.fromEntries(Object.entries(HTTP_STATUS).map(([code, status]) => [status, code as TransportCode])),
  400: 'BAD_REQUEST',
  415: 'BAD_REQUEST',
};

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
};

/** Converts an exception outside the typed-RPC endpoint to an error with a transport code of `HTTP_STATUS`. */
export function faultOf(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  if (error instanceof ProductFault) return toTrpcError(error.error);
  const status = statusOf(error);
  const code = status === undefined ? undefined : CODE_OF[status];
  return new TRPCError({ code: code ?? 'INTERNAL_SERVER_ERROR', cause: error });
}

/** Answers every error of a controller as JSON: `{ error: { identifier, params, code, httpStatus } }`. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  constructor(private readonly logger: Logs) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const fault = faultOf(thrown);
    const { data } = describeError(fault);
    if (data.httpStatus >= 500)
      this.logger.error({ err: thrown, requestId: http.getRequest<FastifyRequest>().id }, 'a request failed');
    const reply = http.getResponse<FastifyReply>();
    if (!reply.sent) void reply.status(data.httpStatus).header('cache-control', 'no-store').send({ error: data });
  }
}
