import { availableParallelism } from 'node:os';
import { ChildHost } from '../../platform/concurrency/child-host.js';
import { helperEnvironment } from '../../platform/environment.js';
import {
  EngineFault,
  fromChild,
  LONGEST_SIDE,
  toChild,
  type FromChild,
  type Job,
  type JobProgress,
  type JobResult,
  type Media,
} from './job.js';

export { EngineFault, type Job, type JobProgress, type JobResult } from './job.js';

export interface EnginePool {
  /**
   * Makes one output in a child process; waits until one is free.
   * @param on progress of this job in order, never after the promise has settled
   * @param signal aborts the job: its child is killed and the promise rejects with the signal's reason
   * @throws EngineFault when a limit is exceeded, the child dies, or the pool is closed
   */
  run(job: Job, on: (progress: JobProgress) => void, signal: AbortSignal): Promise<JobResult>;
  /** Rejects waiting jobs, lets running ones finish, and ends all children. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** The compiled module of a child process; it calls `serveJobs`. */
  readonly entry: URL;
  /** Concurrent jobs; by default one per core. */
  readonly size?: number;
  /** Wall time of one job from the moment its child accepts it. */
  readonly limitMilliseconds?: number;
  /** Limits of a child: JavaScript heap and total resident memory. */
  readonly heapMegabytes?: number;
  readonly residentMegabytes?: number;
}

const DEFAULTS = { limitMilliseconds: 300_000, heapMegabytes: 512, residentMegabytes: 1536 } as const;
const WATCH_EVERY_MILLISECONDS = 500;

interface Waiting {
  readonly job: Job;
  readonly on: (progress: JobProgress) => void;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (reason: Error) => void;
}

interface Child {
  readonly host: ChildHost;
  current?: Waiting | undefined;
  /** The fault reported to the job; set before the child is killed. */
  verdict?: Error;
  /** Stops watching the current job. */
  release?: (() => void) | undefined;
}

/** Bytes as this realm's own, whichever realm deserialised them. */
const own = (view: Uint8Array): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

const ownMedia = (media: Media): Media =>
  media.type === 'image/png' ? { ...media, bytes: own(media.bytes) } : { ...media, poster: own(media.poster) };

/** One child per core, forked on demand and reused; each runs one job at a time and is replaced when it dies. */
class ForkPool implements EnginePool {
  readonly #options: Required<Omit<PoolOptions, 'entry' | 'size'>>;
  readonly #entry: URL;
  readonly #size: number;
  readonly #children = new Set<Child>();
  readonly #queue: Waiting[] = [];
  #closing = false;

