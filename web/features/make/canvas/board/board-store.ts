import type { BoardContent, BoardStateView } from '@src/creation/boards/board.shared';
import { createStore, type ReadableStore } from '@/lib/store';
import { joinedBoard } from '../nodes/clips';
import { overOf } from './edit';
import { begin, ended, record, redo, rewritten, undo, type History } from './history';
import { same } from './merge';

/** How a board stands with the server: as it has it, about to be sent, on its way, not taken so far, or with more on it than can be kept. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'full';

export interface BoardState {
  readonly history: History<BoardContent>;
  /** As the server has it, and its version; 0 before it was saved first. */
  readonly base: BoardContent;
  readonly version: number;
  readonly saving: Saving;
  /** How often changes of another tab or device came in. */
  readonly joined: number;
}

export interface Versioned {
  readonly version: number;
  readonly content: BoardContent;
}

/** What the server says to a board that was sent: the version that it now has, or that it has another one. */
export type Saved = { readonly kind: 'taken'; readonly version: number } | { readonly kind: 'behind'; readonly theirs: Versioned };

export interface BoardOptions {
  readonly opened: Versioned;
  /** Sends a board that was made of a version. @throws when it is not taken */
  readonly save: (content: BoardContent, version: number) => Promise<Saved>;
  /** Told of what `save` throws. */
  readonly onTrouble: (error: unknown) => void;
  /** In how many milliseconds what `save` threw may have passed: by itself it is tried again then, and not before. Undefined where only another change helps. */
  readonly passesIn: (error: unknown) => number | undefined;
  /** Calls back after milliseconds. @returns what keeps it from doing so */
  readonly after: (ms: number, then: () => void) => () => void;
  /** Is given what is too much to be sent once nobody attends to it any longer. */
  readonly keep: (unsent: Unsent) => void;
}

/** What is drawn and was never taken, with what it was drawn on. */
export interface Unsent {
  readonly base: BoardContent;
  readonly mine: BoardContent;
}

/** A board that is worked on. */
export interface Board extends ReadableStore<BoardState> {
  /** Changes it. @param of what the change is of, where steps of the same are one step of undo */
  readonly change: (change: (content: BoardContent) => BoardContent, of?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Takes in what the server has, where that is newer. */
  readonly adopt: (theirs: Versioned) => void;
  /** Takes in what was drawn on it before and never sent. */
  readonly resume: (unsent: Unsent) => void;
  /** Takes in what came of its nodes: no change of anybody's, and nothing to take back. */
  readonly learn: (made: BoardStateView['made']) => void;
  /** Sends what has not been sent. @returns whether the server has it all */
  readonly flush: () => Promise<boolean>;
  /** Whether it was refused for now, and is sent again by itself. */
  readonly isResting: () => boolean;
  /** Attends to it. @returns what ends that: what there is is sent all the same, until the server has it, and what is too much to be sent is given to `keep` */
  readonly attend: () => () => void;
}

/** It is sent once nothing has changed for so long; milliseconds. */
const QUIET_MS = 700;
/** Another tab that saves all the time is caught up with so often at once. */
const MAX_ROUNDS = 5;

/** A board whose nodes have what came of them; which of several results is shown stays as it was chosen. */
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

const isTooMuch = ({ history }: Pick<BoardState, 'history'>): boolean => Object.values(overOf(history.present)).some((over) => over > 0);
/** How what has not been sent stands. */
const unsent = (state: BoardState): Saving => (isSaved(state) ? 'saved' : isTooMuch(state) ? 'full' : 'waiting');

/** What is taken in of a newer version: its changes, and none of what was changed here is lost. Nothing of an older one. */
function adopted(state: BoardState, { version, content }: Versioned): Partial<BoardState> {
  if (version <= state.version) return {};
  const history = rewritten(state.history, (mine) => joinedBoard(state.base, mine, content));
  return { history, base: content, version, joined: state.joined + (same(content, state.base) ? 0 : 1) };
}

/** Sends what is drawn, and what is drawn meanwhile; another tab's version is taken in between. @returns whether the server has it all */
async function sendAll({ get, put }: BoardStateStore, save: BoardOptions['save'], adopt: Board['adopt']): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS && unsent(get()) === 'waiting'; round += 1) {
    const content = get().history.present;
    const answer = await save(content, get().version);
    // Whoever has paused for so long begins another step.
    if (answer.kind === 'taken') put({ base: content, version: answer.version, history: ended(get().history) });
    else adopt(answer.theirs);
  }
  return isSaved(get());
}

/** When a board is sent next. While it rests after a refusal nothing that is drawn sends it sooner. */
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

/** Sends a board by and by: at once when asked, else once it is quiet, and again when what it was refused for may have passed. */
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
  /** What was changed, here or elsewhere, is to be sent, unless it is just being sent: then it goes along. */
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
    if (under !== undefined) return under.then(() => (isSaved(get()) ? true : get().saving === 'failed' ? false : flush()));
    if (unsent(get()) !== 'waiting') {
      settle();
      return Promise.resolve(isSaved(get()));
    }
    put({ saving: 'saving' });
    under = sendAll(state, trying, adopt).finally(() => (under = undefined)).then((done) => {
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

/** Opens a board: changes, steps back, and saving that loses neither what is typed here nor what is changed elsewhere. */
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
    learn: (made) => put({ history: rewritten(get().history, (content) => withMade(content, made)), base: withMade(get().base, made) }),
    ...calls,
  };
}
