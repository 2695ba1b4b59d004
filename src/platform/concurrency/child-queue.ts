import type { Millis } from '../../kernel/clock.js';
import { ChildHost } from './child-host.js';

/** What a child's answer says: the number of its question, and what came of it. */
export type ChildAnswer<A> =
  { readonly id: number; readonly answer: A } | { readonly id: number; readonly failed: string };

export interface ChildQueueOptions<A> {
  /** Name of the work, for error messages. */
  readonly name: string;
  /** The compiled program, which calls `serveHost`. */
  readonly entry: URL;
  /** Limit of the JavaScript heap, and of the total resident memory. */
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
  /** Wall time of one question, including the start of the child for the first one. */
  readonly limitMilliseconds: Millis;
  /** Idle time after which the child is ended. */
  readonly idleMilliseconds: Millis;
  /** Validates a message of the child; undefined if it is not an answer. */
  readonly read: (message: unknown) => ChildAnswer<A> | undefined;
}

const WATCH_EVERY_MILLISECONDS = 250;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Questions to one child process, which is forked for the first one and answers one at a time; the others wait. If it
 * dies, only the question in progress fails.
 */
export class ChildQueue<Q extends object, A> {
  private readonly queue: Waiting<Q, A>[] = [];
  private child: ChildHost | undefined;
  private current: { readonly id: number; readonly waiting: Waiting<Q, A>; readonly release: () => void } | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly options: ChildQueueOptions<A>) {}

  /**
   * @param question sent by structured clone, with its number as `id`
   * @throws Error when a limit is exceeded, the child dies or fails, or the queue is closed; the signal's own reason
   */
  ask(question: Q, signal?: AbortSignal): Promise<A> {
    if (this.isClosed) return Promise.reject(this.shuttingDown());
    // Rejects with the caller's own abort reason, unchanged, so that the caller can recognise it.
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    return new Promise<A>((resolve, reject) => {
      const settled = (): void => {
        signal?.removeEventListener('abort', leave);
      };
      const waiting: Waiting<Q, A> = {
        question,
        resolve: (answer) => {
          settled();
          resolve(answer);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      };
      // A question in progress is finished: that is faster than starting a new child.
      const leave = (): void => {
        const place = this.queue.indexOf(waiting);
        if (place >= 0) this.queue.splice(place, 1);
        waiting.reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
      this.next();
    });
  }

  /** Rejects all questions and ends the child. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    for (const waiting of this.queue.splice(0)) waiting.reject(this.shuttingDown());
    const { child } = this;
    this.end(this.shuttingDown());
    await child?.ended;
  }

  private shuttingDown(): Error {
    return new Error(`${this.options.name} is shutting down`);
  }

  private next(): void {
    if (this.current !== undefined || this.isClosed) return;
    const waiting = this.queue.shift();
    if (waiting === undefined) return this.rest();
    clearTimeout(this.idle);
    const child = (this.child ??= this.fork());
    const id = (this.lastId += 1);
    const { name, limitMilliseconds, residentMegabytes } = this.options;
    const release = child.limit(
      { milliseconds: limitMilliseconds, residentMegabytes, watchEveryMilliseconds: WATCH_EVERY_MILLISECONDS },
      (limit) => {
        this.end(
          new Error(
            limit === 'time'
              ? `${name} was not finished within ${limitMilliseconds} ms`
              : `${name} took more than ${residentMegabytes} MB`,
          ),
        );
      },
    );
    this.current = { id, waiting, release };
    child.send({ ...waiting.question, id });
  }

  private rest(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      this.end(new Error('idle'));
    }, this.options.idleMilliseconds).unref();
  }

  private fork(): ChildHost {
    const { entry, heapMegabytes } = this.options;
    const child: ChildHost = new ChildHost({
      entry,
      heapMegabytes,
      onMessage: (raw) => {
        if (this.child === child) this.receive(raw);
      },
    });
    void child.ended.then(({ detail }) => {
      if (this.child === child) this.lose(new Error(`the child process exited (${detail})`));
    });
    return child;
  }

  private receive(raw: unknown): void {
    const answer = this.options.read(raw);
    if (answer === undefined) return this.end(new Error('the child process sent an unknown message'));
    const { current } = this;
    if (current === undefined || current.id !== answer.id) return;
    this.current = undefined;
    current.release();
    if ('answer' in answer) current.waiting.resolve(answer.answer);
    else current.waiting.reject(new Error(answer.failed));
    this.next();
  }

  /** Kills the child; the question in progress fails. */
  private end(reason: Error): void {
    const { child } = this;
    this.lose(reason);
    child?.kill();
  }

  private lose(reason: Error): void {
    this.child = undefined;
    const { current } = this;
    this.current = undefined;
    current?.release();
    current?.waiting.reject(reason);
    if (this.queue.length > 0) this.next();
  }
}
