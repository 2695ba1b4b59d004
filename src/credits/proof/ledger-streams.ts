import { ACCOUNT_PREFIX } from '../account/account.key.js';

/** Streams that daily roots cover: every stream whose name begins with the prefix. */
export interface LedgerStreams {
  /** For example `purchase-`. */
  readonly prefix: string;
}

/**
 * Registry of the streams that daily roots cover. The composition registers those of other contexts, so that credits
 * depends on none of them. Accounts are always covered.
 */
export class CoveredStreams {
  private readonly known = new Set<string>([ACCOUNT_PREFIX]);

  /** @throws Error when a prefix overlaps another, because an event would then count twice */
  add(...streams: readonly LedgerStreams[]): void {
    for (const { prefix } of streams) {
      const other = [...this.known].find((one) => one !== prefix && (one.startsWith(prefix) || prefix.startsWith(one)));
      if (prefix === '' || other !== undefined) throw new Error(`streams "${prefix}" overlap "${other ?? ''}"`);
      this.known.add(prefix);
    }
  }

  /** Every prefix, sorted. */
  get prefixes(): readonly string[] {
    return [...this.known].sort();
  }
}
