import type { FastifyReply } from 'fastify';
import type { UserId } from '../../../kernel/ids.js';

/** Who sends a body. `address` is a group of addresses. */
export interface BodySender {
  readonly user: UserId;
  readonly address: string;
}

/** Maximum large bodies in progress at once, of all, of one user and of one address. */
export interface BodyLimits {
  readonly all: number;
  readonly ofUser: number;
  readonly ofAddress: number;
}

/** Places for large bodies, which are held in memory while they arrive. A slow sender leaves room for others. */
export class BodyPlaces {
  private readonly senders = new Set<BodySender>();

  constructor(private readonly limits: BodyLimits) {}

  /**
   * Takes a place until the connection closes, or until it is released.
   * @returns its release, which may be repeated; undefined if none is left, or none for this user or address
   */
  take(reply: FastifyReply, sender: BodySender): (() => void) | undefined {
    const count = (key: keyof BodySender): number => [...this.senders].filter((one) => one[key] === sender[key]).length;
    const { all, ofUser, ofAddress } = this.limits;
    if (this.senders.size >= all || count('user') >= ofUser || count('address') >= ofAddress) return undefined;
    // A connection that is closed already sends no further event, so its place would never be released.
    if (reply.raw.destroyed) return () => undefined;
    const place = { ...sender };
    this.senders.add(place);
    const release = (): void => void this.senders.delete(place);
    reply.raw.once('close', release);
    return release;
  }
}
