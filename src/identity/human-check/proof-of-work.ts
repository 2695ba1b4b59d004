import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Random } from '../../platform/random.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { isSameText } from '../sign-in/same-text.js';
import { leadingZeros, workText } from './answer.shared.js';
import type { HumanCheck, WorkChallenge } from './port.js';

/** How long a challenge is valid. */
const CHALLENGE_MS: Millis = 5 * 60_000;
const SHAPE = /^([0-9a-f]{32})\.(\d{13})\.(\d{1,2})\.([A-Za-z0-9_-]{43})~(\d{1,15})$/;
const read = z.tuple([z.string(), z.string(), z.coerce.number(), z.coerce.number(), z.string(), z.coerce.number()]);

/** Proof of work. A challenge is signed instead of stored; only its use is stored until it expires. */
export class ProofOfWork implements HumanCheck {
  constructor(
    private readonly deps: {
      readonly bits: number;
      readonly key: Buffer;
      readonly random: Random;
      readonly clock: Clock;
      readonly rateLimit: RateLimit;
    },
  ) {}

  challenge(): WorkChallenge {
    const { bits, random, clock } = this.deps;
    const nonce = random.hex(16);
    const until = clock.now() + CHALLENGE_MS;
    return { kind: 'work', token: `${nonce}.${until}.${bits}.${this.sign(nonce, until, bits)}`, nonce, bits };
  }

  async passes(answer: string): Promise<boolean> {
    const parsed = read.safeParse(SHAPE.exec(answer)?.slice(0, 6));
    if (!parsed.success) return false;
    const [, nonce, until, bits, signature, number] = parsed.data;
    if (!isSameText(signature, this.sign(nonce, until, bits)) || until <= this.deps.clock.now()) return false;
    if (leadingZeros(createHash('sha256').update(workText(nonce, number)).digest('hex')) < bits) return false;
    return (await this.deps.rateLimit.take(`human:${nonce}`, { limit: 1, windowMs: CHALLENGE_MS })).allowed;
  }

  private sign(nonce: string, until: Millis, bits: number): string {
    return createHmac('sha256', this.deps.key).update(`work:${nonce}:${until}:${bits}`).digest('base64url');
  }
}
