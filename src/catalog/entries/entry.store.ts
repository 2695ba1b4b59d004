import { defined } from '../../kernel/defined.shared.js';
import { ByVersion } from '../../platform/documents/by-version.js';
import type { Collection, DocumentStore, Versioned } from '../../platform/documents/port.js';
import { upsert } from '../../platform/documents/update.js';
import { change, entryDocument, type Change, type Entry } from './entry.js';
import type { EntryId, EntryKind } from './kinds.shared.js';

/** Published with each change of an entry. `data` is the change. */
export const ENTRY_CHANGED_MESSAGE = 'CatalogueEntryChanged';

/** Entries in memory. */
const KEPT_ENTRIES = 5_000;

/** Sorts like the number. */
const changeId = ({ entry, number }: Pick<Change, 'entry' | 'number'>): string =>
  `${entry}/${String(number).padStart(9, '0')}`;

/**
 * Entries of the catalogue, one document each, and their history, one document a change. A change is written with its
 * entry as a message and kept for good when that is delivered (adr/0006).
 * @throws StoreUnavailable from every call
 */
export class EntryStore {
  /** Each gallery, and each list of administrators, needs all of them. */
  private readonly kept: ByVersion<EntryId, Entry, Versioned<Entry>>;

  private constructor(
    readonly entries: Collection<Entry>,
    private readonly changes: Collection<Change>,
  ) {
    this.kept = new ByVersion<EntryId, Entry, Versioned<Entry>>(entries, (found) => found, KEPT_ENTRIES);
  }

  static async open(documents: DocumentStore): Promise<EntryStore> {
    return new EntryStore(
      await documents.collection({ name: 'catalogue_entries_v1', indexes: [['kind', 'key']] }, (value) =>
        entryDocument.parse(value),
      ),
      await documents.collection({ name: 'catalogue_changes_v1', indexes: [['entry', 'number']] }, (value) =>
        change.parse(value),
      ),
    );
  }

  get(id: EntryId): Promise<Versioned<Entry> | undefined> {
    return this.entries.get(id);
  }

  getMany(ids: readonly EntryId[]): Promise<readonly Versioned<Entry>[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.entries.getMany(ids);
  }

  /** All stored entries of some kind, or of all kinds, also deleted ones, by id. */
  async all(kind?: EntryKind): Promise<readonly Versioned<Entry>[]> {
    const ids: EntryId[] = [];
    let after: string | undefined;
    do {
      const page = await this.entries.findPositions({
        limit: 1_000,
        ...defined({ after }),
        ...(kind === undefined ? {} : { where: { kind } }),
      });
      ids.push(...page.items.map(({ id }) => id as EntryId)); // our own writes only
      after = page.next;
    } while (after !== undefined);
    return [...(await this.kept.of(ids)).values()];
  }

  /** Keeps a change for good. Idempotent. */
  async keep(kept: Change): Promise<void> {
    await upsert(this.changes, changeId(kept), (known) => (known === undefined ? { document: kept } : 'unchanged'));
  }

  /** Changes of an entry that have been kept, newest first. @param below only those with a lower number */
  async history(entry: EntryId, limit: number, below?: number): Promise<readonly Change[]> {
    const { items } = await this.changes.find({
      where: { entry },
      order: { field: 'number', direction: 'descending' },
      limit,
      ...(below === undefined ? {} : { range: { field: 'number', below } }),
    });
    return items.map(({ document }) => document);
  }

  async change(entry: EntryId, number: number): Promise<Change | undefined> {
    return (await this.changes.get(changeId({ entry, number })))?.document;
  }
}
