import type { BoardContent, BoardStateView } from '@src/creation/boards/board.shared';
import { createStore, type ReadableStore } from '@/lib/store';
import { joinedBoard } from '../nodes/clips';
import { overOf } from './edit';
import { begin, ended, record, redo, rewritten, undo, type History } from './history';
import { same } from './merge';

/** Save status of a board: saved, waiting to be sent, being sent, refused so far, or over the limits. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'full';

export interface BoardState {
  readonly history: History<BoardContent>;
  /** The content on the server and its version; 0 before the first save. */
  readonly base: BoardContent;
  readonly version: number;
  readonly saving: Saving;
  /** How often changes of another tab or device were merged. */
  readonly joined: number;
}

export interface Versioned {
  readonly version: number;
  readonly content: BoardContent;
}

/** Answer to a save: the new version, or that the server has another one. */
export type Saved =
  { readonly kind: 'taken'; readonly version: number } | { readonly kind: 'behind'; readonly theirs: Versioned };

export interface BoardOptions {
  readonly opened: Versioned;
  /** Saves a board that is based on a version. @throws if it is refused */
  readonly save: (content: BoardContent, version: number) => Promise<Saved>;
  /** Called with the error of `save`. */
  readonly onTrouble: (error: unknown) => void;
  /** Milliseconds after which a failed save is retried; undefined if only another change helps. */
  readonly passesIn: (error: unknown) => number | undefined;
  /** Calls back after milliseconds. @returns cancels it */
  readonly after: (ms: number, then: () => void) => () => void;
  /** Called with content over the limits when the board is closed. */
  readonly keep: (unsent: Unsent) => void;
}

/** Unsaved content and the version it is based on. */
export interface Unsent {
  readonly base: BoardContent;
  readonly mine: BoardContent;
}

/** An open board. */
export interface Board extends ReadableStore<BoardState> {
  /** Changes the content. @param of changes with the same key are one step of undo */
  readonly change: (change: (content: BoardContent) => BoardContent, of?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Merges the server's version if it is newer. */
  readonly adopt: (theirs: Versioned) => void;
  /** Merges edits that were never sent. */
  readonly resume: (unsent: Unsent) => void;
  /** Merges the results of runs; they are no step of undo. */
  readonly learn: (made: BoardStateView['made']) => void;
  /** Sends unsent changes. @returns whether the server has everything */
  readonly flush: () => Promise<boolean>;
  /** Whether a save was refused for now and is retried. */
  readonly isResting: () => boolean;
  /**
   * Attends to it. @returns what ends that: what there is is sent all the same, until the server has it, and what is
   * too much to be sent is given to `keep`
   */
  readonly attend: () => () => void;
}

/** Pause after the last change before it is saved, milliseconds. */
const QUIET_MS = 700;
/** Maximum merges per save, against a tab that saves all the time. */
const MAX_ROUNDS = 5;

/** The board with the results of its nodes; the chosen result of each node stays. */
function withMade(content: BoardContent, made: BoardStateView['made']): BoardContent {
  const nodes = content.nodes.map((node) => {
    const known = node.kind === 'creation' ? made[node.id] : undefined;
    if (node.kind !== 'creation' || known === undefined) return node;
    const next = { ...known, index: node.made?.taskId === known.taskId ? node.made.index : known.index };
    return same(node.made, next) ? node : { ...node, made: next };
  });
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** The state of a board; `put` replaces some of its parts. */
function createBoardState(first: BoardState) {
  const store = createStore(first);
  return { ...store, put: (change: Partial<BoardState>): void => store.update((state) => ({ ...state, ...change })) };
}

type BoardStateStore = ReturnType<typeof createBoardState>;

const isSaved = ({ history, base }: Pick<BoardState, 'history' | 'base'>): boolean => same(history.present, base);

const isTooMuch = ({ history }: Pick<BoardState, 'history'>): boolean =>
  Object.values(overOf(history.present)).some((over) => over > 0);
/** Save status of unsent content. */
const unsent = (state: BoardState): Saving => (isSaved(state) ? 'saved' : isTooMuch(state) ? 'full' : 'waiting');

/** Merges a newer version and keeps local changes; ignores an older one. */
function adopted(state: BoardState, { version, content }: Versioned): Partial<BoardState> {
  if (version <= state.version) return {};
  const history = rewritten(state.history, (mine) => joinedBoard(state.base, mine, content));
  return { history, base: content, version, joined: state.joined + (same(content, state.base) ? 0 : 1) };
}

/**
 * Saves until there is nothing left to send; merges another tab's version on a conflict. @returns whether the server
 * has everything
 */
async function sendAll(
  { get, put }: BoardStateStore,
  save: BoardOptions['save'],
  adopt: Board['adopt'],
): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS && unsent(get()) === 'waiting'; round += 1) {
    const content = get().history.present;
    const answer = await save(content, get().version);
    // A pause this long ends a step of undo.
    if (answer.kind === 'taken') put({ base: content, version: answer.version, history: ended(get().history) });
    else adopt(answer.theirs);
  }
  return isSaved(get());
}

