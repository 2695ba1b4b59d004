import { pages } from '../../platform/documents/pages.js';
import type { Collection, DocumentStore, Versioned } from '../../platform/documents/port.js';
import { upsert } from '../../platform/documents/update.js';
import { change, entryDocument, type Change, type Entry } from './entry.js';
import type { EntryId, EntryKind } from './kinds.shared.js';

/** Published with each change of an entry. `data` is the change. */
export const ENTRY_CHANGED_MESSAGE = 'CatalogueEntryChanged';

/** Sorts like the number. */
const changeId = ({ entry, number }: Pick<Change, 'entry' | 'number'>): string =>
  `${entry}/${String(number).padStart(9, '0')}`;

/**
 * Entries of the catalogue, one document each, and their history, one document a change. A change is written with its
 * entry as a message and kept for good when that is delivered (adr/0006).
 * @throws StoreUnavailable from every call
 */
export class EntryStore {
  private constructor(
    readonly entries: Collection<Entry>,
    private readonly changes: Collection<Change>,
  ) {}

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
    const found: Versioned<Entry>[] = [];
    for await (const one of pages(this.entries, { limit: 500, ...(kind === undefined ? {} : { where: { kind } }) }))
      found.push(one);
    return found;
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
