import { ChildHost } from '../../platform/concurrency/child-host.js';
import { fromChild, type ToChild } from './messages.js';
import type { ImageModeration, Scores } from './port.js';

export interface LocalOptions {
  /** Path of the compiled child, `look-process.js`; by default next to this file. */
  readonly entry?: URL;
  /** Wall time per image, including loading the network for the first one. */
  readonly limitMilliseconds?: number;
  /** Limit of the child's resident memory. */
  readonly residentMegabytes?: number;
  /** Idle time after which the child is ended. */
  readonly idleMilliseconds?: number;
}

const DEFAULTS = { limitMilliseconds: 60_000, residentMegabytes: 768, idleMilliseconds: 600_000 } as const;
const HEAP_MEGABYTES = 256;
const WATCH_EVERY_MILLISECONDS = 250;

interface Waiting {
  readonly image: Uint8Array;
  readonly resolve: (scores: Scores) => void;
  readonly reject: (reason: Error) => void;
}

/** One child process, forked for the first image. If it dies, only the image in progress fails. */
class LocalImageModeration implements ImageModeration {
  readonly name = 'nsfwjs-4.4-mobilenet-v2';
  private readonly options: Required<Omit<LocalOptions, 'entry'>>;
  private readonly entry: URL;
  private readonly queue: Waiting[] = [];
  private child: ChildHost | undefined;
  private current: { readonly id: number; readonly waiting: Waiting; readonly release: () => void } | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;
  private isClosed = false;

  constructor({ entry, ...given }: LocalOptions) {
    this.entry = entry ?? new URL('./look-process.js', import.meta.url);
    this.options = { ...DEFAULTS, ...given };
  }

  score(image: Uint8Array, signal?: AbortSignal): Promise<Scores> {
    if (this.isClosed) return Promise.reject(new Error('image moderation is shutting down'));
    // Rejects with the caller's own abort reason, unchanged, so that the caller can recognise it.
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    return new Promise<Scores>((resolve, reject) => {
      const settled = (): void => { signal?.removeEventListener('abort', leave); };
      const waiting: Waiting = {
        image,
        resolve: (scores) => { settled(); resolve(scores); },
        reject: (reason) => { settled(); reject(reason); },
      };
      // An image in progress is finished: that is faster than starting a new child.
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

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    for (const waiting of this.queue.splice(0)) waiting.reject(new Error('image moderation is shutting down'));
    const { child } = this;
    this.end(new Error('image moderation is shutting down'));
    await child?.ended;
  }

  private next(): void {
    if (this.current !== undefined || this.isClosed) return;
    const waiting = this.queue.shift();
    if (waiting === undefined) return this.rest();
    clearTimeout(this.idle);
    const child = (this.child ??= this.fork());
    const id = (this.lastId += 1);
    const { limitMilliseconds, residentMegabytes } = this.options;
    const release = child.limit({ milliseconds: limitMilliseconds, residentMegabytes, watchEveryMilliseconds: WATCH_EVERY_MILLISECONDS }, (limit) => {
      this.end(new Error(limit === 'time' ? `not moderated within ${limitMilliseconds} ms` : `more than ${residentMegabytes} MB`));
    });
    this.current = { id, waiting, release };
    const message: ToChild = { id, image: waiting.image };
    child.send(message);
  }

  private rest(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => { this.end(new Error('idle')); }, this.options.idleMilliseconds).unref();
  }

  private fork(): ChildHost {
    const child: ChildHost = new ChildHost({
      entry: this.entry, heapMegabytes: HEAP_MEGABYTES, onMessage: (raw) => { if (this.child === child) this.receive(raw); },
    });
    void child.ended.then(({ detail }) => { if (this.child === child) this.lose(new Error(`the child process exited (${detail})`)); });
    return child;
  }

  private receive(raw: unknown): void {
    const parsed = fromChild.safeParse(raw);
    if (!parsed.success) return this.end(new Error('the child process sent an unknown message'));
    const answer = parsed.data;
    const { current } = this;
    if (current === undefined || current.id !== answer.id) return;
    this.current = undefined;
    current.release();
    if ('scores' in answer) current.waiting.resolve(answer.scores);
    else current.waiting.reject(new Error(answer.failed));
    this.next();
  }

  /** Kills the child; the image in progress fails. */
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

/**
 * Classifies images on this machine with the nsfwjs network, in a child process forked on first use, because inference
 * blocks its thread. One image at a time; the others wait.
 */
export function createLocalImageModeration(options: LocalOptions = {}): ImageModeration {
  return new LocalImageModeration(options);
}
