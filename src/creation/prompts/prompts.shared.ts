import type { Params, ProcedureName } from '../procedures/params.shared.js';
import type { TaskInput } from '../tasks/task.shared.js';

/** Words that something was made of, with how it was set. Times in milliseconds since the epoch. */
export interface PromptView {
  /** The newest creation that was requested with them. */
  readonly taskId: string;
  readonly procedure: ProcedureName;
  readonly input: TaskInput;
  readonly params: Params;
  readonly createdAt: number;
}

/** Letters of what is looked for, at most. */
export const SEARCH_MAX = 200;
