import { ChildHost } from '../../../platform/concurrency/child-host.js';
import { imageAnswer, type ImageAnswer, type ImageJob } from './job.js';

export interface ChildLimits {
  /** The compiled child, `inspect-process.js`; default: the one next to this file. */
  readonly entry?: URL;
  /** Limit of wall time, including the start of the process. */
  readonly milliseconds?: number;
  /** Limits of the JavaScript heap and of resident memory. */
  readonly heapMegabytes?: number;
  readonly residentMegabytes?: number;
}

const DEFAULTS = { milliseconds: 60_000, heapMegabytes: 384, residentMegabytes: 1_024 } as const;
const WATCH_EVERY_MILLISECONDS = 100;

/**
 * Outcome: an answer; `limit` if the child was killed for time or memory or crashed on its input; `failed` if it never
 * started.
 */
export type ChildOutcome =
  ImageAnswer | { readonly state: 'limit' } | { readonly state: 'failed'; readonly detail: string };

/**
 * Takes an image in, in a child process with an empty environment, which is killed if it takes too long or too much
 * memory. A hostile file cannot affect this process.
 */
export function inspectInChild(job: ImageJob, limits: ChildLimits = {}): Promise<ChildOutcome> {
  const {
    milliseconds = DEFAULTS.milliseconds,
    heapMegabytes = DEFAULTS.heapMegabytes,
    residentMegabytes = DEFAULTS.residentMegabytes,
  } = limits;
  const entry = limits.entry ?? new URL('./inspect-process.js', import.meta.url);
  return new Promise((resolve) => {
    let outcome: ChildOutcome | undefined;
    const child = new ChildHost({
      entry,
      heapMegabytes,
      onMessage: (raw) => {
        outcome ??= imageAnswer.safeParse(raw).data ?? { state: 'limit' };
      },
    });
    const release = child.limit(
      { milliseconds, residentMegabytes, watchEveryMilliseconds: WATCH_EVERY_MILLISECONDS },
      () => {
        outcome ??= { state: 'limit' };
        child.kill();
      },
    );
    void child.ended.then(({ detail, wasReady }) => {
      release();
      resolve(outcome ?? (wasReady ? { state: 'limit' } : { state: 'failed', detail: `ended with ${detail}` }));
    });
    child.send(job);
  });
}
