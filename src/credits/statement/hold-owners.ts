import type { AccountKey } from '../account/account.key.js';

/** A piece of work as whoever does it sees it: what must be in the ledger for it. Amounts are whole credits. */
export interface HoldSubject {
  /** The hold's id is the work's. */
  readonly holdId: string;
  /** Who pays. */
  readonly account: AccountKey;
  /** What is held for it; 0 for what costs nothing, for which nothing is. */
  readonly amount: number;
  /** Whether its owner was told that the hold stands. */
  readonly isHeld: boolean;
  readonly stands:
    /** Known to its owner before it is held for: the hold may be on its way. */
    | { readonly state: 'coming' }
    | { readonly state: 'under-way' }
    /** Over, and the ledger is being told; what is to be captured, 0 when all of it is released. */
    | { readonly state: 'ending'; readonly captures: number }
    /** Over, and the ledger has answered; what it captured. */
    | { readonly state: 'over'; readonly captured: number };
}

/**
 * Who holds credits for work, as reconciliation asks it. What it says of a work at any moment must fit what the ledger says at that
 * moment, whatever a crash left in the middle: it changes its own mind first, and then tells the ledger.
 */
export interface HoldOwner {
  /** Every work there is a record of, in any order. @throws StoreUnavailable */
  works(): AsyncIterable<HoldSubject>;
  /** @throws StoreUnavailable */
  work(holdId: string): Promise<HoldSubject | undefined>;
}

/** Those who hold credits. Credits knows none of them: the composition says who they are. */
export class HoldOwners {
  private readonly owners: HoldOwner[] = [];

  add(owner: HoldOwner): void {
    this.owners.push(owner);
  }

  /** Every work of every owner. @throws StoreUnavailable */
  async *works(): AsyncGenerator<HoldSubject, void, undefined> {
    for (const owner of this.owners) yield* owner.works();
  }

  /** @throws StoreUnavailable */
  async work(holdId: string): Promise<HoldSubject | undefined> {
    for (const owner of this.owners) {
      const found = await owner.work(holdId);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
