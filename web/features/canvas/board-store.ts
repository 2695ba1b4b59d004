import type { BoardContent, BoardWork } from '@src/creation/boards/board.shared';
import { overOf } from './edit';
import { begin, ended, record, redo, rewritten, undo, type History } from './history';
import { merge, same } from './merge';

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
  /** In how many milliseconds what `save` threw may have passed by itself: it is tried again then, and not before. Undefined where only another change helps. */
  readonly passesIn: (error: unknown) => number | undefined;
  /** Calls back after milliseconds. @returns what keeps it from doing so */
  readonly after: (ms: number, then: () => void) => () => void;
}

/** A board that is worked on. */
export interface Board {
  readonly get: () => BoardState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes it. @param of what the change is of, where steps of the same are one step of undo */
  readonly change: (change: (content: BoardContent) => BoardContent, of?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Takes in what the server has, where that is newer. */
  readonly adopt: (theirs: Versioned) => void;
  /** Takes in what came of its nodes: no change of anybody's, and nothing to take back. */
  readonly learn: (made: BoardWork['made']) => void;
  /** Sends what has not been sent. @returns whether the server has it all */
  readonly flush: () => Promise<boolean>;
  /** Keeps it sent by itself. @returns what ends that, with what there is sent once more */
  readonly attend: () => () => void;
}

/** It is sent once nothing has changed for so long; milliseconds. */
const QUIET_MS = 700;
/** Another tab that saves all the time is caught up with so often at once. */
const MOST_ROUNDS = 5;

/** A board whose nodes have what came of them; which of several results is shown stays as it was chosen. */
function withMade(content: BoardContent, made: BoardWork['made']): BoardContent {
  const nodes = content.nodes.map((node) => {
    const known = node.kind === 'creation' ? made[node.id] : undefined;
    if (node.kind !== 'creation' || known === undefined) return node;
    const next = { ...known, index: node.made?.taskId === known.taskId ? node.made.index : known.index };
    return same(node.made, next) ? node : { ...node, made: next };
  });
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** Something that is told of when it changes. */
function told<T extends object>(first: T) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: (): T => state,
    put: (change: Partial<T>): void => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const isSaved = ({ history, base }: Pick<BoardState, 'history' | 'base'>): boolean => same(history.present, base);

const isTooMuch = ({ history }: Pick<BoardState, 'history'>): boolean => Object.values(overOf(history.present)).some((over) => over > 0);
/** How what has not been sent stands. */
const unsent = (state: BoardState): Saving => (isSaved(state) ? 'saved' : isTooMuch(state) ? 'full' : 'waiting');

/** What is taken in of a newer version: its changes, and none of what was changed here is lost. Nothing of an older one. */
function adopted(state: BoardState, { version, content }: Versioned): Partial<BoardState> {
  if (version <= state.version) return {};
  const history = rewritten(state.history, (mine) => merge(state.base, mine, content));
  return { history, base: content, version, joined: state.joined + (same(content, state.base) ? 0 : 1) };
}

/** Sends what is drawn, and what is drawn meanwhile; another tab's version is taken in between. @returns whether the server has it all */
async function sendAll({ get, put }: Pick<ReturnType<typeof told<BoardState>>, 'get' | 'put'>, save: BoardOptions['save'], adopt: Board['adopt']): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS && unsent(get()) === 'waiting'; round += 1) {
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
    soon: (): void => (isResting ? undefined : at(QUIET_MS, false)),
    rest: (ms: number): void => at(ms, true),
    stop: (): void => {
      cancel();
      isResting = false;
    },
  };
}

/** Opens a board: changes, steps back, and saving that loses neither what is typed here nor what is changed elsewhere. */
export function openBoard({ opened, save, onTrouble, passesIn, after }: BoardOptions): Board {
  const state = told<BoardState>({ history: begin(opened.content), base: opened.content, version: opened.version, saving: 'saved', joined: 0 });
  const { get, put, subscribe } = state;
  let sending: Promise<boolean> | undefined;
  let closed = false;
  const timer = timing(after, () => void flush());
  const step = (history: History<BoardContent>): void => {
    if (history === get().history) return;
    put({ history, saving: sending === undefined ? (isTooMuch({ history }) ? 'full' : 'waiting') : get().saving });
    timer.soon();
  };
  const adopt = (theirs: Versioned): void => {
    put(adopted(get(), theirs));
    if (sending !== undefined) return;
    put({ saving: unsent(get()) });
    if (get().saving === 'waiting') timer.soon();
  };
  const flush = (): Promise<boolean> => {
    timer.stop();
    if (sending !== undefined) return sending.then(() => (isSaved(get()) ? true : flush()));
    const standing = unsent(get());
    if (standing !== 'waiting') {
      if (get().saving !== standing) put({ saving: standing });
      return Promise.resolve(standing === 'saved');
    }
    put({ saving: 'saving' });
    sending = sendAll(state, save, adopt).finally(() => (sending = undefined)).then(
      (done) => {
        put({ saving: unsent(get()) });
        if (get().saving === 'waiting' && !closed) timer.soon();
        return done;
      },
      (error: unknown) => {
        put({ saving: 'failed' });
        const again = passesIn(error);
        if (again !== undefined && !closed) timer.rest(again);
        onTrouble(error);
        return false;
      },
    );
    return sending;
  };

  return {
    get,
    subscribe,
    change: (change, of) => step(record(get().history, change(get().history.present), of)),
    undo: () => step(undo(get().history)),
    redo: () => step(redo(get().history)),
    adopt,
    learn: (made) => put({ history: rewritten(get().history, (content) => withMade(content, made)), base: withMade(get().base, made) }),
    flush,
    attend: () => {
      closed = false;
      return () => {
        closed = true;
        void flush();
      };
    },
  };
}
