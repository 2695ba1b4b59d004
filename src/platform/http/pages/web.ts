import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { defined } from '../../../kernel/defined.shared.js';
import { FairSemaphore, QueueFull } from '../../concurrency/semaphore.js';
import { addressGroup } from '../security/address.js';
import { FACTS_HEADER, factsOf, isDrawnWithFacts, missingWithoutFacts } from './page-facts.js';
import { hostOf, PAGE_PREFIX_COOKIE, withoutPagePrefix, type PagePrefixes } from '../security/hosts.shared.js';
import { isApi, pathOf } from '../forward/forwarded-paths.js';
import { freeLater } from '../limits/free-later.js';
import { refuse } from '../limits/refuse.js';
import { pluginNamed } from '../plugin-name.js';
import { readPages, type MissingPage, type PageAt, type Pages } from './pages.js';

/** Next's request handler, and its shutdown. */
export interface Web {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Absent in development, where pages are built on request. */
  readonly pages?: Pages;
  close(): Promise<void>;
}

/**
 * Prepares the web app for serving in this process.
 * @param dir of the web app; in production with a finished `.next`
 * @param dev builds pages on request and reloads them
 */
export async function openWeb(options: {
  readonly dir: string;
  readonly dev: boolean;
  readonly server: Server;
  readonly host: string;
  readonly port: number;
}): Promise<Web> {
  const module = await import('next');
  // Typed as CommonJS within a module; at run time the default export is the function itself.
  const next = module.default as unknown as typeof module.default.default;
  const app = next({
    dev: options.dev,
    dir: options.dir,
    httpServer: options.server,
    hostname: options.host,
    port: options.port,
  });
  await app.prepare();
  const handler = app.getRequestHandler();
  const pages = options.dev ? {} : { pages: await readPages(options.dir) };
  return { handle: (request, response) => handler(request, response), close: () => app.close(), ...pages };
}

/**
 * Serves with Next everything that no other route serves. `/api` is excluded: an unknown path there gets a JSON 404.
 * @param prefixes path prefixes of pages under some hosts
 */
export function mountWeb(
  fastify: FastifyInstance,
  web: () => Web,
  notFound: (reply: FastifyReply) => void,
  prefixes: PagePrefixes = new Map(),
  ask: AskItself = askingItself(fastify),
): void {
  const drawing = new FairSemaphore(DRAWING);
  const asking = new FairSemaphore(ASKING);
  const askInTurn: AskItself = async (path, request) => {
    const release = await asking.acquire(addressGroup(request.ip));
    const timer = setTimeout(release, MAX_DRAWING_MS);
    try {
      return request.raw.socket.destroyed ? undefined : await ask(path, request);
    } finally {
      clearTimeout(timer);
      release();
    }
  };
  void fastify.register(
    pluginNamed('pages', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      scope.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
        if (prefixes.size > 0) stripPagePrefix(request, reply, prefixes);
        if (isApi(pathOf(request.url))) return notFound(reply);
        // Only this server may send these headers to Next.
        for (const name of [CSP, FACTS_HEADER]) delete request.raw.headers[name];
        const { pages } = web();
        const path = request.url.split('?', 1)[0] ?? '';
        const at = await pages?.at(path);
        if (pages !== undefined && at?.kind === 'missing') return sendMissing(pages, path, 'page', request, reply);
        const facts = at?.kind === 'built' ? 'none needed' : await sendFacts(request, askInTurn).catch(fullQueue);
        if (facts === 'queue full') return refuse(request, reply, QUEUE_FULL_MS);
        const missing = facts === 'nothing' ? missingWithoutFacts(request.url) : undefined;
        if (pages !== undefined && missing !== undefined) return sendMissing(pages, path, missing, request, reply);
        // In development, where pages are built on request, rendering is not limited.
        if (at !== undefined && at.kind !== 'missing') allowScripts(request, reply, at);
        const send = async (): Promise<void> => {
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          await web().handle(request.raw, reply.raw);
        };
        return at?.kind === 'drawn' ? drawn(drawing, request, reply, send) : send();
      });
      done();
    }),
  );
}

/** Pages that look up their data at once: a burst of pages would otherwise delay every other call. */
const ASKING = { permits: 2, maxWaitingPerKey: 200, maxWaiting: 1_000 } as const;
const QUEUE_FULL_MS = 1_000;

function fullQueue(error: unknown): 'queue full' {
  if (error instanceof QueueFull) return 'queue full';
  throw error;
}

