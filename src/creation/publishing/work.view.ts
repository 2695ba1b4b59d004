import { defined } from '../../kernel/defined.shared.js';
import { textsOf } from '../procedures/params.shared.js';
import type { Made, Succeeded } from '../tasks/task.state.js';
import type { Author } from './authors.js';
import { recipeSurcharge, isListed, type Party, type Publication } from './publication.js';
import { tagsOf } from './tags.js';
import { workIdOf, type OwnWork } from './work.shared.js';
import type { ReviewView, WorkView } from './work.view.shared.js';

/** A work with its output, and the caller's relation to it. */
export interface FoundWork {
  readonly task: Succeeded;
  readonly index: number;
  readonly made: Made;
  readonly publication: Publication;
  readonly by: Party;
}

/** A work's status as its owner sees it. */
export function ownWork(id: string, publication: Publication): OwnWork {
  const { status, title, sharing, visibility, surcharge = 0, submittedAt } = publication;
  return {
    id,
    status,
    title,
    sharing,
    visibility,
    surcharge,
    submittedAt,
    ...('reason' in publication ? { reason: publication.reason } : {}),
  };
}

/** The prompt together with the texts from the settings. */
export const wordsOf = ({ input, params }: Succeeded): string =>
  [input.prompt, ...textsOf(params).map(([, text]) => text)].filter((text) => text !== '').join('\n');

/** The texts that a work's page shows, with those from the settings; empty if its owner shares only the result. */
export const sharedWords = ({ task, publication }: Pick<FoundWork, 'task' | 'publication'>): string =>
  publication.sharing === 'result' ? '' : wordsOf(task);

/** A work as its page shows it, with only those settings that its owner shares. Its sources are never included. */
export function viewWork({ task, index, made, publication, by }: FoundWork, author: Author): WorkView {
  const id = workIdOf(task.id, index);
  const { status, title, sharing } = publication;
  const words = sharedWords({ task, publication });
  const { procedure } = task.params;
  return {
    id,
    status,
    title,
    media: task.media,
    type: made.type,
    url: `/api/works/${id}/media`,
    poster: `/api/works/${id}/poster.jpg`,
    width: made.width,
    height: made.height,
    ...defined({ seconds: made.seconds }),
    ...('publishedAt' in publication ? { publishedAt: publication.publishedAt } : {}),
    author: author.name,
    ...(isListed(publication) ? { authorId: author.id } : {}),
    tags: isListed(publication) ? tagsOf(task, publication) : [],
    ...(words === '' ? {} : { prompt: words }),
    ...(sharing === 'recipe'
      ? {
          remix: {
            procedure,
            input: { ...task.input, count: 1, seed: made.seed },
            params: task.params,
            surcharge: by.owner ? 0 : recipeSurcharge(publication),
          },
        }
      : {}),
    mine: by.owner,
  };
}

/** A work under review as a moderator sees it: with its texts, shared or not, because they are reviewed too. */
export function viewReview(found: FoundWork, author: Author, flags: ReviewView['flags']): ReviewView {
  const { round, submittedAt, sharing } = found.publication;
  return { work: viewWork(found, author), words: wordsOf(found.task), sharing, round, submittedAt, flags };
}
