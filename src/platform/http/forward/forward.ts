import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, RawServerBase, RouteGenericInterface } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { productError } from '../../../kernel/errors.shared.js';
import type { ApiOrigins } from '../security/api-origins.js';
import { API, COMPATIBLE, COMPATIBLE_WAIT_MS, ELSEWHERE, pathOf, RETRY_HEADER, SITE_FILES } from './forwarded-paths.js';
import { ambiguity, answerHeaders, forwardedHeaders, type ForwardedRequest } from '../security/forwarded-headers.js';
import type { NetworkSettings } from '../request.js';
import { describeError, errorBody, toTrpcError } from '../trpc/trpc.js';
import { cutUnreadBody } from '../unread-body.js';

/** Responses in progress. */
class UnderWay {
  private readonly answers = new Map<Readable, { readonly origin: string; readonly live: boolean }>();

  add(origin: string, answer: Readable, live: boolean): void {
    this.answers.set(answer, { origin, live });
    answer.once('close', () => this.answers.delete(answer));
  }

  /** Aborts the responses of one api, so that their requests are repeated elsewhere. */
  endAt(origin: string): void {
    for (const [answer, { origin: from }] of this.answers) if (from === origin) answer.destroy();
  }

  /** Aborts live streams, which have no end; browsers reconnect. */
  endLive(): void {
    for (const [answer, { live }] of this.answers) if (live) answer.destroy();
  }
}

type Reply = FastifyReply<RouteGenericInterface, RawServerBase>;
type Hooks = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

/** Timeout from the last byte of the request to the start of the answer. */
interface Patience {
  readonly paths: readonly string[];
  readonly methods: readonly ('DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT')[];
  readonly repeatable: boolean;
  readonly answerMs: number;
}

/** A read is retried elsewhere soon. Any other request must not be, because it may have been executed. */
const PATIENCE: readonly Patience[] = [
  { paths: [API, ...SITE_FILES], methods: ['GET', 'HEAD'], repeatable: true, answerMs: 10_000 },
  { paths: [API], methods: ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'], repeatable: false, answerMs: 30_000 },
  { paths: [COMPATIBLE], methods: ['GET', 'HEAD'], repeatable: true, answerMs: 10_000 },
  // These wait for the result.
  {
    paths: [COMPATIBLE],
    methods: ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    repeatable: false,
    answerMs: COMPATIBLE_WAIT_MS + 30_000,
  },
];

/** Whether the client disconnected before its request was complete; a failure is then not the api's fault. */
const hasLeft = ({ raw }: ForwardedRequest): boolean => raw.destroyed && !raw.complete;

/**
 * The request body as a separate stream that may be destroyed alone: a forwarder destroys its source on failure, but
 * the connection must survive for the answer. It ends when the client disconnects.
 */
function ofItsOwn(raw: IncomingMessage): PassThrough {
  const body = new PassThrough();
  // The forwarder handles errors; without a listener, an earlier error would end the process.
  body.on('error', () => undefined);
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Error('the client has disconnected'));
  });
  raw.pipe(body);
  return body;
}

/** @param repeatable whether the request can be sent again though it may have been carried out */
function answerTryAgain(request: ForwardedRequest, reply: Reply, repeatable: boolean): void {
  const fault = toTrpcError(productError('TRY_AGAIN'));
  const { data } = describeError(fault);
  const path = pathOf(request.raw.url ?? '');
  const body = path.startsWith(`${ELSEWHERE}/api/trpc/`) ? errorBody(fault) : { error: data };
  if (!repeatable && path.startsWith(`${ELSEWHERE}${COMPATIBLE}/`)) reply.header(RETRY_HEADER, 'false');
  if (!request.raw.complete) {
    // The rest of a body is read and discarded for a moment: closing a connection with unread bytes loses the answer.
    reply.header('connection', 'close');
    cutUnreadBody(request, reply);
    request.raw.resume();
  }
  void reply.status(data.httpStatus).header('cache-control', 'no-store').send(body);
}

/**
 * Forwards everything below `/api` and `/v1`, and reads of `SITE_FILES`, to processes with the role `api`. Requests and
 * answers are streamed, so uploads and live subscriptions work. If a process does not answer, reads are retried on
 * another one; for any other request it is unknown whether it was executed, so the caller is told to try again. Call
 * before `listen`; the server needs `routeElsewhere`.
 */
export function forwardApi(fastify: FastifyInstance, origins: ApiOrigins, network: NetworkSettings): void {
  const tried = new WeakMap<ForwardedRequest, Set<string>>();
  const underWay = new UnderWay();
  origins.whenGone((origin) => underWay.endAt(origin));
  fastify.addHook('preClose', (done) => {
    underWay.endLive();
    done();
  });

  const choose = (request: ForwardedRequest): string => {
    const before = tried.get(request) ?? new Set<string>();
    const origin = origins.next(before) ?? origins.next() ?? '';
    tried.set(request, before.add(origin));
    return origin;
  };
  const hooksFor = ({ repeatable }: Patience): Hooks => {
    const hooks: Hooks = {
      retryDelay: () => null,
      getUpstream: (request: ForwardedRequest) => choose(request),
      rewriteRequestHeaders: (request: ForwardedRequest, headers: IncomingHttpHeaders) =>
        forwardedHeaders(request, headers, network),
      rewriteHeaders: answerHeaders,
      onResponse: (request, reply, { stream }) => {
        underWay.add(
          [...(tried.get(request) ?? [])].at(-1) ?? '',
          stream,
          String(reply.getHeader('content-type')).startsWith('text/event-stream'),
        );
        void reply.send(stream);
      },
      onError: (reply) => {
        const { request } = reply;
        if (hasLeft(request)) return void reply.raw.destroy();
        const before = tried.get(request) ?? new Set<string>();
        const last = [...before].at(-1);
        if (last !== undefined) origins.missed(last);
        if (repeatable && origins.next(before) !== undefined)
          return void reply.from(pathOf(request.url).slice(ELSEWHERE.length), hooks);
        answerTryAgain(request, reply, repeatable);
      },
    };
    return hooks;
  };

  for (const patience of PATIENCE) {
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addHook('onRequest', (request, reply, done) => {
        const fault = ambiguity(request);
        if (fault === undefined) return done();
        const { data } = describeError(fault);
        // It is uncertain where the next request on this connection would start.
        void reply
          .status(data.httpStatus)
          .headers({ connection: 'close', 'cache-control': 'no-store' })
          .send({ error: data });
      });
      scope.addHook('preHandler', (request, _reply, done) => {
        if (request.body === request.raw) request.body = ofItsOwn(request.raw);
        done();
      });
      for (const path of patience.paths)
        await scope.register(proxy, {
          upstream: '',
          prefix: `${ELSEWHERE}${path}`,
          rewritePrefix: path,
          httpMethods: [...patience.methods],
          internalRewriteLocationHeader: false,
          disableRequestLogging: true,
          // Undici sets the framing itself, and closes a connection whose body was not sent or read completely. Each
          // live subscription uses one connection for as long as it lasts.
          undici: {
            connections: null,
            headersTimeout: patience.answerMs,
            bodyTimeout: 0,
            connect: { rejectUnauthorized: true },
          },
          destroyAgent: true,
          replyOptions: hooksFor(patience),
        });
    });
  }
}
