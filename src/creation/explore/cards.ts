import { defined } from '../../kernel/defined.shared.js';
import type { Author, Authors } from '../publishing/authors.js';
import { isListed } from '../publishing/publication.js';
import { workIdOf } from '../publishing/work.shared.js';
import { tagsOf } from '../publishing/tags.js';
import type { FoundWork } from '../publishing/work.view.js';
import type { Works } from '../publishing/works.js';
import type { WorkCard } from './explore.shared.js';

export interface CardDeps {
  readonly works: Pick<Works, 'findListed'>;
  readonly authors: Pick<Authors, 'findAll'>;
}

/** Which works are shown. */
export interface CardChoice {
  /** Default: listed works. */
  readonly find?: (ids: readonly string[]) => Promise<readonly FoundWork[]>;
  /** Default: all. */
  readonly isShown?: (work: FoundWork, author: Author) => boolean;
}

/** The works among these that may be shown and whose owners are here, each by its own document. */
export async function cardsOf(
  { works, authors }: CardDeps,
  ids: readonly string[],
  { find = (listed) => works.findListed(listed), isShown = () => true }: CardChoice = {},
): Promise<readonly WorkCard[]> {
  const found = await find(ids);
  const known = await authors.findAll(found.map(({ task }) => task.owner));
  return found.flatMap((work) => {
    const author = known.get(work.task.owner);
    return (author && isShown(work, author) ? cardOf(work, author) : undefined) ?? [];
  });
}

function cardOf({ task, index, made, publication }: FoundWork, author: Author): WorkCard | undefined {
  if (!('publishedAt' in publication)) return undefined;
  const id = workIdOf(task.id, index);
  return {
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
    author: isListed(publication) ? author : { name: author.name },
  };
}
