import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { defined } from '../../../kernel/defined.shared.js';
import { FairSemaphore, QueueFull } from '../../concurrency/semaphore.js';
import { addressGroup } from '../security/address.js';
import { FACTS_HEADER, factsOf, isDrawnWithFacts } from './page-facts.js';
import { hostOf, PAGE_PREFIX_COOKIE, withoutPagePrefix, type PagePrefixes } from '../security/hosts.shared.js';
import { freeLater } from '../limits/free-later.js';
import { refuse } from '../limits/refuse.js';
import { pluginNamed } from '../plugin-name.js';
import { readPages, type MissingPage, type PageAt, type Pages } from './pages.js';

/** Next's request handler and what ends it. */
export interface Web {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Absent while pages are built as they are requested. */
  readonly pages?: Pages;
  close(): Promise<void>;
}

/**
 * Prepares the web app for serving in this process.
 * @param dir of the web app; in production it holds a finished `.next`
 * @param dev builds pages as they are requested and reloads them
 */
export async function openWeb(options: { readonly dir: string; readonly dev: boolean; readonly server: Server; readonly host: string; readonly port: number }): Promise<Web> {
  const module = await import('next');
  // Typed as CommonJS within a module; at run time the default export is the function itself.
  const next = module.default as unknown as typeof module.default.default;
  const app = next({ dev: options.dev, dir: options.dir, httpServer: options.server, hostname: options.host, port: options.port });
  await app.prepare();
  const handler = app.getRequestHandler();
  const pages = options.dev ? {} : { pages: await readPages(options.dir) };
  return { handle: (request, response) => handler(request, response), close: () => app.close(), ...pages };
}

/**
 * Serves everything that no other route does by Next; `/api` is not the web app's, and an unknown path there is JSON's 404.
 * @param prefixes what stands before the paths of pages under some hosts
 */
export function mountWeb(fastify: FastifyInstance, web: () => Web, notFound: (reply: FastifyReply) => void, prefixes: PagePrefixes = new Map(), ask: AskItself = askingItself(fastify)): void {
  const drawing = new FairSemaphore(DRAWING);
  void fastify.register(pluginNamed('pages', (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
      if (prefixes.size > 0) stripPagePrefix(request, reply, prefixes);
      if (request.url === '/api' || request.url.startsWith('/api/')) return notFound(reply);
      // What only this server says to Next.
      for (const name of [CSP, FACTS_HEADER]) delete request.raw.headers[name];
      const { pages } = web();
      const path = request.url.split('?', 1)[0] ?? '';
      const at = await pages?.at(path);
      if (pages !== undefined && at?.kind === 'missing') return sendMissing(pages, path, 'page', request, reply);
      const facts = at?.kind === 'built' ? 'none needed' : await sendFacts(request, ask);
      if (pages !== undefined && facts === 'nothing') return sendMissing(pages, path, 'work', request, reply);
      // While pages are built as they are requested, no one waits for another's.
      if (at !== undefined && at.kind !== 'missing') allowScripts(request, reply, at);
      const send = async (): Promise<void> => {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
        await web().handle(request.raw, reply.raw);
      };
      return at?.kind === 'drawn' ? drawn(drawing, request, reply, send) : send();
    });
    done();
  }));
}

/** Pages that are drawn on request at once: each takes some 30 ms of the event loop, which also answers calls. */
const DRAWING = { permits: 1, maxWaitingPerKey: 20, maxWaiting: 200 } as const;
const MAX_REST_MS = 250;
/** How long a page holds its place at most: who reads slowly keeps no one else waiting. */
const MAX_DRAWING_MS = 2_000;

/**
 * Draws a page in its turn, fairly over addresses, and lets calls have the event loop for as long as the page took: however many
 * pages are requested, drawing them takes half of it at most.
 */
