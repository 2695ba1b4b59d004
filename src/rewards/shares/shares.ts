import type { Clock } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { earningsOf, grantShare, holdShare, returnPayment, shareIdOf, type Share } from './share.js';
import type { ShareStep } from './share.policy.js';
import type { ShareStore } from './share.store.js';
import type { Earnings, WorkEarnings } from './shares.shared.js';

export interface SharesDeps {
  readonly store: ShareStore;
  /** The author of a work, and whether the work may earn now; undefined for an unknown work. */
  readonly authorOf: (workId: string) => Promise<{ readonly author: UserId; readonly earns: boolean } | undefined>;
  /** Whether two users are likely to be one person. */
  readonly isSamePerson: (first: UserId, second: UserId) => Promise<boolean>;
  readonly clock: Clock;
}

/**
 * The authors' shares in surcharges (adr/0114).
 * @throws StoreUnavailable from every call
 */
export class Shares {
  constructor(private readonly deps: SharesDeps) {}

  /** Applies what an account's event means. Idempotent, in the order of the account's events. */
  async apply(step: ShareStep): Promise<void> {
    const { store, authorOf } = this.deps;
    switch (step.kind) {
      case 'held': {
        const { holdId, payer, workId, amount, paid } = step;
        const author = (await authorOf(workId))?.author;
        if (author !== undefined && author !== payer)
          await store.hold(holdShare({ id: shareIdOf(holdId), payer, author, workId, amount }, paid));
        return;
      }
      case 'captured':
        return store.capture(shareIdOf(step.holdId), step.captured, step.at);
      case 'released':
        return store.release(shareIdOf(step.holdId));
      case 'returned':
        for await (const { id, parts } of store.paidBy(step.payer))
          if (parts.some(({ grantId }) => grantId === step.grantId))
            await store.change(id, (share) => returnPayment(share, step.grantId, step.reason));
        return;
      default:
        step satisfies never;
    }
  }

  /**
   * Grants the waiting shares that are due, and drops those that may not earn any more. Repeatable at any time.
   * @throws the first error, after it has tried the other shares of the page
   */
  async grantDue(): Promise<void> {
    const { store, clock } = this.deps;
    for (;;) {
      const due = await store.due(clock.now());
      const errors: unknown[] = [];
      for (const share of due) {
        try {
          const earns = await this.mayEarn(share);
          await store.change(share.id, (now) => grantShare(now, earns, clock.now()));
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
      if (due.length === 0) return;
    }
  }

  private async mayEarn({ workId, author, payer }: Share): Promise<boolean> {
    const found = await this.deps.authorOf(workId);
    return found?.author === author && found.earns && !(await this.deps.isSamePerson(author, payer));
  }

  /** What an author has earned. */
  async earnings(author: UserId): Promise<Earnings> {
    const works = new Map<string, WorkEarnings>();
    let nextAt = Infinity;
    let latestAt = 0;
    for await (const share of this.deps.store.of(author)) {
      const { waiting, granted } = earningsOf(share);
      if (waiting + granted === 0) continue;
      const before = works.get(share.workId) ?? { workId: share.workId, creations: 0, waiting: 0, granted: 0 };
      works.set(share.workId, {
        workId: share.workId,
        creations: before.creations + 1,
        waiting: before.waiting + waiting,
        granted: before.granted + granted,
      });
      nextAt = Math.min(nextAt, share.dueAt ?? Infinity);
      latestAt = Math.max(latestAt, share.grantedAt ?? share.capturedAt ?? 0);
    }
    return {
      works: [...works.values()].toSorted((a, b) => b.creations - a.creations || (a.workId < b.workId ? -1 : 1)),
      latestAt,
      ...(nextAt === Infinity ? {} : { nextAt }),
    };
  }
}
