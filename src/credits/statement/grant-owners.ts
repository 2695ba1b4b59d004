import type { AccountKey } from '../account/account.key.js';

/** A grant as whoever was paid for it sees it: what must be in the ledger for it. */
export interface PaidGrant {
  readonly grantId: string;
  /** Whose. */
  readonly account: AccountKey;
  readonly source: 'plan' | 'purchase';
  /** Whole credits. */
  readonly amount: number;
  /** Milliseconds since the epoch; null for what does not expire. */
  readonly expiresAt: number | null;
  readonly stands:
    /** Asked for, or to be taken back, and the ledger may not have been told yet. */
    | { readonly state: 'coming' }
    /** Its time has begun, and no one has requested it. */
    | { readonly state: 'due' }
    | { readonly state: 'given' }
    /** Taken back: when, in milliseconds since the epoch. */
    | { readonly state: 'revoked'; readonly at: number };
  /** What paid for it, in words for an operator. */
  readonly paidBy: string;
}

/** A grant by its account and id. */
export type GrantRef = Pick<PaidGrant, 'account' | 'grantId'>;

/**
 * Who gives grants for money, as reconciliation asks it. What it says at any moment must fit what the ledger says at that moment or
 * soon after, whatever a crash left in the middle.
 */
export interface GrantOwner {
  /**
   * Every grant there is a payment for, in any order.
   * @param isStopped whether nothing is at work, so that months may have begun that no one was there to request
   * @throws StoreUnavailable
   */
  grants(isStopped: boolean): AsyncIterable<PaidGrant>;
  /** Those of these grants that it knows, in any order. @throws StoreUnavailable */
  find(grants: readonly GrantRef[], isStopped: boolean): Promise<readonly PaidGrant[]>;
}

/** Those who give grants for money. Credits knows none of them: the composition says who they are. */
export class GrantOwners {
  private readonly owners: GrantOwner[] = [];

  add(owner: GrantOwner): void {
    this.owners.push(owner);
  }

  /** Without any nothing is compared: no one could say what was paid for. */
  get isEmpty(): boolean {
    return this.owners.length === 0;
  }

  /** Every paid grant of every owner. @throws StoreUnavailable */
  async *grants(isStopped: boolean): AsyncGenerator<PaidGrant, void, undefined> {
    for (const owner of this.owners) yield* owner.grants(isStopped);
  }

  /** @throws StoreUnavailable */
  async find(grants: readonly GrantRef[], isStopped: boolean): Promise<readonly PaidGrant[]> {
    return (await Promise.all(this.owners.map((owner) => owner.find(grants, isStopped)))).flat();
  }
}
