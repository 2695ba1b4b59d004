import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Check } from '../../telemetry/health.js';
import { StoreUnavailable } from '../../unavailable.js';

/** Last known status of an api: ready for calls, running but not ready, reachable without an answer, or unreachable. */
type Seen = 'ready' | 'answers' | 'silent' | 'away' | 'unknown';

const LOOK_EVERY_MS = 2_000;
const PATIENCE_MS = 2_000;
const ORDER = { ready: 0, answers: 1, unknown: 1, silent: 2, away: 2 } as const satisfies Record<Seen, number>;

/** Checks whether a process is ready. */
export type Look = (origin: string) => Promise<Seen>;

const lookByHttp: Look = async (origin) => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(`${origin}/api/health/ready`, { signal });
    await answer.body?.cancel();
    return answer.ok ? 'ready' : 'answers';
  } catch {
    return signal.aborted ? 'silent' : 'away';
  }
};

/** Resolves an origin to its processes, e.g. all that share a name. */
export type Expand = (origin: string) => Promise<readonly string[]>;

/**
 * A name may resolve to several machines, for example `http://api:3000` with several apis. With TLS the name is kept,
 * because the certificate is issued for it.
 */
const expandByName: Expand = async (origin) => {
  const url = new URL(origin);
  if (url.protocol !== 'http:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return [origin];
  try {
    const found = await lookup(url.hostname, { all: true });
    const four = found.filter(({ family }) => family === 4);
    return (four.length > 0 ? four : found).map(
      ({ address, family }) => `http://${family === 6 ? `[${address}]` : address}:${url.port === '' ? '80' : url.port}`,
    );
  } catch {
    return [origin];
  }
};

/** Round-robin over the processes that answer calls; those that do not answer are skipped until they do. */
export class ApiOrigins {
  private seen: Map<string, Seen>;
  private silent: ReadonlySet<string> = new Set();
  private turn = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private readonly onGone: ((origin: string) => void)[] = [];

  /** @param origins one or more, e.g. `http://api:3000` */
  constructor(
    private readonly origins: readonly string[],
    private readonly look: Look = lookByHttp,
    private readonly expand: Expand = expandByName,
  ) {
    this.seen = new Map(origins.map((origin) => [origin, 'unknown']));
  }

  /** Checks each process now and every two seconds, including new ones behind a name. */
  async start(): Promise<void> {
    this.timer = setInterval(() => void this.lookAround(), LOOK_EVERY_MS).unref();
    await this.lookAround();
  }

  /**
   * The next process to use: round-robin among those with the best last status.
   * @param tried processes to skip
   * @returns undefined if all were tried
   */
  next(tried: ReadonlySet<string> = new Set()): string | undefined {
    const left = [...this.seen].filter(([origin]) => !tried.has(origin));
    const best = Math.min(...left.map(([, seen]) => ORDER[seen]));
    const fit = left.filter(([, seen]) => ORDER[seen] === best);
    this.turn += 1;
    return fit[this.turn % Math.max(1, fit.length)]?.[0];
  }

  /** Records that a process did not answer: it comes last until the next check. */
  missed(origin: string): void {
    if (this.seen.has(origin)) this.seen.set(origin, 'away');
  }

  /**
   * Calls the listener for each process without an answer at two checks in a row: requests in progress there would
   * never end. One that refuses connections may be shutting down in order, and a dead one closes its connections
   * itself.
   */
  whenGone(listener: (origin: string) => void): void {
    this.onGone.push(listener);
  }

  /**
   * Status of the processes, for health checks.
   * @throws StoreUnavailable if none answers
   */
  readonly check: Check = async () => {
    await this.lookAround();
    const count = (...states: readonly Seen[]): number =>
      [...this.seen.values()].filter((seen) => states.includes(seen)).length;
    if (count('ready', 'answers') === 0) throw new StoreUnavailable('api', 'unreachable', 'no API process answers');
    if (count('ready') === 0) throw new StoreUnavailable('api', 'failed', 'no API process is ready');
    return `${count('ready')} of ${this.seen.size} ready`;
  };

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private lookAround(): Promise<void> {
    this.looking ??= this.lookAtAll().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async lookAtAll(): Promise<void> {
    const all = new Set((await Promise.all(this.origins.map((origin) => this.expand(origin)))).flat());
    const before = this.silent;
    const seen = new Map(await Promise.all([...all].map(async (origin) => [origin, await this.look(origin)] as const)));
    this.silent = new Set([...seen].flatMap(([origin, one]) => (one === 'silent' ? [origin] : [])));
    this.seen = seen;
    for (const origin of this.silent) if (before.has(origin)) for (const listener of this.onGone) listener(origin);
  }
}
