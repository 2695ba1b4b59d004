import { z } from 'zod';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { Broadcast } from '../../../platform/signals/broadcast.js';
import type { Signals } from '../../../platform/signals/port.js';
import type { EnginePreview } from '../../../engine/port.js';
import type { CreationSettings } from '../settings.js';
import { TaskChanged, type TaskSignals } from '../signals.js';
import type { TaskId } from '../task.js';
import { LiveBoard, liveSnapshot, type BoardListener, type LiveSnapshot } from './live.js';

export interface LiveShareDeps {
  /** Between processes. */
  readonly shared: Signals;
  /** Where those who watch in this process hear that there is progress. */
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly settings: CreationSettings;
}

interface Sharing {
  /** Something is new since it was last told. */
  isDue: boolean;
  /** Version of the preview that is kept, by output. */
  readonly kept: Map<number, number>;
  /** Ends a wait for news. */
  wake: () => void;
}

const ended = z.object({ taskId: liveSnapshot.unwrap().shape.taskId, attempt: z.int(), isOver: z.literal(true) });
const news = z.union([ended, liveSnapshot]);
type News = z.infer<typeof news>;

/** Before the bytes of a kept preview, as a line of JSON. */
const previewHead = z.object({ attempt: z.int(), type: z.enum(['image/webp', 'image/jpeg', 'image/png']) });

/** Whoever looks at a task waits no longer than this for what others keep of it. */
const PATIENCE_MS: Millis = 500;
/** After a look in vain for want of an answer none is taken for so long. */
const REST_MS: Millis = 5_000;

const progressKey = (id: TaskId): string => `live:${id}`;
const previewKey = (id: TaskId, index: number): string => `live:${id}:${index}`;

/**
 * Progress over the processes of an installation: a worker tells how far it is and keeps it, with the newest partial image
 * of each output, where the others find it. Nothing of it is done where there are no others.
 */
export class LiveShare implements BoardListener {
  readonly board: LiveBoard;
  private readonly broadcast: Broadcast<News>;
  private readonly sharing = new Map<TaskId, Sharing>();
  private restsUntil: Millis = 0;

  constructor(private readonly deps: LiveShareDeps) {
    this.broadcast = new Broadcast(deps.shared, 'creation.live', news);
    this.board = new LiveBoard(this.broadcast.hasListeners ? this : undefined);
  }

  /** Takes in what other processes tell. @returns how to stop */
  start(): () => void {
    return this.broadcast.subscribe((received) => {
      if ('isOver' in received) return this.board.receiveEnd(received.taskId, received.attempt);
      if (this.board.receive(received)) this.deps.signals.receive(new TaskChanged(received.taskId, received.owner, 'progress'));
    });
  }

  changed(id: TaskId): void {
    const known = this.sharing.get(id);
    if (known) {
      known.isDue = true;
      return known.wake();
    }
    const sharing: Sharing = { isDue: true, kept: new Map(), wake: () => undefined };
    this.sharing.set(id, sharing);
    void this.share(id, sharing);
  }

  ended(id: TaskId): void {
    const sharing = this.sharing.get(id);
    this.sharing.delete(id);
    sharing?.wake();
  }

  /** Requests what is kept of attempts of other processes that nothing was heard of yet; what cannot be had soon is done without. */
  async load(attempts: readonly { readonly id: TaskId; readonly attempt: number }[]): Promise<void> {
    if (!this.broadcast.hasListeners) return;
    await Promise.all(attempts.map(async ({ id, attempt }) => {
      if (this.board.knows(id, attempt)) return;
      const bytes = await this.kept(progressKey(id));
      const snapshot = bytes && readAs(liveSnapshot, bytes);
      if (snapshot !== undefined) this.board.receive(snapshot);
    }));
  }

  /** The newest partial image of an output, whichever process makes it. */
  async preview(id: TaskId, attempt: number, index: number): Promise<EnginePreview | undefined> {
    const own = this.board.preview(id, attempt, index);
    if (own !== undefined || !this.broadcast.hasListeners) return own?.preview;
    const bytes = await this.kept(previewKey(id, index));
    if (bytes === undefined) return undefined;
    const line = bytes.indexOf(10);
    const head = readAs(previewHead, bytes.subarray(0, line));
    return head?.attempt === attempt ? { type: head.type, bytes: bytes.subarray(line + 1) } : undefined;
  }

  private async kept(key: string): Promise<Uint8Array | undefined> {
    const { shared, clock } = this.deps;
    if (clock.now() < this.restsUntil) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), PATIENCE_MS)));
    try {
      const found = await Promise.race([shared.kept(key), late]);
      if (found !== 'late') return found;
    } catch {
      // As good as late: progress is worth no error.
    } finally {
      clearTimeout(timer);
    }
    this.restsUntil = clock.now() + REST_MS;
    return undefined;
  }

  /** Tells and keeps what is new, at most once in so long, until the attempt is over. */
  private async share(id: TaskId, sharing: Sharing): Promise<void> {
    let last: LiveSnapshot | undefined;
    while (this.sharing.get(id) === sharing) {
      const snapshot = this.board.snapshot(id);
      sharing.isDue = false;
      if (snapshot !== undefined) {
        last = snapshot;
        await this.keep(snapshot, sharing);
        if (this.sharing.get(id) === sharing) this.broadcast.publish(snapshot);
      }
      await new Promise((resolve) => setTimeout(resolve, this.deps.settings.progressEveryMs));
      if (this.sharing.get(id) === sharing && !sharing.isDue) await new Promise<void>((resolve) => (sharing.wake = resolve));
    }
    if (last === undefined) return;
    this.broadcast.publish({ taskId: id, attempt: last.attempt, isOver: true });
    // A later attempt of this process keeps its own under the same keys.
    if (!this.sharing.has(id)) await this.forget(id, [...sharing.kept.keys()]);
  }

  private async keep(snapshot: LiveSnapshot, sharing: Sharing): Promise<void> {
    const { shared, settings } = this.deps;
    const { taskId, attempt, outputs } = snapshot;
    try {
      for (const { index } of outputs) {
        const found = this.board.preview(taskId, attempt, index);
        if (found === undefined || sharing.kept.get(index) === found.version) continue;
        sharing.kept.set(index, found.version);
        const head = Buffer.from(`${JSON.stringify({ attempt, type: found.preview.type })}\n`);
        await shared.keep(previewKey(taskId, index), Buffer.concat([head, found.preview.bytes]), settings.attemptLimitMs);
      }
      await shared.keep(progressKey(taskId), Buffer.from(JSON.stringify(snapshot)), settings.attemptLimitMs);
    } catch {
      // What is not kept is told at the next step, or goes with the attempt.
    }
  }

  private async forget(id: TaskId, outputs: readonly number[]): Promise<void> {
    try {
      await Promise.all([progressKey(id), ...outputs.map((index) => previewKey(id, index))].map((key) => this.deps.shared.forget(key)));
    } catch {
      // It goes by itself when its time is over.
    }
  }
}

/** What another version of the product has kept in another shape is done without. */
function readAs<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
  } catch {
    // No JSON at all.
    return undefined;
  }
}
