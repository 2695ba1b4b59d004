import type { UserId } from '../../kernel/ids.js';
import type { StatementLine } from '../credits.shared.js';

/** The work behind a line, as its owner may see it. */
export type NamedWork = NonNullable<StatementLine['work']>;

/** Looks up names of works. Called when a statement is shown, because the ledger stores only their ids. */
export type NamesWorks = (owner: UserId, ids: readonly string[]) => Promise<ReadonlyMap<string, NamedWork>>;

/** Registry of name sources. The composition registers them, so credits depends on none of them. */
export class SubjectNames {
  private readonly known: NamesWorks[] = [];

  add(names: NamesWorks): void {
    this.known.push(names);
  }

  /**
   * The owner's works among these ids; deleted works are left out.
   * @throws StoreUnavailable
   */
  async of(owner: UserId, ids: readonly string[]): Promise<ReadonlyMap<string, NamedWork>> {
    if (ids.length === 0) return new Map();
    const found = await Promise.all(this.known.map((names) => names(owner, ids)));
    return new Map(found.flatMap((works) => [...works]));
  }
}
