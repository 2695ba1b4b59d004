import { z } from 'zod';

/** The trust page: figures about the service, for anybody. Values for the page and its server. */

/** Days that the figures cover: today and those before it, in UTC. */
export const TRUST_DAYS = 30;
/** Ended creations below which a share or a waiting time would say more about chance than about the service. */
export const ENOUGH = 20;

const count = z.int().min(0);
/** Waiting times in milliseconds, to about five percent; null for fewer than `ENOUGH` creations. */
const waits = z.strictObject({ median: count, p95: count }).nullable();

/** Response of `GET /api/trust`. Days are `YYYY-MM-DD`, UTC. */
export const trustFigures = z.strictObject({
  /** The newest signed root; null before the first. */
  root: z.strictObject({ day: z.iso.date(), kid: z.string(), accounts: count, events: count }).nullable(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** The first day with an ended creation in this time; null if there is none yet. */
  since: z.iso.date().nullable(),
  finished: count,
  failed: count,
  /** Whole credits that were given back for work that failed. */
  returned: count,
  /** From the request of a finished creation to its result. */
  waits: z.strictObject({ image: waits, video: waits }),
});
export type TrustFigures = z.infer<typeof trustFigures>;

/** Share of failures among ended creations, 0 to 1; undefined for fewer than `ENOUGH`. */
export function failureShare({ finished, failed }: Pick<TrustFigures, 'finished' | 'failed'>): number | undefined {
  const ended = finished + failed;
  return ended < ENOUGH ? undefined : failed / ended;
}
