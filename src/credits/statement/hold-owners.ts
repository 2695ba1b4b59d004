import type { AccountKey } from '../account/account.key.js';

/** A piece of work according to its owner: what the ledger must contain for it. Amounts are whole credits. */
export interface HoldSubject {
  /** Same as the id of the work. */
  readonly holdId: string;
  /** The account that pays. */
  readonly account: AccountKey;
  /** Amount on hold; 0 for free work, which has no hold. */
  readonly amount: number;
  /** Whether its owner has received confirmation of the hold. */
  readonly isHeld: boolean;
  readonly stands:
    /** The owner knows the work before the hold exists; the hold may be in progress. */
    | { readonly state: 'coming' }
    | { readonly state: 'under-way' }
    /**
     * The work has ended and the ledger is being notified; `captures` is the amount to capture, 0 when all of it is
     * released.
     */
    | { readonly state: 'ending'; readonly captures: number }
    /** The work has ended and the ledger has answered; `captured` is the amount it captured. */
    | { readonly state: 'over'; readonly captured: number };
}

/**
 * Source of held work for reconciliation. Its answer must match the ledger at that moment, whatever state a crash left
 * behind. So it changes its own record first and notifies the ledger afterwards.
 */
export interface HoldOwner {
  /**
   * Every recorded work, in any order.
   * @throws StoreUnavailable
   */
  works(): AsyncIterable<HoldSubject>;
  /** @throws StoreUnavailable */
  work(holdId: string): Promise<HoldSubject | undefined>;
}

/** Registry of hold owners. The composition registers them, so credits depends on none of them. */
export class HoldOwners {
  private readonly owners: HoldOwner[] = [];

  add(owner: HoldOwner): void {
    this.owners.push(owner);
  }

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
