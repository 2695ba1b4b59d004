import { defined } from '../../kernel/defined.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { ByVersion } from '../../platform/documents/by-version.js';
import type { Author, Authors } from '../publishing/authors.js';
import { isListed } from '../publishing/publication.js';
import { tagsOf } from '../publishing/tags.js';
import { readWorkId, workIdOf } from '../publishing/work.shared.js';
import type { FoundWork } from '../publishing/work.view.js';
import { publishedWorks } from '../publishing/works.js';
import type { Task } from '../tasks/task.state.js';
import type { TaskStore } from '../tasks/task.store.js';
import type { WorkCard } from './explore.shared.js';
import { findableOf, type Findable } from './search/terms.js';

export interface CardDeps {
  readonly tasks: Pick<TaskStore, 'versions' | 'getMany'>;
  readonly authors: Pick<Authors, 'findAll'>;
}

/** Which works are shown. */
export interface CardChoice {
  /** Also works that are reached by their link alone. */
  readonly withUnlisted?: boolean;
  /** Default: all. */
  readonly isShown?: (work: Findable, author: Author) => boolean;
}

/** What lists show of a published work, apart from its author. */
interface Kept {
  readonly owner: UserId;
  readonly isListed: boolean;
  readonly card: Omit<WorkCard, 'author'>;
  readonly findable: Findable;
}

/** Tasks of which cards are in memory; one takes about two kilobytes. */
const KEPT_TASKS = 50_000;

/** Works as lists show them. Each is as its own document is at the moment, and its author as theirs. */
export class Cards {
  private readonly kept: ByVersion<TaskId, Task, readonly Kept[]>;

  constructor(private readonly deps: CardDeps) {
    this.kept = new ByVersion(
      deps.tasks,
      ({ document }) => publishedWorks(document).flatMap((work) => keptOf(work) ?? []),
      KEPT_TASKS,
    );
  }

  /**
   * The works among these that may be shown and whose owners are here, in the given order.
   * @throws StoreUnavailable
   */
  async of(
    ids: readonly string[],
    { withUnlisted = false, isShown = () => true }: CardChoice = {},
  ): Promise<readonly WorkCard[]> {
    // Ids from outside are only compared.
    const places = ids.flatMap((id) => ({ id, taskId: readWorkId(id)?.taskId as TaskId | undefined }));
    const byTask = await this.kept.of([...new Set(places.flatMap(({ taskId }) => taskId ?? []))]);
    const works = places.flatMap(({ id, taskId }) => {
      const found = taskId && byTask.get(taskId)?.find(({ card }) => card.id === id);
      return found && (found.isListed || withUnlisted) ? [found] : [];
    });
    const authors = await this.deps.authors.findAll(works.map(({ owner }) => owner));
    return works.flatMap((work) => {
      const author = authors.get(work.owner);
      if (author === undefined || !isShown(work.findable, author)) return [];
      return [{ ...work.card, author: work.isListed ? author : { name: author.name } }];
    });
  }
}

function keptOf(work: FoundWork): Kept | undefined {
  const { task, index, made, publication } = work;
  if (!('publishedAt' in publication)) return undefined;
  const id = workIdOf(task.id, index);
  return {
    owner: task.owner,
    isListed: isListed(publication),
    findable: findableOf(work),
    card: {
      id,
      title: publication.title,
      media: task.media,
      type: made.type,
      procedure: task.params.procedure,
      tags: tagsOf(task, publication),
      url: `/api/works/${id}/media`,
      width: made.width,
      height: made.height,
      ...defined({ seconds: made.seconds }),
      publishedAt: publication.publishedAt,
    },
  };
}
