export { BoardStore } from './board.store.js';
export { Boards } from './boards.js';
export { BoardRuns } from './runs.js';
export { BoardSignals } from './signals.js';
export { BoardWatch } from './watch.js';
export { CancelRunHandler, RunBoardHandler, SaveBoardHandler } from './board.commands.js';
export { GetBoardHandler, QuoteBoardHandler, WatchBoardHandler } from './board.queries.js';
