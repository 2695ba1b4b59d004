import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { Catalogue, type EntryRequest } from './catalogue.js';
import type { GalleryView } from './gallery.shared.js';
import type { ChangeView, EntryView } from './content.shared.js';
import type { EntryId, EntryKind } from './kinds.shared.js';

/** Changes an entry of the catalogue; see `Catalogue.execute`. */
export class ChangeEntry extends Command<Result<EntryView, ProductError>> {
  constructor(
    readonly who: UserId,
    readonly id: EntryId,
    readonly request: EntryRequest,
    readonly expected?: number,
  ) {
    super();
  }
}

/** Entries of a kind, without deleted ones. */
export class ListEntries extends Query<readonly EntryView[]> {
  constructor(readonly kind: EntryKind) {
    super();
  }
}

/** One entry; the not-found error of its kind if there is none. */
export class GetEntry extends Query<Result<EntryView, ProductError>> {
  constructor(readonly id: EntryId) {
    super();
  }
}

/** Changes of an entry, newest first; with `below`, those with a lower number. */
export class GetEntryHistory extends Query<readonly ChangeView[]> {
  constructor(
    readonly id: EntryId,
    readonly limit: number,
    readonly below?: number,
  ) {
    super();
  }
}

/** What is published, for the galleries; with the draft of `previewed`. */
export class GetGallery extends Query<GalleryView> {
  constructor(readonly previewed?: EntryId) {
    super();
  }
}

/** The first of some effects or templates that is not offered; undefined if all are. */
export class FindWithdrawn extends Query<EntryId | undefined> {
  constructor(readonly ids: readonly EntryId[]) {
    super();
  }
}

@CommandHandler(ChangeEntry)
export class ChangeEntryHandler implements ICommandHandler<ChangeEntry> {
  constructor(private readonly catalogue: Catalogue) {}

  execute({ who, id, request, expected }: ChangeEntry): Promise<Result<EntryView, ProductError>> {
    return this.catalogue.execute(who, id, request, expected);
  }
}

@QueryHandler(ListEntries)
export class ListEntriesHandler implements IQueryHandler<ListEntries> {
  constructor(private readonly catalogue: Catalogue) {}

  execute({ kind }: ListEntries): Promise<readonly EntryView[]> {
    return this.catalogue.list(kind);
  }
}

@QueryHandler(GetEntry)
export class GetEntryHandler implements IQueryHandler<GetEntry> {
  constructor(private readonly catalogue: Catalogue) {}

  execute({ id }: GetEntry): Promise<Result<EntryView, ProductError>> {
    return this.catalogue.find(id);
  }
}

@QueryHandler(GetEntryHistory)
export class GetEntryHistoryHandler implements IQueryHandler<GetEntryHistory> {
  constructor(private readonly catalogue: Catalogue) {}

  execute({ id, limit, below }: GetEntryHistory): Promise<readonly ChangeView[]> {
    return this.catalogue.history(id, limit, below);
  }
}

@QueryHandler(GetGallery)
export class GetGalleryHandler implements IQueryHandler<GetGallery> {
  constructor(private readonly catalogue: Catalogue) {}

  execute({ previewed }: GetGallery): Promise<GalleryView> {
    return this.catalogue.gallery(previewed);
  }
}

@QueryHandler(FindWithdrawn)
export class FindWithdrawnHandler implements IQueryHandler<FindWithdrawn> {
  constructor(private readonly catalogue: Catalogue) {}

  execute({ ids }: FindWithdrawn): Promise<EntryId | undefined> {
    return this.catalogue.firstWithdrawn(ids);
  }
}

/** Handlers of these messages. */
export const ENTRY_HANDLERS = [
  ChangeEntryHandler,
  ListEntriesHandler,
  GetEntryHandler,
  GetEntryHistoryHandler,
  GetGalleryHandler,
  FindWithdrawnHandler,
];
