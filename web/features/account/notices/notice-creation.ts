import type { TaskView } from '@src/creation/tasks/task.shared';

/** The parts of a creation that its notice shows. */
export interface NoticeCreation {
  /** Thumbnail of the first ready output. */
  readonly thumbnail?: string;
  /** Its prompt; empty if there was none. */
  readonly words: string;
}

/** What identifies a creation in a list. */
export function noticeCreation({ input, outputs }: Pick<TaskView, 'input' | 'outputs'>): NoticeCreation {
  const ready = outputs.find((output) => output.state === 'ready');
  return { words: input.prompt, ...(ready === undefined ? {} : { thumbnail: `${ready.url}?w=320` }) };
}