async function drawn(semaphore: FairSemaphore, request: FastifyRequest, reply: FastifyReply, send: () => Promise<void>): Promise<void> {
  try {
    const release = await semaphore.acquire(addressGroup(request.ip));
    const started = performance.now();
    // Next never ends what it draws for a reader who has gone: the line says when it is over.
    freeLater(reply, () => setTimeout(release, Math.min(MAX_REST_MS, performance.now() - started)).unref(), MAX_DRAWING_MS);
    await send();
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    refuse(request, reply, 1_000);
  }
}

/** Takes the host's prefix off the path, and tells the pages of it: they are built ahead, the same for every host. */
function stripPagePrefix(request: FastifyRequest, reply: FastifyReply, prefixes: PagePrefixes): void {
  const { pagePrefix } = hostOf(request.host, prefixes);
  request.raw.url = withoutPagePrefix(request.url, pagePrefix);
  const isPage = request.headers.accept?.includes('text/html') === true;
  if (pagePrefix !== '' && isPage) void reply.header('set-cookie', `${PAGE_PREFIX_COOKIE}=${pagePrefix}; Path=/; SameSite=Lax`);
}

const CSP = 'content-security-policy';
const NONCE_BYTES = 16;

/** Adds the sources of a page's scripts to the answer's policy. @returns the policy, if there is one */
function widenPolicy(reply: FastifyReply, sources: readonly string[]): string | undefined {
  const policy = reply.getHeader(CSP);
  if (typeof policy !== 'string') return undefined;
  const widened = policy.replace("script-src 'self'", ["script-src 'self'", ...sources].join(' '));
  void reply.header(CSP, widened);
  return widened;
}

/**
 * Lets the page's own inline scripts run, and no others (adr/0025): those of a page that was built ahead by their hashes. What is
 * drawn on request gets a nonce, which Next takes from the request's header and puts on each script that it writes.
 */
function allowScripts(request: FastifyRequest, reply: FastifyReply, at: Exclude<PageAt, { kind: 'missing' }>): void {
  if (at.kind === 'built') return void widenPolicy(reply, at.sources);
  const policy = widenPolicy(reply, [`'nonce-${randomBytes(NONCE_BYTES).toString('base64')}'`, ...at.sources]);
  if (policy !== undefined) request.raw.headers[CSP] = policy;
}

/** Says that nothing is there, by a page from memory: nothing is drawn for an address that anybody can make up (adr/0055). */
async function sendMissing(pages: Pages, path: string, what: MissingPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { html, gzipped, sources } = await pages.missing(path, what);
  widenPolicy(reply, sources);
  void reply.status(404).type('text/html; charset=utf-8').header('cache-control', 'no-store').header('vary', 'accept-encoding');
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return isGzipped ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(html);
}

/** Asks this server itself for a path below `/api`, as whoever sent a request would be answered. @returns the body; undefined when it is refused */
export type AskItself = (path: string, request: FastifyRequest) => Promise<string | undefined>;

/** Within the process: the same cookies, and the same address for whoever trusts a proxy by it. Calls that are another process's are sent on to it. */
const askingItself = (fastify: FastifyInstance): AskItself => async (path, { headers, raw: { socket } }) => {
  const answer = await fastify.inject({ method: 'GET', url: path, headers: { ...headers, accept: 'application/json' }, ...defined({ remoteAddress: socket.remoteAddress }) });
  return answer.statusCode === 200 ? answer.body : undefined;
};

/**
 * Tells a page what it is drawn with on the server, in a header as the policy is told.
 * @returns `nothing` where the page is drawn with facts and there are none
 */
async function sendFacts(request: FastifyRequest, ask: AskItself): Promise<'told' | 'nothing' | 'none needed'> {
  if (!isDrawnWithFacts(request.url)) return 'none needed';
  const path = request.method === 'GET' || request.method === 'HEAD' ? factsOf(request.url) : undefined;
  const facts = path === undefined ? undefined : await ask(path, request);
  if (facts === undefined) return 'nothing';
  // A header holds no text but ASCII.
  request.raw.headers[FACTS_HEADER] = encodeURIComponent(facts);
  return 'told';
}
