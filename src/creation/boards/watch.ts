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
  /** A subscription looks again so often, should a signal be lost. */
  readonly lookAgainMs: Millis;
}

/** Tells what is made of boards, while it is made. */
export class BoardWatch {
  constructor(private readonly deps: BoardWatchDeps) {}

  /**
   * What is made of a board now, unless that was seen, then each change until the signal. Each tells all of it, so that nothing is missed by whoever was away.
   * @param seen the version that was told last
   */
  async *watch(owner: UserId, id: ProjectId, seen: number | undefined, signal: AbortSignal): AsyncGenerator<BoardStateView, void, undefined> {
    const { boards, boardSignals, lookAgainMs } = this.deps;
    const news = { isThere: false, wake: (): void => undefined };
    const stop = boardSignals.listen(id, () => {
      news.isThere = true;
      news.wake();
    });
    try {
      for (let told = seen; !signal.aborted;) {
        news.isThere = false;
        const work = await boards.state(id);
        // What has gone to someone else meanwhile is theirs; a default project has one owner for ever.
        if (work !== undefined && work.document.owner !== owner && id !== defaultProjectOf(owner)) return;
        const view = viewState(id, work);
        if (view.version !== told) yield view;
        told = view.version;
        if (!news.isThere) await pause(lookAgainMs, signal, (wake) => (news.wake = wake));
      }
    } finally {
      stop();
    }
  }
}

/** Until it is woken, the signal falls, or the time is over. */
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
