import { readingOf } from '../procedures/reading.shared.js';
import type { Succeeded } from '../tasks/task.state.js';
import type { Publication } from './publication.js';
import { MAX_TAGS, readTag, type Tag } from './tags.shared.js';

/**
 * Tags of a work by what its owner shares: the tool always, style and subjects with the prompt, the model with the
 * recipe. A subject is what the engine drew, not a similar thing that stood in for it.
 */
export function tagsOf(
  { params, input, understanding }: Pick<Succeeded, 'params' | 'input' | 'understanding'>,
  { sharing }: Pick<Publication, 'sharing'>,
): readonly Tag[] {
  const { style } = readingOf(params);
  const subjects = (understanding?.understood ?? []).flatMap(({ kind, means, isLike }) =>
    isLike === true || kind === 'style' ? [] : [`subject:${means}`],
  );
  const names = [
    `tool:${params.procedure}`,
    ...(sharing === 'result' ? [] : [...(style === 'natural' ? [] : [`style:${style}`]), ...subjects]),
  ];
  const models = sharing === 'recipe' ? [`model:${input.model}`] : [];
  const tags = (texts: readonly string[]): readonly Tag[] => texts.flatMap((text) => readTag(text)?.tag ?? []);
  return [...tags([...new Set(names)]).slice(0, MAX_TAGS - models.length), ...tags(models)];
}