/** Pages rendered at once: each takes some 30 ms of the event loop, which also answers calls. */
const DRAWING = { permits: 1, maxWaitingPerKey: 20, maxWaiting: 200 } as const;
const MAX_REST_MS = 250;
/** Maximum time that a page holds a permit, so that a slow reader or another process that hangs delays nobody. */
const MAX_DRAWING_MS = 2_000;

/**
 * Renders a page under a fair semaphore by address, and then leaves the event loop to calls for as long as the page
 * took. However many pages are requested, rendering takes at most half of it.
 */
async function drawn(
  semaphore: FairSemaphore,
  request: FastifyRequest,
  reply: FastifyReply,
  send: () => Promise<void>,
): Promise<void> {
  try {
    const release = await semaphore.acquire(addressGroup(request.ip));
    const started = performance.now();
    // Next never ends a page for a client that has disconnected, so the connection decides.
    freeLater(
      reply,
      () => setTimeout(release, Math.min(MAX_REST_MS, performance.now() - started)).unref(),
      MAX_DRAWING_MS,
    );
    await send();
  } catch (error) {
    fullQueue(error);
    refuse(request, reply, QUEUE_FULL_MS);
  }
}

/**
 * Removes the host's prefix from the path and passes it to the pages in a cookie: they are prerendered, and the same
 * for every host.
 */
function stripPagePrefix(request: FastifyRequest, reply: FastifyReply, prefixes: PagePrefixes): void {
  const { pagePrefix } = hostOf(request.host, prefixes);
  request.raw.url = withoutPagePrefix(request.url, pagePrefix);
  const isPage = request.headers.accept?.includes('text/html') === true;
  if (pagePrefix !== '' && isPage)
    void reply.header('set-cookie', `${PAGE_PREFIX_COOKIE}=${pagePrefix}; Path=/; SameSite=Lax`);
}

const CSP = 'content-security-policy';
const NONCE_BYTES = 16;

/**
 * Adds a page's script sources to the response's policy.
 * @returns the policy, if there is one
 */
function widenPolicy(reply: FastifyReply, sources: readonly string[]): string | undefined {
  const policy = reply.getHeader(CSP);
  if (typeof policy !== 'string') return undefined;
  const widened = policy.replace("script-src 'self'", ["script-src 'self'", ...sources].join(' '));
  void reply.header(CSP, widened);
  return widened;
}

/**
 * Allows the page's own inline scripts, and no others (adr/0025). Those of a prerendered page are allowed by hash. A
 * page rendered on request gets a nonce, which Next reads from the request's header and adds to each script.
 */
function allowScripts(request: FastifyRequest, reply: FastifyReply, at: Exclude<PageAt, { kind: 'missing' }>): void {
  if (at.kind === 'built') return void widenPolicy(reply, at.sources);
  const policy = widenPolicy(reply, [`'nonce-${randomBytes(NONCE_BYTES).toString('base64')}'`, ...at.sources]);
  if (policy !== undefined) request.raw.headers[CSP] = policy;
}

/** Sends a "not found" page from memory: nothing is rendered for an address that anybody can make up (adr/0055). */
async function sendMissing(
  pages: Pages,
  path: string,
  what: MissingPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { html, gzipped, sources } = await pages.missing(path, what);
  widenPolicy(reply, sources);
  void reply
    .status(404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding');
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return isGzipped ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(html);
}

/**
 * Requests a path below `/api` from this server itself, on behalf of a request's sender.
 * @returns the body; undefined if it is refused
 */
export type AskItself = (path: string, request: FastifyRequest) => Promise<string | undefined>;

/**
 * Within the process, with the same cookies and, for trusted proxies, the same client address. Calls for another
 * process are forwarded.
 */
const askingItself =
  (fastify: FastifyInstance): AskItself =>
  async (path, { headers, raw: { socket } }) => {
    const answer = await fastify.inject({
      method: 'GET',
      url: path,
      headers: { ...headers, accept: 'application/json' },
      ...defined({ remoteAddress: socket.remoteAddress }),
    });
    return answer.statusCode === 200 ? answer.body : undefined;
  };

/**
 * Passes a page's data to its rendering in a header.
 * @returns `nothing` if the page needs data and there is none
 */
async function sendFacts(request: FastifyRequest, ask: AskItself): Promise<'told' | 'nothing' | 'none needed'> {
  if (!isDrawnWithFacts(request.url)) return 'none needed';
  const path = request.method === 'GET' || request.method === 'HEAD' ? factsOf(request.url) : undefined;
  const facts = path === undefined ? undefined : await ask(path, request);
  if (facts === undefined) return 'nothing';
  // Header values must be ASCII.
  request.raw.headers[FACTS_HEADER] = encodeURIComponent(facts);
  return 'told';
}
