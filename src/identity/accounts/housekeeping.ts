import type { Clock, Millis } from '../../kernel/clock.js';
import type { MailPort } from '../../platform/mail/port.js';
import type { Exports } from '../exports/exports.js';
import type { GrantCaps } from '../grants/grant-caps.js';
import type { KnownOrigins } from '../sign-in/known-origins.js';
import type { Leaving } from './leaving.js';
import type { Operators } from '../operators/operators.js';
import type { Attempts } from '../providers/attempts.js';
import type { Resets } from '../sign-in/resets.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SignUpGrants } from '../grants/sign-up-grants.js';
import type { SignUps } from '../sign-in/sign-ups.js';

/** How long emails kept on this installation are stored. */
export const LETTERS_KEPT_MS: Millis = 30 * 86_400_000;

/** Deletes expired data, so that no address is stored longer than needed. */
export class Housekeeping {
  constructor(
    private readonly parts: {
      readonly sessions: Pick<Sessions, 'sweep'>;
      readonly grants: Pick<GrantCaps, 'sweep'>;
      readonly signUpGrants: Pick<SignUpGrants, 'sweep'>;
      readonly knownOrigins: Pick<KnownOrigins, 'sweep'>;
      readonly signUps: Pick<SignUps, 'sweep'>;
      readonly resets: Pick<Resets, 'sweep'>;
      readonly operators: Pick<Operators, 'sweep'>;
      readonly attempts: Pick<Attempts, 'sweep'>;
      readonly exports: Pick<Exports, 'sweep'>;
      readonly leaving: Pick<Leaving, 'purge' | 'purgeAgain' | 'purgeVisitors'>;
      readonly mail: Pick<MailPort, 'outbox'>;
      readonly clock: Clock;
      /** How long inactive visitors are kept; 0 for ever. */
      readonly visitorsKeptMs: Millis;
    },
  ) {}

  /** @throws StoreUnavailable; the next sweep deletes the rest */
  async sweep(): Promise<void> {
    const {
      sessions,
      grants,
      signUpGrants,
      knownOrigins: places,
      signUps,
      resets,
      operators,
      attempts,
      exports,
      leaving,
      mail,
      clock,
      visitorsKeptMs,
    } = this.parts;
    const now = clock.now();
    await sessions.sweep();
    for (const part of [grants, signUpGrants, places, signUps, resets, operators, attempts, exports])
      await part.sweep(now);
    await leaving.purge(now);
    await leaving.purgeAgain(now);
    if (visitorsKeptMs > 0) await leaving.purgeVisitors(now, visitorsKeptMs);
    await mail.outbox?.sweep(now - LETTERS_KEPT_MS);
  }
}
