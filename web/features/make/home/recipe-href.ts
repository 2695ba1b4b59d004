import { emptyDraft, queryOf } from '@/features/make/create/draft/draft';
import { toolOf } from '@/features/make/create/form/tools';
import type { ShowcaseWork } from './showcase';

/** A link to the form with a work's recipe filled in. With its seed, the form makes the same work again. */
export function recipeHref(
  { procedure, prompt, style, aspect, seed }: ShowcaseWork,
  keepSeed: boolean,
): { readonly pathname: string; readonly query: Record<string, string> } {
  const empty = emptyDraft(procedure);
  return {
    pathname: toolOf(procedure).href,
    query: queryOf(
      { ...empty, prompt, seed: keepSeed ? String(seed) : '', options: { ...empty.options, style, aspect } },
      procedure,
    ),
  };
}
