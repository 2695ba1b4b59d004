export { BoardStore } from './board.store.js';
export { boardsPart } from './boards.data-export.js';
export { mergeVisitorBoards as handOverBoards, purgeBoards } from './merge-visitor.js';
export { CancelRunHandler, RunBoardHandler, SaveBoardHandler } from './board.commands.js';
export { GetBoardHandler, QuoteBoardHandler, WatchBoardHandler } from './board.queries.js';
