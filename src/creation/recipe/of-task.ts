import type { Params } from '../picture.shared.js';
import type { Task } from '../task.js';
import type { RecipeV1 } from './recipe.shared.js';

/** The recipe of one output of a task: it alone is made again by it, so it is one with its own seed. @param seed of the output */
export function recipeOf({ input, params: { procedure, ...params } }: Pick<Task, 'input' | 'params'>, seed: number): RecipeV1 {
  const { model, prompt, negativePrompt } = input;
  return { kinora: 1, procedure, model, prompt, negativePrompt, seed, count: 1, params: plain(params) };
}

type Unnamed<P> = P extends Params ? Omit<P, 'procedure'> : never;

/** Parameters without depth: a background by its kind, and what that kind has. */
function plain(params: Unnamed<Params>): RecipeV1['params'] {
  if (!('background' in params)) return { ...params };
  const { kind, ...rest } = params.background;
  return { background: kind, ...rest };
}
