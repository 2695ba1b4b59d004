import type { UserId } from '../../kernel/ids.js';
import type { StatementLine } from '../credits.shared.js';

/** What the work behind a line is, for its owner's eyes. */
export type NamedWork = NonNullable<StatementLine['work']>;

/** Who knows what works are called: asked when a statement is shown, for the ledger keeps nothing but their ids. */
export type NamesWorks = (owner: UserId, ids: readonly string[]) => Promise<ReadonlyMap<string, NamedWork>>;

/** Those who know. Credits knows none of them: the composition says who they are. */
export class SubjectNames {
  private readonly known: NamesWorks[] = [];

  add(names: NamesWorks): void {
    this.known.push(names);
  }

  /** The owner's own works among these, by id; one that is deleted is not there. @throws StoreUnavailable */
  async of(owner: UserId, ids: readonly string[]): Promise<ReadonlyMap<string, NamedWork>> {
    if (ids.length === 0) return new Map();
    const found = await Promise.all(this.known.map((names) => names(owner, ids)));
    return new Map(found.flatMap((works) => [...works]));
  }
}
