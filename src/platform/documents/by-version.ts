import type { Versioned } from './port.js';

/** Documents by id, with their versions apart; a `Collection` is one. */
export interface Readable<Id extends string, Document> {
  versions(ids: readonly Id[]): Promise<ReadonlyMap<string, number>>;
  getMany(ids: readonly Id[]): Promise<readonly Versioned<Document>[]>;
}

/**
 * Values derived from documents, kept in memory. Each use asks the store for the documents' versions and derives anew
 * what has changed, so a value is never older than its document, whichever process wrote it. An id must not be used
 * again after its document was deleted.
 */
export class ByVersion<Id extends string, Document, Value> {
  /** The values used last are at the end. */
  private readonly kept = new Map<string, { readonly version: number; readonly value: Value }>();

  /** @param max values in memory; those used last stay */
  constructor(
    private readonly documents: Readable<Id, Document>,
    private readonly derive: (found: Versioned<Document>) => Value,
    private readonly max: number,
  ) {}

  /** The values of those documents that exist. @throws StoreUnavailable */
  async of(ids: readonly Id[]): Promise<ReadonlyMap<Id, Value>> {
    const versions = await this.documents.versions(ids);
    const found = new Map<Id, Value>();
    const missing = new Set<Id>();
    for (const id of ids) {
      const [kept, version] = [this.kept.get(id), versions.get(id)];
      if (version === undefined) this.kept.delete(id);
      else if (kept?.version === version) found.set(id, this.keep(id, kept));
      else missing.add(id);
    }
    if (missing.size > 0) {
      const byId = new Map((await this.documents.getMany([...missing])).map((one) => [one.id, one]));
      for (const id of missing) {
        const read = byId.get(id);
        if (read !== undefined) found.set(id, this.keep(id, { version: read.version, value: this.derive(read) }));
      }
    }
    // In the order of the ids, whichever had to be read again. The cast: `has` says that there is a value.
    return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) as Value] as const] : [])));
  }

  private keep(id: Id, kept: { readonly version: number; readonly value: Value }): Value {
    this.kept.delete(id);
    this.kept.set(id, kept);
    for (const oldest of this.kept.size > this.max ? this.kept.keys() : []) {
      this.kept.delete(oldest);
      if (this.kept.size <= this.max) break;
    }
    return kept.value;
  }
}
