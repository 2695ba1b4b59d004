import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logs } from './logs.js';
import { faultOf } from './api-exception.filter.js';
import { pluginNamed } from './plugin-name.js';
import { describeError } from './trpc/trpc.js';

/** A route that receives its body as raw bytes, whatever its media type: for signed bodies. */
export interface RawPost {
  /** With parameters, e.g. `/api/webhooks/:gateway`. */
  readonly url: string;
  /** Maximum bytes of a body. */
  readonly bytes: number;
  /**
   * @returns the answer's body, with status 200
   * @throws ProductFault, StoreUnavailable
   */
  readonly answer: (request: FastifyRequest, body: Uint8Array) => Promise<object>;
}

/** Registers such a route. Call before `listen`. */
export function mountRawPost(fastify: FastifyInstance, { url, bytes, answer }: RawPost, logger: Logs): void {
  const fail = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { data } = describeError(faultOf(thrown));
    if (data.httpStatus >= 500) logger.error({ err: thrown, requestId: request.id }, 'a request failed');
    void reply.status(data.httpStatus).header('cache-control', 'no-store').send({ error: data });
  };
  void fastify.register(
    pluginNamed(`raw post ${url}`, (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bytes }, (_request, body, parsed) =>
        parsed(null, body),
      );
      scope.setErrorHandler(fail);
      scope.post(url, async (request, reply) => {
        // A request without a body is not parsed.
        const sent = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        void reply.header('cache-control', 'no-store');
        return answer(request, sent);
      });
      done();
    }),
  );
}
