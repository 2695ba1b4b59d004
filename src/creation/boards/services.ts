import type { MessageConsumer } from '../../platform/documents/relay.js';
import type { Signals } from '../../platform/signals/port.js';
import { finishedTask } from '../tasks/policies.js';
import { TASK_FINISHED, type TaskStore } from '../tasks/task.store.js';
import { Boards, type BoardsDeps } from './boards.js';
import { BoardRuns, type BoardRunsDeps } from './runs.js';
import { BoardSignals } from './signals.js';
import { BoardWatch, type BoardWatchDeps } from './watch.js';

/** Dependencies of the board services, which are wired together here. */
export interface BoardServicesDeps
  extends
    Omit<BoardsDeps, 'runs' | 'signals' | 'settings'>,
    Omit<BoardRunsDeps, 'boardSignals' | 'signals' | 'settings'> {
  readonly taskSignals: BoardRunsDeps['signals'];
  /** Signals between the processes of the installation. */
  readonly shared: Signals;
  readonly settings: BoardsDeps['settings'] & BoardRunsDeps['settings'] & Pick<BoardWatchDeps, 'lookAgainMs'>;
}

/** Boards, their runs, and subscriptions to them. */
export class BoardServices {
  readonly boards: Boards;
  readonly runs: BoardRuns;
  readonly watch: BoardWatch;
  private readonly signals: BoardSignals;

  constructor({ taskSignals, shared, ...deps }: BoardServicesDeps) {
    this.signals = new BoardSignals(shared);
    this.runs = new BoardRuns({ ...deps, signals: taskSignals, boardSignals: this.signals });
    this.boards = new Boards({ ...deps, runs: this.runs, signals: this.signals });
    this.watch = new BoardWatch({
      boards: deps.boards,
      boardSignals: this.signals,
      lookAgainMs: deps.settings.lookAgainMs,
    });
  }

  /**
   * Subscribes to signals from other processes.
   * @returns a function that unsubscribes
   */
  start(): () => void {
    return this.signals.start();
  }
}

/** Policy: when a task ends, advances the runs that it is a step of. */
export function boardPolicy({
  tasks,
  runs,
}: {
  readonly tasks: Pick<TaskStore, 'get'>;
  readonly runs: Pick<BoardRuns, 'taskEnded'>;
}): MessageConsumer {
  return {
    name: 'creation.boards',
    types: [TASK_FINISHED],
    handle: async ({ data }) => {
      const task = await tasks.get(finishedTask(data));
      if (task !== undefined) await runs.taskEnded(task.document.owner);
    },
  };
}