/** When a board is saved next. After a refusal, changes do not shorten the wait. */
function timing(after: BoardOptions['after'], send: () => void) {
  let cancel = (): void => undefined;
  let isResting = false;
  const at = (ms: number, rests: boolean): void => {
    cancel();
    isResting = rests;
    cancel = after(ms, send);
  };
  return {
    isResting: (): boolean => isResting,
    soon: (): void => (isResting ? undefined : at(QUIET_MS, false)),
    rest: (ms: number): void => at(ms, true),
    stop: (): void => {
      cancel();
      isResting = false;
    },
  };
}

/** Schedules saves: at once on request, else after a pause in editing, and again after a temporary refusal. */
function sending(state: BoardStateStore, { save, passesIn, onTrouble, after, keep }: BoardOptions) {
  const { get, put } = state;
  let under: Promise<boolean> | undefined;
  let sent: BoardContent | undefined;
  let isClosed = false;
  const timer = timing(after, () => void flush());
  const settle = (): void => {
    const { saving, base, history } = get();
    const now = unsent(get());
    if (saving !== now) put({ saving: now });
    if (now === 'waiting') timer.soon();
    if (now === 'full' && isClosed) keep({ base, mine: history.present });
  };
  /** Schedules a save after a change, unless a save is running, which includes the change. */
  const touch = (): void => (under === undefined ? settle() : undefined);
  const adopt = (theirs: Versioned): void => {
    put(adopted(get(), theirs));
    touch();
  };
  const trying = (content: BoardContent, version: number): Promise<Saved> => {
    sent = content;
    return save(content, version);
  };
  const refused = (error: unknown): false => {
    const again = passesIn(error);
    if (again !== undefined) timer.rest(again);
    else if (get().history.present !== sent) timer.soon();
    put({ saving: 'failed' });
    onTrouble(error);
    return false;
  };
  const flush = (): Promise<boolean> => {
    timer.stop();
    if (under !== undefined)
      return under.then(() => (isSaved(get()) ? true : get().saving === 'failed' ? false : flush()));
    if (unsent(get()) !== 'waiting') {
      settle();
      return Promise.resolve(isSaved(get()));
    }
    put({ saving: 'saving' });
    under = sendAll(state, trying, adopt)
      .finally(() => (under = undefined))
      .then((done) => {
        settle();
        return done;
      }, refused);
    return under;
  };
  const attend = (): (() => void) => {
    isClosed = false;
    return () => {
      isClosed = true;
      if (!timer.isResting()) void flush();
    };
  };
  return { touch, adopt, flush, attend, isResting: timer.isResting };
}

/** Opens a board: changes, undo, and saves that keep local edits and merge those of other tabs. */
export function openBoard(options: BoardOptions): Board {
  const { version, content: first } = options.opened;
  const state = createBoardState({ history: begin(first), base: first, version, saving: 'saved', joined: 0 });
  const { initial, get, put, subscribe } = state;
  const { touch, ...calls } = sending(state, options);
  const step = (history: History<BoardContent>): void => {
    if (history === get().history) return;
    put({ history });
    touch();
  };
  return {
    initial,
    get,
    subscribe,
    change: (change, of) => step(record(get().history, change(get().history.present), of)),
    undo: () => step(undo(get().history)),
    redo: () => step(redo(get().history)),
    resume: ({ base, mine }) => {
      put({ history: rewritten(get().history, (theirs) => joinedBoard(base, mine, theirs)) });
      touch();
    },
    learn: (made) =>
      put({
        history: rewritten(get().history, (content) => withMade(content, made)),
        base: withMade(get().base, made),
      }),
    ...calls,
  };
}
