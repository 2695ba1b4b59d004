import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import { productError } from '../../../kernel/errors.shared.js';
import { HEALTH, pathOf } from '../forward/forwarded-paths.js';
import { nameIn, type PagePrefixes } from './hosts.shared.js';
import type { Logs } from '../logs.js';
import { describeError, toTrpcError } from '../trpc/trpc.js';

/** Under which names the operator has the site found. */
export interface HostSettings {
  readonly publicUrl?: string;
  /** Besides the one in `publicUrl`; what is below such a name counts too. */
  readonly hosts?: readonly string[];
  readonly pagePrefixes?: PagePrefixes;
}

/** What no public name server has an address for: this machine (RFC 6761) and names of one's own network (RFC 6762, 8375; ICANN for `internal`). */
const LOCAL = ['localhost', 'local', 'internal', 'home.arpa'] as const;

const isBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

/**
 * Whether a `Host` is one that this installation is found under. A name that anybody may have made to lead here is none (DNS rebinding). An
 * address, and a name without a dot, leads nowhere but where it says.
 */
export function hostCheck({ publicUrl, hosts = [], pagePrefixes = new Map() }: HostSettings): (header: string) => boolean {
  const own = [...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]), ...hosts, ...pagePrefixes.keys()].map((host) => host.toLowerCase()).filter((host) => host.includes('.'));
  return (header) => {
    // As it was requested: `www.` before a name of a top-level domain is someone's name too.
    const name = nameIn(header);
    return !name.includes('.') || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || [...LOCAL, ...own].some((domain) => isBelow(name, domain));
  };
}

/** Refuses what was sent to any other name, so that no answer, redirect or check of an origin rests on a name that a stranger chose. */
export function refuseUnknownHosts(fastify: FastifyInstance, settings: HostSettings, logger: Pick<Logs, 'warn'>): void {
  const isKnown = hostCheck(settings);
  let isSaid = false;
  fastify.addHook('onRequest', (request, reply, done) => {
    // Machines request health under whatever name, and are all told the same.
    if (isKnown(request.host) || HEALTH.includes(pathOf(request.url))) return done();
    if (!isSaid) logger.warn({}, 'a request for a host that is neither PUBLIC_URL’s nor one of HOSTS was refused; see docs/operations.md');
    isSaid = true;
    const { data } = describeError(toTrpcError(productError('HOST_UNKNOWN')));
    void reply.status(data.httpStatus).header('cache-control', 'no-store');
    if (request.headers.accept?.includes('text/html') !== true) return void reply.send({ error: data });
    return void reply.type('text/plain; charset=utf-8').send('HOST_UNKNOWN: Kinora is not served under this name. Whoever runs it sets PUBLIC_URL or HOSTS.\n');
  });
}
