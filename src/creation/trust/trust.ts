import { createHash } from 'node:crypto';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { RootFacts } from '../../credits/index.js';
import { sumOfDays } from './service-day.js';
import { daysBefore, type ServiceDays } from './service-days.js';
import { TRUST_DAYS, type TrustFigures } from './trust.shared.js';

export interface TrustDeps {
  readonly days: Pick<ServiceDays, 'since'>;
  readonly clock: Clock;
  readonly newestRoot: () => Promise<RootFacts | undefined>;
  /** Whole credits, since a day. */
  readonly returnedForFailures: (from: string) => Promise<number>;
}

/** The figures as they are sent. */
export interface SentFigures {
  readonly body: string;
  /** Strong entity tag of the body (RFC 9110, 8.8.3). */
  readonly tag: string;
}

/** How long the figures of a moment are used. */
const KEPT_MS = 60_000;

/** The figures of the trust page, read at most once a minute. */
export class Trust {
  private kept: { readonly until: Millis; readonly sent: Promise<SentFigures> } | undefined;

  constructor(private readonly deps: TrustDeps) {}

  /** @throws StoreUnavailable */
  figures(): Promise<SentFigures> {
    const now = this.deps.clock.now();
    if (this.kept === undefined || this.kept.until <= now) {
      const kept = { until: now + KEPT_MS, sent: this.read(now) };
      this.kept = kept;
      kept.sent.catch(() => {
        if (this.kept === kept) this.kept = undefined;
      });
    }
    return this.kept.sent;
  }

  private async read(now: Millis): Promise<SentFigures> {
    const to = new Date(now).toISOString().slice(0, 10);
    const from = daysBefore(to, TRUST_DAYS - 1);
    const [days, root, returned] = await Promise.all([
      this.deps.days.since(from),
      this.deps.newestRoot(),
      this.deps.returnedForFailures(from),
    ]);
    const figures: TrustFigures = {
      root: root ?? null,
      from,
      to,
      since: days[0]?.day ?? null,
      ...sumOfDays(days),
      returned,
    };
    const body = JSON.stringify(figures);
    return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  }
}
