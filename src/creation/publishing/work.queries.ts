import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { FindFlags } from '../../moderation/index.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import { ruleFor } from '../tasks/submit/media-check.js';
import { Authors } from './authors.js';
import type { ReviewView, WorkView } from './work.view.shared.js';
import { viewReview, viewWork, wordsOf, type FoundWork } from './work.view.js';
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ moderator, limit, cursor }: ListReviews): Promise<Result<ReviewPage, ProductError>> {
    try {
      const { works, ...page } = await this.works.waiting(moderator, limit, cursor);
      const authors = await this.authors.findAll(
        works.map(({ task }) => task.owner),
        { owner: false, moderator: true },
      );
      const reviews = await Promise.all(
        works.map(async (work) => {
          const { owner } = work.task;
          const author = authors.get(owner) ?? { id: this.authors.idOf(owner), name: null };
          return viewReview(work, author, await this.flagsOf(work));
        }),
      );
      return ok({ reviews, ...page });
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }

  /** What the policy wants moderators to know about a work's texts and media. */
  private flagsOf({ task, made, publication }: FoundWork): Promise<ReviewView['flags']> {
    const text = `${publication.title}\n${wordsOf(task)}`;
    return this.queries.execute(new FindFlags(text, { hash: made.hash, rule: ruleFor(made.type, 'after') }));
  }
}
