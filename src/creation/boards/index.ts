export { BoardStore } from './board.store.js';
export { boardsPart } from './boards.part.js';
export { handOverBoards, purgeBoards } from './hand-over.js';
export { CancelRunHandler, RunBoardHandler, SaveBoardHandler } from './board.commands.js';
export { GetBoardHandler, QuoteBoardHandler, WatchBoardHandler } from './board.queries.js';
