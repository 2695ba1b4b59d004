import type { Clock } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { MessageConsumer } from '../../platform/documents/relay.js';
import type { Versioned } from '../../platform/documents/port.js';
import { decide } from '../../platform/documents/update.js';
import {
  change,
  decideEntry,
  notFound,
  referencesOf,
  stateOf,
  type Change,
  type Entry,
  type EntryCommand,
  type Known,
} from './entry.js';
import { ENTRY_CHANGED_MESSAGE, type EntryStore } from './entry.store.js';
import { galleryOf, type GalleryView } from './gallery.shared.js';
import type { BuiltIns, ChangeView, Content, ContentOf, EntryView } from './content.shared.js';
import { entryId, partsOfId, type EntryId, type EntryKind } from './kinds.shared.js';

/** What an administrator asks for. The content of a restored version is looked up. */
export type EntryRequest =
  Exclude<EntryCommand, { readonly action: 'restore' }> | { readonly action: 'restore'; readonly restored: number };

/** An announcement that is shown now. */
export interface Announced {
  readonly id: EntryId;
  readonly content: ContentOf<'announcement'>;
}

export interface CatalogueDeps {
  readonly store: EntryStore;
  readonly builtIns: BuiltIns;
  readonly clock: Clock;
}

/**
 * The catalogue of documents that administrators edit: drafts, versions and what is published.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class Catalogue {
  constructor(private readonly deps: CatalogueDeps) {}

  /**
   * Changes an entry. The change is part of the same write, and later of the history.
   * @param expected the version that the administrator has seen; not needed to create
   * @returns the entry afterwards; errors of `decideEntry`, and the not-found error of an entry that the content names
   */
  async execute(
    who: UserId,
    id: EntryId,
    request: EntryRequest,
    expected?: number,
  ): Promise<Result<EntryView, ProductError>> {
    const command = await this.commandOf(id, request);
    if (!command.ok) return command;
    const missing = 'content' in command.value ? await this.missingOf(id, command.value.content) : undefined;
    if (missing !== undefined) return err(notFound(missing));
    const act = { who, at: this.deps.clock.now(), ...(expected === undefined ? {} : { expected }) };
    return decide<Entry, Result<EntryView, ProductError>>(this.deps.store.entries, id, (stored) => {
      const known = this.known(id, stored);
      const decided = decideEntry(id, known, command.value, act, this.deps.builtIns.has(id));
      if (!decided.ok) return { answer: decided };
      if (decided.value === 'unchanged')
        return { answer: known === undefined ? err(notFound(id)) : ok(this.view(id, known)) };
      const after = { version: (known?.version ?? 0) + 1, entry: decided.value };
      return {
        answer: ok(this.view(id, after)),
        write: {
          document: after.entry,
          outbox: [{ id: `${id}.${after.version}`, type: ENTRY_CHANGED_MESSAGE, data: after.entry.last }],
        },
      };
    });
  }

  /** Entries of a kind by key, without deleted ones. */
  async list(kind: EntryKind): Promise<readonly EntryView[]> {
    return [...(await this.entries(kind))]
      .flatMap(([id, known]) => (known.entry.isDeleted ? [] : [this.view(id, known)]))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** One entry. @returns the not-found error of its kind */
  async find(id: EntryId): Promise<Result<EntryView, ProductError>> {
    const known = this.known(id, await this.deps.store.get(id));
    return known === undefined || known.entry.isDeleted ? err(notFound(id)) : ok(this.view(id, known));
  }

  /**
   * Changes of an entry, newest first, also of a deleted one.
   * @param below only those with a lower number
   */
  async history(id: EntryId, limit: number, below?: number): Promise<readonly ChangeView[]> {
    const kept = await this.deps.store.history(id, limit, below);
    // The message of the last change may still be on its way.
    const last = below === undefined ? (await this.deps.store.get(id))?.document.last : undefined;
    const changes = last === undefined || kept[0]?.number === last.number ? kept : [last, ...kept];
    return changes.map(({ entry: _entry, ...rest }) => rest);
  }

  /** What is published. @param previewed an entry whose draft is shown as if it were published */
  async gallery(previewed?: EntryId): Promise<GalleryView> {
    return galleryOf(await this.shown(previewed));
  }

  /** Announcements that are published and due, by id. @param previewed as in `gallery`, whatever its times */
  async announcements(previewed?: EntryId): Promise<readonly Announced[]> {
    const now = this.deps.clock.now();
    return [...(await this.shown(previewed, 'announcement'))].flatMap(([id, content]) =>
      content?.kind === 'announcement' &&
      (id === previewed || ((content.from ?? 0) <= now && now < (content.until ?? Infinity)))
        ? [{ id, content }]
        : [],
    );
  }

  /** The first of some effects or templates that is not published; built-in ones are unless somebody changed that. */
  async firstWithdrawn(ids: readonly EntryId[]): Promise<EntryId | undefined> {
    const stored = await this.deps.store.getMany(ids.filter((id) => this.deps.builtIns.has(id)));
    const withdrawn = new Set(stored.flatMap(({ id, document }) => (document.published === undefined ? [id] : [])));
    return ids.find((id) => withdrawn.has(id));
  }

  /** Keeps the history. */
  get policy(): MessageConsumer {
    return {
      name: 'catalog.history',
      types: [ENTRY_CHANGED_MESSAGE],
      handle: ({ data }) => this.deps.store.keep(change.parse(data)),
    };
  }

  private async shown(
    previewed: EntryId | undefined,
    kind?: EntryKind,
  ): Promise<ReadonlyMap<EntryId, Content | undefined>> {
    return new Map(
      [...(await this.entries(kind))].map(([id, { entry }]) => [
        id,
        id === previewed && !entry.isDeleted ? entry.draft : entry.published?.content,
      ]),
    );
  }

  /** Every entry, built-in ones first, in their order. */
  private async entries(kind?: EntryKind): Promise<ReadonlyMap<EntryId, Known>> {
    const found = new Map<EntryId, Known>();
    for (const id of this.deps.builtIns.keys()) {
      const known = this.known(id, undefined);
      if (known !== undefined && (kind === undefined || known.entry.kind === kind)) found.set(id, known);
    }
    for (const stored of await this.deps.store.all(kind)) {
      const { key, kind: of } = stored.document;
      // What the product no longer serves stays stored and is not shown.
      if ((of === 'effect' || of === 'template') && !this.deps.builtIns.has(entryId(of, key))) continue;
      found.set(entryId(of, key), { version: stored.version, entry: stored.document });
    }
    return found;
  }

  private known(id: EntryId, stored: Versioned<Entry> | undefined): Known | undefined {
    if (stored !== undefined) return { version: stored.version, entry: stored.document };
    const content = this.deps.builtIns.get(id);
    const parts = partsOfId(id);
    return content === undefined || parts === undefined
      ? undefined
      : {
          version: 0,
          entry: { ...parts, draft: content, draftNumber: 0, published: { number: 0, content }, isDeleted: false },
        };
  }

  private async commandOf(id: EntryId, request: EntryRequest): Promise<Result<EntryCommand, ProductError>> {
    if (request.action !== 'restore') return ok(request);
    const { restored } = request;
    const content = restored === 0 ? this.deps.builtIns.get(id) : (await this.versionOf(id, restored))?.content;
    return content === undefined ? err(notFound(id)) : ok({ action: 'restore', content, restored });
  }

  private async versionOf(id: EntryId, number: number): Promise<Change | undefined> {
    const last = (await this.deps.store.get(id))?.document.last;
    return last?.number === number ? last : this.deps.store.change(id, number);
  }

  /** The first entry that the content newly names and that does not exist. What it named before may be gone. */
  private async missingOf(of: EntryId, content: Content): Promise<EntryId | undefined> {
    const named = referencesOf(content);
    const stored = new Map((await this.deps.store.getMany([of, ...named])).map((one) => [one.id, one]));
    const before = this.known(of, stored.get(of))?.entry.draft;
    const wanted = before === undefined ? named : named.filter((id) => !referencesOf(before).includes(id));
    return wanted.find((id) => this.known(id, stored.get(id))?.entry.isDeleted ?? true);
  }

  private view(id: EntryId, { version, entry }: Known): EntryView {
    const { kind, key, draft, last } = entry;
    return {
      id,
      kind,
      key,
      version,
      state: stateOf(entry),
      isBuiltIn: this.deps.builtIns.has(id),
      draft,
      ...(last === undefined ? {} : { changedAt: last.at }),
    };
  }
}
