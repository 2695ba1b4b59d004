import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { FindFlags } from '../../moderation/index.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { ProcedureName } from '../procedures/params.shared.js';
import { AuthorSanctions } from '../reports/sanctions.js';
import { ruleFor } from '../tasks/submit/media-check.js';
import { surchargeOf } from '../tasks/submit/origins.js';
import { TaskStore } from '../tasks/task.store.js';
import { Authors } from './authors.js';
import { readWorkId } from './work.shared.js';
import { publicationOf } from './work.stored.js';
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

/** What the caller is asked for creations of a procedure from a work's recipe: whole credits; see `surchargeOf`. */
export class GetSurcharge extends Query<number> {
  constructor(
    readonly user: UserId,
    readonly workId: string,
    readonly procedure: ProcedureName,
  ) {
    super();
  }
}

/**
 * The author of a work, published or not any more, and whether the work earns: not one that was removed or deleted, nor
 * of an author who is restricted, banned, or has left. Undefined for an unknown work.
 */
export class FindRecipeAuthor extends Query<{ readonly author: UserId; readonly earns: boolean } | undefined> {
  constructor(readonly workId: string) {
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
    private readonly sanctions: AuthorSanctions,
  ) {}

  async execute({ workId, viewer }: FindWork): Promise<WorkView | undefined> {
    const found = await this.works.find(workId, viewer);
    const author = found && (await this.authors.find(found.task.owner, found.by));
    if (found === undefined || author === undefined) return undefined;
    const view = viewWork(found, author);
    // As `surchargeOf`: a restricted or banned author asks for nothing.
    if (view.remix === undefined || view.remix.surcharge === 0 || (await mayEarn(this.sanctions, found.task.owner)))
      return view;
    return { ...view, remix: { ...view.remix, surcharge: 0 } };
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
    const text = [publication.title, wordsOf(task), task.input.negativePrompt].join('\n');
    return this.queries.execute(new FindFlags(text, { hash: made.hash, rule: ruleFor(made.type, 'after') }));
  }
}

/** Whether an author is neither restricted nor banned. */
const mayEarn = async (sanctions: AuthorSanctions, author: UserId): Promise<boolean> =>
  (await sanctions.refusal(author)) === undefined;

@QueryHandler(GetSurcharge)
export class GetSurchargeHandler implements IQueryHandler<GetSurcharge> {
  constructor(
    private readonly tasks: TaskStore,
    private readonly sanctions: AuthorSanctions,
  ) {}

  async execute({ user, workId, procedure }: GetSurcharge): Promise<number> {
    const deps = { tasks: this.tasks, mayEarn: (author: UserId) => mayEarn(this.sanctions, author) };
    return (await surchargeOf(deps, user, workId, procedure))?.amount ?? 0;
  }
}

@QueryHandler(FindRecipeAuthor)
export class FindRecipeAuthorHandler implements IQueryHandler<FindRecipeAuthor> {
  constructor(
    private readonly tasks: TaskStore,
    private readonly authors: Authors,
    private readonly sanctions: AuthorSanctions,
  ) {}

  async execute({
    workId,
  }: FindRecipeAuthor): Promise<{ readonly author: UserId; readonly earns: boolean } | undefined> {
    const place = readWorkId(workId);
    // An id from outside; it is only compared.
    const task = place && (await this.tasks.get(place.taskId as TaskId))?.document;
    if (place === undefined || task === undefined) return undefined;
    const author = task.owner;
    const status = task.hidden ? undefined : publicationOf(task, place.index)?.status;
    // What a work has earned stays earned if its author withdraws it or submits it again.
    if (status === undefined || status === 'removed') return { author, earns: false };
    const [found, refusal] = await Promise.all([this.authors.find(author), this.sanctions.refusal(author)]);
    return { author, earns: found !== undefined && refusal === undefined };
  }
}
