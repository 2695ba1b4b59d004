import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { defaultProjectOf, type ProjectId } from '../projects/project.js';
import type { BoardStateView } from './board.shared.js';
import type { BoardStore } from './board.store.js';
import { viewState } from './boards.js';
import type { BoardSignals } from './signals.js';

export interface BoardWatchDeps {
  readonly boards: Pick<BoardStore, 'state'>;
  readonly boardSignals: Pick<BoardSignals, 'listen'>;
  /** Polling interval of a subscription, in case a signal is lost. */
  readonly lookAgainMs: Millis;
}

/** Subscriptions to the state of boards. */
export class BoardWatch {
  constructor(private readonly deps: BoardWatchDeps) {}

  /**
   * Yields the current state, unless the client has seen it, then each change until the signal aborts. Every event
   * holds the full state, so a client that reconnects misses nothing.
   * @param seen the last version that the client received
   */
  async *watch(
    owner: UserId,
    id: ProjectId,
    seen: number | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<BoardStateView, void, undefined> {
    const { boards, boardSignals, lookAgainMs } = this.deps;
    const news = { isThere: false, wake: (): void => undefined };
    const stop = boardSignals.listen(id, () => {
      news.isThere = true;
      news.wake();
    });
    try {
      for (let sent = seen; !signal.aborted;) {
        news.isThere = false;
        const work = await boards.state(id);
        // The board now belongs to another user. A default project never changes its owner.
        if (work !== undefined && work.document.owner !== owner && id !== defaultProjectOf(owner)) return;
        const view = viewState(id, work);
        if (view.version !== sent) yield view;
        sent = view.version;
        if (!news.isThere) await pause(lookAgainMs, signal, (wake) => (news.wake = wake));
      }
    } finally {
      stop();
    }
  }
}

/** Waits until woken, aborted, or timed out. */
async function pause(ms: Millis, signal: AbortSignal, woken: (wake: () => void) => void): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    woken(end);
  });
}
