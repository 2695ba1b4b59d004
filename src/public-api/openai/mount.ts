import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMPATIBLE, RETRY_HEADER } from '../../platform/http/forward/forwarded-paths.js';
import { pluginNamed } from '../../platform/http/plugin-name.js';
import { FILE_LIMIT, JSON_LIMIT } from '../admission.js';
import { parseJson } from '../json.js';
import { asTrpcError, problemHeaders } from '../problem.js';
import { OpenAiCalls, type OpenAiParts } from './calls.js';
import { openAiFailure } from './failure.js';

/** Maximum bytes of a form beside its files. */
const FORM_OVERHEAD = 65_536;

/**
 * Serves the image calls of OpenAI's API below `/v1`, for clients made for it, by the calls of `/api/v1`: the same
 * keys, prices and rules. An answer waits for the images; a client that leaves loses nothing, because the creation goes
 * on.
 */
export function mountOpenAi(fastify: FastifyInstance, parts: OpenAiParts): void {
  const { admission, logger } = parts;
  const calls = new OpenAiCalls(fastify, parts);
  const makers = {
    onRequest: (request: FastifyRequest, reply: FastifyReply) => admission.admit(request, reply, ['create', 'read']),
  };
  const anyKey = { onRequest: (request: FastifyRequest, reply: FastifyReply) => admission.admit(request, reply, []) };

  fastify.addHook('preClose', (done) => {
    calls.close();
    done();
  });
  void fastify.register(
    pluginNamed('openai-api', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      scope.setErrorHandler((error, request, reply) => {
        const { problem, body } = openAiFailure(asTrpcError(error));
        if (problem.status >= 500) logger.error({ err: error, requestId: request.id }, 'an API request failed');
        // A conflict of idempotency keys stays one, however often the request is repeated.
        if (problem.status === 409) void reply.header(RETRY_HEADER, 'false');
        return reply.status(problem.status).headers(problemHeaders(problem)).send({ error: body });
      });
      void scope.register(
        pluginNamed('openai-api-files', (files, _none, ready) => {
          files.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, parsed) =>
            parsed(null, body),
          );
          files.route({
            method: 'POST',
            url: `${COMPATIBLE}/images/edits`,
            bodyLimit: FILE_LIMIT + FORM_OVERHEAD,
            onRequest: async (request, reply) => {
              await makers.onRequest(request, reply);
              admission.admitFile(request, reply);
            },
            handler: (request, reply) => calls.change(request, reply),
          });
          ready();
        }),
      );
      parseJson(scope);
      scope.post(`${COMPATIBLE}/images/generations`, { ...makers, bodyLimit: JSON_LIMIT }, (request, reply) =>
        calls.generate(request, reply),
      );
      scope.get(`${COMPATIBLE}/models`, anyKey, async (request) => ({
        object: 'list',
        data: await calls.list(request),
      }));
      scope.get<{ Params: { id: string } }>(`${COMPATIBLE}/models/:id`, anyKey, (request) =>
        calls.model(request, request.params.id),
      );
      scope.all(`${COMPATIBLE}/*`, () => {
        throw new TRPCError({ code: 'NOT_FOUND' });
      });
      done();
    }),
  );
}
