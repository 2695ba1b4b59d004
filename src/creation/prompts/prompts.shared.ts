import type { Params, ProcedureName } from '../procedures/params.shared.js';
import type { TaskInput } from '../tasks/task.shared.js';

/** A prompt that the user used, with its settings. Times in milliseconds since the epoch. */
export interface PromptView {
  /** The newest creation with this prompt. */
  readonly taskId: string;
  readonly procedure: ProcedureName;
  readonly input: TaskInput;
  readonly params: Params;
  readonly createdAt: number;
}

/** Maximum characters of a search. */
export const SEARCH_MAX = 200;
