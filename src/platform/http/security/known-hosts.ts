import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import { productError } from '../../../kernel/errors.shared.js';
import { HEALTH, pathOf } from '../forward/forwarded-paths.js';
import { nameIn, type PagePrefixes } from './hosts.shared.js';
import type { Logs } from '../logs.js';
import { describeError, toTrpcError } from '../trpc/trpc.js';

/** Host names of the site. */
export interface HostSettings {
  readonly publicUrl?: string;
  /** In addition to that of `publicUrl`; subdomains are included. */
  readonly hosts?: readonly string[];
  readonly pagePrefixes?: PagePrefixes;
}

/**
 * Names without public DNS records: this machine (RFC 6761), and names of local networks (RFC 6762, 8375; ICANN for
 * `internal`).
 */
const LOCAL = ['localhost', 'local', 'internal', 'home.arpa'] as const;

const isBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

/**
 * Whether a `Host` belongs to this installation. A name that anybody could point to this server is rejected (DNS
 * rebinding). IP addresses and names without a dot are safe, because nobody can redirect them.
 */
export function hostCheck({
  publicUrl,
  hosts = [],
  pagePrefixes = new Map(),
}: HostSettings): (header: string) => boolean {
  const own = [...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]), ...hosts, ...pagePrefixes.keys()]
    .map((host) => host.toLowerCase())
    .filter((host) => host.includes('.'));
  return (header) => {
    // `www.` is kept: before a top-level domain it is a name that anybody may own.
    const name = nameIn(header);
    return (
      !name.includes('.') ||
      isIP(name.replace(/^\[|\]$/g, '')) !== 0 ||
      [...LOCAL, ...own].some((domain) => isBelow(name, domain))
    );
  };
}

/**
 * Refuses requests with any other host name, so that no answer, redirect or origin check depends on a name that a
 * stranger chose.
 */
export function refuseUnknownHosts(fastify: FastifyInstance, settings: HostSettings, logger: Pick<Logs, 'warn'>): void {
  const isKnown = hostCheck(settings);
  let isSaid = false;
  fastify.addHook('onRequest', (request, reply, done) => {
    // Health checks may use any host name, and get the same answer.
    if (isKnown(request.host) || HEALTH.includes(pathOf(request.url))) return done();
    if (!isSaid)
      logger.warn({}, 'refused a request whose host is neither PUBLIC_URL’s nor one of HOSTS; see docs/operations.md');
    isSaid = true;
    const { data } = describeError(toTrpcError(productError('HOST_UNKNOWN')));
    void reply.status(data.httpStatus).header('cache-control', 'no-store');
    if (request.headers.accept?.includes('text/html') !== true) return void reply.send({ error: data });
    return void reply
      .type('text/plain; charset=utf-8')
      .send('HOST_UNKNOWN: Kinora is not served under this name. Whoever runs it sets PUBLIC_URL or HOSTS.\n');
  });
}
