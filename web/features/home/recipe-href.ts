import { queryOf, EMPTY_DRAFT } from '@/features/create/draft';
import type { ShowcasePicture } from './showcase';

/** The image page with a showcase picture's recipe filled in. */
export function recipeHref(picture: ShowcasePicture): { readonly pathname: '/image'; readonly query: Record<string, string> } {
  return { pathname: '/image', query: queryOf({ ...EMPTY_DRAFT, prompt: picture.prompt, style: picture.style, aspect: picture.aspect, seed: String(picture.seed) }) };
}
