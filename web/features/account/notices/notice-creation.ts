import type { TaskView } from '@src/creation/tasks/task.shared';

/** What a notice shows of the creation that it is about. */
export interface NoticeCreation {
  /** Of the first output that is there. */
  readonly thumbnail?: string;
  /** What it was asked for with; empty where there were no words. */
  readonly words: string;
}

/** What identifies a creation in a list. */
export function noticeCreation({ input, outputs }: Pick<TaskView, 'input' | 'outputs'>): NoticeCreation {
  const ready = outputs.find((output) => output.state === 'ready');
  return { words: input.prompt, ...(ready === undefined ? {} : { thumbnail: `${ready.url}?w=320` }) };
}
