import type { Millis } from '../../kernel/clock.js';
import type { Revision } from '../../kernel/event-sourcing/event.js';
import type { AccountKey } from '../account/account.key.js';
import type { Difference } from '../books/finance.shared.js';
import type { GrantSource } from '../credits.shared.js';

/** A comparison of one read model with the events that it is made of. */
export interface ModelComparison {
  /** How many documents the events produce. */
  readonly documents: number;
  readonly differences: readonly Difference[];
}

/** Read models of another context, for reconciliation. */
export interface ModelOwner {
  /** Name for operators, e.g. `invoices`. */
  readonly name: string;
  /**
   * Recomputes the documents from the log and compares them with the stored ones. It is called again before a
   * difference is reported, so documents that are being written may differ.
   * @throws StoreUnavailable
   */
  compare(): Promise<ModelComparison>;
}

/** Registry of read models of other contexts. The composition registers them, so credits depends on none of them. */
export class ModelOwners {
  private readonly owners: ModelOwner[] = [];

  add(...owners: readonly ModelOwner[]): void {
    this.owners.push(...owners);
  }

  get all(): readonly ModelOwner[] {
    return this.owners;
  }
}

/** What an account event was requested for. Whole credits; times in milliseconds since the epoch. */
export type Subject =
  /** A hold, its extension or its end, or free work. The id is that of the work. */
  | { readonly kind: 'work'; readonly id: string }
  | {
      readonly kind: 'grant';
      readonly id: string;
      readonly source: GrantSource;
      readonly amount: number;
      readonly expiresAt: Millis | null;
      readonly isFreeOnly: boolean;
    }
  | { readonly kind: 'revocation'; readonly id: string; readonly reference: string };

/** An account event that a command of another context must have caused. */
export interface CausedEvent {
  readonly account: AccountKey;
  readonly revision: Revision;
  readonly type: string;
  /** Product time of the event. */
  readonly at: Millis;
  /** When the store recorded it. */
  readonly recordedAt: Millis;
  /** Id of the message or policy command that is stored as its cause. */
  readonly causedBy: string | undefined;
  readonly subject: Subject;
}

/** A context that changes accounts, for reconciliation. */
export interface CauseOwner {
  /**
   * Those of the events that a command of this context explains: its own record of the cause exists and asks for this.
   * @throws StoreUnavailable
   */
  explained(events: readonly CausedEvent[]): Promise<readonly CausedEvent[]>;
}

/** Registry of the contexts that change accounts. */
export class CauseOwners {
  private readonly owners: CauseOwner[] = [];

  add(...owners: readonly CauseOwner[]): void {
    this.owners.push(...owners);
  }

  /** Without any owner, causes are not checked: nobody knows them. */
  get isEmpty(): boolean {
    return this.owners.length === 0;
  }

  /** The events that no context explains. @throws StoreUnavailable */
  async unexplained(events: readonly CausedEvent[]): Promise<readonly CausedEvent[]> {
    let left = events;
    for (const owner of this.owners) {
      if (left.length === 0) break;
      const known = new Set(await owner.explained(left));
      left = left.filter((event) => !known.has(event));
    }
    return left;
  }
}
