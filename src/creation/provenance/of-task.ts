import { defined } from '../../kernel/defined.shared.js';
import { isRemoteModel } from '../engines/model-id.shared.js';
import { FORMS, type Params } from '../procedures/params.shared.js';
import type { Made, Task } from '../tasks/task.state.js';
import type { Claimed } from './credential/claim.js';
import { repeatOf, type RecipeV1 } from './recipe.shared.js';

/**
 * The recipe of one output of a task. It reproduces this output only, so it uses the output's own seed.
 * @param made seed of the output
 */
export function recipeOf(
  { input, params: { procedure, ...params }, marked, draft }: Pick<Task, 'input' | 'params' | 'marked' | 'draft'>,
  { seed, seedless }: Pick<Made, 'seed' | 'seedless'>,
): RecipeV1 {
  const { model, prompt, negativePrompt, modelSettings, loras, withoutEffect = [] } = input;
  return {
    kinora: 1,
    procedure,
    model,
    prompt,
    negativePrompt,
    seed,
    ...defined({ seedless }),
    repeat: repeatOf(model, seedless === true),
    ...(draft === undefined ? {} : { draft: true as const }),
    count: 1,
    ...(marked ? { marked } : {}),
    ...(FORMS[procedure].likeness === true ? { likeness: 'consent declared' } : {}),
    params: Object.fromEntries(Object.entries(plain(params)).filter(([name]) => !withoutEffect.includes(name))),
    ...defined({ modelSettings, loras }),
  };
}

/** The signed claim about a task's outputs. Of a connected engine we know only that its models are trained. */
export function claimOf({
  input: { model },
  params: { procedure },
}: {
  readonly input: Pick<Task['input'], 'model'>;
  readonly params: Pick<Params, 'procedure'>;
}): Claimed {
  return { procedure, trained: isRemoteModel(model) || model.startsWith('esrgan') };
}

type Unnamed<P> = P extends Params ? Omit<P, 'procedure'> : never;

/** Flat settings: a timeline becomes JSON. */
function plain(params: Unnamed<Params>): RecipeV1['params'] {
  return 'timeline' in params ? { ...params, timeline: JSON.stringify(params.timeline) } : { ...params };
}
