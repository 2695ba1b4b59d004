import type { MessageConsumer } from '../../platform/documents/relay.js';
import type { Signals } from '../../platform/signals/port.js';
import { finishedTask } from '../tasks/policies.js';
import { TASK_FINISHED, type TaskStore } from '../tasks/task.store.js';
import { Boards, type BoardsDeps } from './boards.js';
import { BoardRuns, type BoardRunsDeps } from './runs.js';
import { BoardSignals } from './signals.js';
import { BoardWatch, type BoardWatchDeps } from './watch.js';

/** What boards stand on; who plays which part of them is decided here. */
export interface BoardServicesDeps extends Omit<BoardsDeps, 'runs' | 'signals' | 'settings'>, Omit<BoardRunsDeps, 'boardSignals' | 'signals' | 'settings'> {
  readonly taskSignals: BoardRunsDeps['signals'];
  /** Between the processes of the installation. */
  readonly shared: Signals;
  readonly settings: BoardsDeps['settings'] & BoardRunsDeps['settings'] & Pick<BoardWatchDeps, 'lookAgainMs'>;
}

/** Boards, their runs, and what is told of them. */
export class BoardServices {
  readonly boards: Boards;
  readonly runs: BoardRuns;
  readonly watch: BoardWatch;
  private readonly signals: BoardSignals;

  constructor({ taskSignals, shared, ...deps }: BoardServicesDeps) {
    this.signals = new BoardSignals(shared);
    this.runs = new BoardRuns({ ...deps, signals: taskSignals, boardSignals: this.signals });
    this.boards = new Boards({ ...deps, runs: this.runs, signals: this.signals });
    this.watch = new BoardWatch({ boards: deps.boards, boardSignals: this.signals, lookAgainMs: deps.settings.lookAgainMs });
  }

  /** Hears from now on what other processes tell. @returns how to stop */
  start(): () => void {
    return this.signals.start();
  }
}

/** What follows from ended tasks: the runs that they are steps of go on. */
export function boardPolicy({ tasks, runs }: { readonly tasks: Pick<TaskStore, 'get'>; readonly runs: Pick<BoardRuns, 'taskEnded'> }): MessageConsumer {
  return {
    name: 'creation.boards',
    types: [TASK_FINISHED],
    handle: async ({ data }) => {
      const task = await tasks.get(finishedTask(data));
      if (task !== undefined) await runs.taskEnded(task.document.owner);
    },
  };
}
