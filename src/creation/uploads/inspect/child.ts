import { ChildHost } from '../../../platform/concurrency/child-host.js';
import { imageAnswer, type ImageAnswer, type ImageJob } from './job.js';

export interface ChildLimits {
  /** The compiled child, `inspect-process.js`; by default the one beside this file. */
  readonly entry?: URL;
  /** Wall time from start to end, start of the process included. */
  readonly milliseconds?: number;
  /** JavaScript heap, and all of its resident memory. */
  readonly heapMegabytes?: number;
  readonly residentMegabytes?: number;
}

const DEFAULTS = { milliseconds: 60_000, heapMegabytes: 384, residentMegabytes: 1_024 } as const;
const WATCH_EVERY_MILLISECONDS = 100;

/** How it went: an answer; `limit` when it was killed for time or memory, or died of what it read; `failed` when it never began. */
export type ChildOutcome = ImageAnswer | { readonly state: 'limit' } | { readonly state: 'failed'; readonly detail: string };

/**
 * Takes an image in, in a process of its own that knows nothing of this one's environment and is killed when it takes too
 * long or too much memory. Whatever the file does, this process continues.
 */
export function inspectInChild(job: ImageJob, limits: ChildLimits = {}): Promise<ChildOutcome> {
  const { milliseconds = DEFAULTS.milliseconds, heapMegabytes = DEFAULTS.heapMegabytes, residentMegabytes = DEFAULTS.residentMegabytes } = limits;
  const entry = limits.entry ?? new URL('./inspect-process.js', import.meta.url);
  return new Promise((resolve) => {
    let outcome: ChildOutcome | undefined;
    const child = new ChildHost({ entry, heapMegabytes, onMessage: (raw) => { outcome ??= imageAnswer.safeParse(raw).data ?? { state: 'limit' }; } });
    const release = child.limit({ milliseconds, residentMegabytes, watchEveryMilliseconds: WATCH_EVERY_MILLISECONDS }, () => {
      outcome ??= { state: 'limit' };
      child.kill();
    });
    void child.ended.then(({ detail, wasReady }) => {
      release();
      resolve(outcome ?? (wasReady ? { state: 'limit' } : { state: 'failed', detail: `ended with ${detail}` }));
    });
    child.send(job);
  });
}
