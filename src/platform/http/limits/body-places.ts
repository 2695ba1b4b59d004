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
  private readonly senders: BodySender[] = [];

  constructor(private readonly limits: BodyLimits) {}

  /**
   * Takes a place until the connection closes.
   * @returns false if none is left, or none for this user or address
   */
  take(reply: FastifyReply, sender: BodySender): boolean {
    const count = (key: keyof BodySender): number => this.senders.filter((one) => one[key] === sender[key]).length;
    const { all, ofUser, ofAddress } = this.limits;
    if (this.senders.length >= all || count('user') >= ofUser || count('address') >= ofAddress) return false;
    // A connection that is closed already sends no further event, so its place would never be released.
    if (reply.raw.destroyed) return true;
    this.senders.push(sender);
    reply.raw.once('close', () => {
      this.senders.splice(this.senders.indexOf(sender), 1);
    });
    return true;
  }
}
