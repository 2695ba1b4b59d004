import type { AccountKey } from '../account/account.key.js';

/** A grant according to its payment: what the ledger must contain for it. */
export interface PaidGrant {
  readonly grantId: string;
  readonly account: AccountKey;
  readonly source: 'plan' | 'purchase';
  /** Whole credits. */
  readonly amount: number;
  /** Milliseconds since the epoch; null for a grant that never expires. */
  readonly expiresAt: number | null;
  readonly stands:
    /** The grant or its revocation is requested, but may not have reached the ledger yet. */
    | { readonly state: 'coming' }
    /** Its period has begun, but it has not been requested. */
    | { readonly state: 'due' }
    | { readonly state: 'given' }
    /** Revoked `at` this time, in milliseconds since the epoch. */
    | { readonly state: 'revoked'; readonly at: number };
  /** The payment, described for an operator. */
  readonly paidBy: string;
}

/** A grant by its account and id. */
export type GrantRef = Pick<PaidGrant, 'account' | 'grantId'>;

/**
 * Source of paid grants for reconciliation. Its answer must match the ledger at that moment or soon after, whatever
 * state a crash left behind.
 */
export interface GrantOwner {
  /**
   * Every paid grant, in any order.
   * @param isStopped whether nothing is running, so that periods may have begun without a request for their grant
   * @throws StoreUnavailable
   */
  grants(isStopped: boolean): AsyncIterable<PaidGrant>;
  /**
   * The known ones among these grants, in any order.
   * @throws StoreUnavailable
   */
  find(grants: readonly GrantRef[], isStopped: boolean): Promise<readonly PaidGrant[]>;
}

/** Registry of grant owners. The composition registers them, so credits depends on none of them. */
export class GrantOwners {
  private readonly owners: GrantOwner[] = [];

  add(owner: GrantOwner): void {
    this.owners.push(owner);
  }

  /** Without any owner, grants are not compared: their payments are unknown. */
  get isEmpty(): boolean {
    return this.owners.length === 0;
  }

  async *grants(isStopped: boolean): AsyncGenerator<PaidGrant, void, undefined> {
    for (const owner of this.owners) yield* owner.grants(isStopped);
  }

  /** @throws StoreUnavailable */
  async find(grants: readonly GrantRef[], isStopped: boolean): Promise<readonly PaidGrant[]> {
    return (await Promise.all(this.owners.map((owner) => owner.find(grants, isStopped)))).flat();
  }
}