  constructor(options: PoolOptions) {
    this.#entry = options.entry;
    this.#size = options.size ?? availableParallelism();
    this.#options = {
      limitMilliseconds: options.limitMilliseconds ?? DEFAULTS.limitMilliseconds,
      heapMegabytes: options.heapMegabytes ?? DEFAULTS.heapMegabytes,
      residentMegabytes: options.residentMegabytes ?? DEFAULTS.residentMegabytes,
    };
  }

  run(job: Job, on: (progress: JobProgress) => void, signal: AbortSignal): Promise<JobResult> {
    if (this.#closing) return Promise.reject(new EngineFault('closed', 'the engine is shutting down'));
    if (Math.max(job.width, job.height) > LONGEST_SIDE)
      return Promise.reject(
        new EngineFault('pixels', `${job.width} × ${job.height} is larger than the engine supports`),
      );
    const message = toChild.safeParse({ kind: 'make', job });
    if (!message.success) return Promise.reject(new EngineFault('failed', 'the engine does not know this kind of job'));
    // The abort reason is passed on unchanged so that callers can compare it.
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    return new Promise<JobResult>((resolve, reject) => {
      const settled = (): void => {
        signal.removeEventListener('abort', stop);
      };
      const waiting: Waiting = {
        job,
        on,
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      };
      const stop = (): void => {
        this.#stop(waiting, signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#queue.push(waiting);
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const waiting of this.#queue.splice(0))
      waiting.reject(new EngineFault('closed', 'the engine is shutting down'));
    for (const child of this.#children) if (!child.current) child.host.kill();
    await Promise.all([...this.#children].map(({ host }) => host.ended));
  }

  #stop(waiting: Waiting, reason: Error): void {
    const place = this.#queue.indexOf(waiting);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      waiting.reject(reason);
      return;
    }
    for (const child of this.#children) if (child.current === waiting) this.#kill(child, reason);
  }

  #kill(child: Child, verdict: Error): void {
    child.verdict = verdict;
    const current = this.#let(child);
    current?.reject(verdict);
    child.host.kill();
  }

  /** Assigns waiting jobs while a child is free or another may be forked. */
  #pump(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#children].find(
        (child) => !child.current && child.verdict === undefined && child.host.isConnected,
      );
      const child = idle ?? (this.#children.size < this.#size ? this.#fork() : undefined);
      const waiting = child && this.#queue.shift();
      if (!child || !waiting) return;
      this.#begin(child, waiting);
    }
  }

  #fork(): Child {
    const child: Child = {
      host: new ChildHost({
        // Children receive only the environment variables needed to find programs, and no secrets.
        entry: this.#entry,
        heapMegabytes: this.#options.heapMegabytes,
        env: helperEnvironment(),
        leadsGroup: true,
        onMessage: (raw) => {
          this.#hear(child, raw);
        },
      }),
    };
    void child.host.ended.then(({ detail }) => {
      this.#bury(child, detail);
    });
    this.#children.add(child);
    return child;
  }

  #begin(child: Child, waiting: Waiting): void {
    child.current = waiting;
    const { limitMilliseconds, residentMegabytes } = this.#options;
    child.release = child.host.limit(
      { milliseconds: limitMilliseconds, residentMegabytes, watchEveryMilliseconds: WATCH_EVERY_MILLISECONDS },
      (limit) => {
        this.#kill(
          child,
          new EngineFault(
            limit,
            limit === 'time' ? `not finished within ${limitMilliseconds} ms` : `more than ${residentMegabytes} MB`,
          ),
        );
      },
    );
    child.host.send({ kind: 'make', job: waiting.job });
  }

  /** Separates a child from its job, whatever the outcome. */
  #let(child: Child): Waiting | undefined {
    const { current } = child;
    child.release?.();
    child.release = undefined;
    child.current = undefined;
    return current;
  }

  #hear(child: Child, raw: unknown): void {
    const parsed = fromChild.safeParse(raw);
    if (!parsed.success) {
      this.#kill(child, new EngineFault('crashed', 'the child process sent an unknown message'));
      return;
    }
    const message: FromChild = parsed.data;
    const { current } = child;
    if (!current || message.id !== current.job.id) return;
    switch (message.kind) {
      case 'progress': {
        const { stage, fraction, preview } = message;
        current.on({ stage, fraction, ...(preview && { preview: { bytes: own(preview.bytes), type: preview.type } }) });
        return;
      }
      case 'done': {
        const { media, width, height, understanding } = message;
        if (width !== current.job.width || height !== current.job.height)
          current.reject(new EngineFault('output', 'another size than requested'));
        else current.resolve({ media: ownMedia(media), width, height, ...(understanding ? { understanding } : {}) });
        break;
      }
      case 'failed':
        current.reject(new EngineFault(message.reason, message.message));
        break;
      case 'refused':
        current.reject(new EngineFault('refused', message.identifier, message));
        break;
      default:
        message satisfies never;
    }
    this.#let(child);
    if (this.#closing) child.host.kill();
    else this.#pump();
  }

  #bury(child: Child, detail: string): void {
    this.#children.delete(child);
    this.#let(child)?.reject(new EngineFault('crashed', `the child process exited (${detail})`));
    if (!this.#closing) this.#pump();
  }
}

/**
 * Creates the pool that renders images and videos in child processes. Children are forked on demand and reused; when
 * one dies, its job fails and the child is replaced.
 */
export function createEnginePool(options: PoolOptions): EnginePool {
  return new ForkPool(options);
}
