import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import type { Viewer } from '../publishing/works.js';
import { Explore, type FeedQuery } from './explore.js';
import type {
  AuthorView,
  FeedOrder,
  FeedPage,
  Lineage,
  MarkKind,
  OwnFeed,
  SearchPage,
  WorkMarks,
} from './explore.shared.js';
import type { FeedFilter } from './feed.store.js';
import { Search } from './search/search.js';
import type { Wanted } from './search/terms.js';

/** Listed works; see `Explore.feed`. */
export class ListFeed extends Query<Result<FeedPage, ProductError>> {
  constructor(
    readonly order: FeedOrder,
    readonly filter: FeedFilter,
    readonly query: FeedQuery,
    readonly ip: string,
  ) {
    super();
  }
}

/** Listed works by words and tags; see `Search.find`. */
export class SearchWorks extends Query<Result<SearchPage, ProductError>> {
  constructor(
    readonly wanted: Wanted,
    readonly query: FeedQuery,
    readonly ip: string,
  ) {
    super();
  }
}

/** Works of followed authors, or bookmarked works; see `Explore.own`. */
export class ListOwnFeed extends Query<Result<FeedPage, ProductError>> {
  constructor(
    readonly user: UserId,
    readonly which: OwnFeed,
    readonly query: FeedQuery,
  ) {
    super();
  }
}

/** An author with listed works; see `Explore.author`. */
export class FindAuthor extends Query<Result<AuthorView, ProductError>> {
  constructor(
    readonly id: string,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** What users have put on a work; see `Explore.marksOf`. */
export class GetWorkMarks extends Query<Result<WorkMarks, ProductError>> {
  constructor(
    readonly workId: string,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** Origins and remixes of a published work; see `Explore.lineage`. */
export class GetLineage extends Query<Result<Lineage, ProductError>> {
  constructor(
    readonly workId: string,
    readonly ip: string,
  ) {
    super();
  }
}

/** Puts a mark or takes it back; see `Explore.put` and `Explore.takeBack`. */
export class ChangeMark extends Command<Result<void, ProductError>> {
  constructor(
    readonly user: UserId,
    readonly kind: MarkKind,
    readonly target: string,
    readonly isPut: boolean,
  ) {
    super();
  }
}

@QueryHandler(ListFeed)
export class ListFeedHandler implements IQueryHandler<ListFeed> {
  constructor(private readonly explore: Explore) {}

  execute({ order, filter, query, ip }: ListFeed): Promise<Result<FeedPage, ProductError>> {
    return this.explore.feed(order, filter, query, ip);
  }
}

@QueryHandler(SearchWorks)
export class SearchWorksHandler implements IQueryHandler<SearchWorks> {
  constructor(private readonly search: Search) {}

  execute({ wanted, query, ip }: SearchWorks): Promise<Result<SearchPage, ProductError>> {
    return this.search.find(wanted, query, ip);
  }
}

@QueryHandler(ListOwnFeed)
export class ListOwnFeedHandler implements IQueryHandler<ListOwnFeed> {
  constructor(private readonly explore: Explore) {}

  execute({ user, which, query }: ListOwnFeed): Promise<Result<FeedPage, ProductError>> {
    return this.explore.own(user, which, query);
  }
}

@QueryHandler(FindAuthor)
export class FindAuthorHandler implements IQueryHandler<FindAuthor> {
  constructor(private readonly explore: Explore) {}

  execute({ id, viewer }: FindAuthor): Promise<Result<AuthorView, ProductError>> {
    return this.explore.author(id, viewer);
  }
}

@QueryHandler(GetWorkMarks)
export class GetWorkMarksHandler implements IQueryHandler<GetWorkMarks> {
  constructor(private readonly explore: Explore) {}

  execute({ workId, viewer }: GetWorkMarks): Promise<Result<WorkMarks, ProductError>> {
    return this.explore.marksOf(workId, viewer);
  }
}

@QueryHandler(GetLineage)
export class GetLineageHandler implements IQueryHandler<GetLineage> {
  constructor(private readonly explore: Explore) {}

  execute({ workId, ip }: GetLineage): Promise<Result<Lineage, ProductError>> {
    return this.explore.lineage(workId, ip);
  }
}

@CommandHandler(ChangeMark)
export class ChangeMarkHandler implements ICommandHandler<ChangeMark> {
  constructor(private readonly explore: Explore) {}

  execute({ user, kind, target, isPut }: ChangeMark): Promise<Result<void, ProductError>> {
    return isPut ? this.explore.put(user, kind, target) : this.explore.takeBack(user, kind, target);
  }
}
