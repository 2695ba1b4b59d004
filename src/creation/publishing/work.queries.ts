import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import { Authors } from './authors.js';
import type { ReviewView, WorkView } from './work.view.shared.js';
import { viewReview, viewWork } from './work.view.js';
import { Works, type Viewer } from './works.js';

/** A page of works under review; the last page has no `next`. */
export interface ReviewPage {
  readonly reviews: readonly ReviewView[];
  readonly next?: string;
}

/** Finds a work that the caller may see; undefined if they may not, if there is none, or if its owner has left. */
export class FindWork extends Query<WorkView | undefined> {
  constructor(
    readonly workId: string,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** Works under review, longest wait first. VALIDATION_ERROR for an invalid cursor. */
export class ListReviews extends Query<Result<ReviewPage, ProductError>> {
  constructor(
    readonly moderator: UserId,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

@QueryHandler(FindWork)
export class FindWorkHandler implements IQueryHandler<FindWork> {
  constructor(
    private readonly works: Works,
    private readonly authors: Authors,
  ) {}

  async execute({ workId, viewer }: FindWork): Promise<WorkView | undefined> {
    const found = await this.works.find(workId, viewer);
    const author = found && (await this.authors.find(found.task.owner, found.by));
    return found && author && viewWork(found, author);
  }
}

@QueryHandler(ListReviews)
export class ListReviewsHandler implements IQueryHandler<ListReviews> {
  constructor(
    private readonly works: Works,
    private readonly authors: Authors,
  ) {}

  async execute({ moderator, limit, cursor }: ListReviews): Promise<Result<ReviewPage, ProductError>> {
    try {
      const { works, ...page } = await this.works.waiting(moderator, limit, cursor);
      const authors = await this.authors.findAll(
        works.map(({ task }) => task.owner),
        { owner: false, moderator: true },
      );
      const reviews = works.map((work) => {
        const { owner } = work.task;
        return viewReview(work, authors.get(owner) ?? { id: this.authors.idOf(owner), name: null });
      });
      return ok({ reviews, ...page });
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }
}
