import type { TaskView } from '@src/creation/task.shared';

/** Where the form stands with a creation's recipe filled in. */
export function remixHref(task: Pick<TaskView, 'input'>): { readonly pathname: '/image'; readonly query: Readonly<Record<string, string>> } {
  const { prompt, negativePrompt, model, style, aspect, count, seed } = task.input;
  return { pathname: '/image', query: { prompt, model, style, aspect, count: String(count), seed: String(seed), ...(negativePrompt === '' ? {} : { without: negativePrompt }) } };
}
