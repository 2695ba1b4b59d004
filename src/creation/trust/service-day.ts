import type { Millis } from '../../kernel/clock.js';
import type { Task } from '../tasks/task.state.js';
import { ENOUGH, type TrustFigures } from './trust.shared.js';

/** Waiting times by step of `stepOf`: how many creations waited so long. */
export type Waits = Readonly<Record<string, number>>;

/** Creations that ended on one day. */
export interface ServiceDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly finished: number;
  readonly failed: number;
  readonly image: Waits;
  readonly video: Waits;
  /** The last tasks counted, so that a message which is delivered again counts nothing. */
  readonly counted: readonly string[];
}

/** How an ended task counts. */
export interface Outcome {
  readonly key: string;
  readonly day: string;
  /** Of a finished creation: what it made, and milliseconds from the request to the result. */
  readonly made?: { readonly media: 'image' | 'video'; readonly waited: Millis };
}

/** Ends between two deliveries of the same message, which is repeated within seconds, stay far below this. */
const REMEMBERED = 2_000;
/** Each step is a tenth longer than the one before, so its middle is within five percent of every time in it. */
const RATIO = 1.1;

/** The step of a waiting time. Times below one second are in the first. @param ms milliseconds */
export const stepOf = (ms: Millis): number => Math.floor(Math.log(Math.max(ms, 1_000) / 1_000) / Math.log(RATIO));

/** The middle of a step in milliseconds. */
const middleOf = (step: number): Millis => Math.round(1_000 * RATIO ** (step + 0.5));

/**
 * How a task counts. Failures are tasks that failed or reached their deadline. Those cancelled by their owners and
 * those refused before work began are neither finished nor failed.
 * @returns undefined for a task that does not count
 */
export function outcomeOf(task: Task): Outcome | undefined {
  switch (task.status) {
    case 'succeeded':
      return { ...ending(task), made: { media: task.media, waited: task.finishedAt - task.createdAt } };
    case 'failed':
      return task.attempt > 0 ? ending(task) : undefined;
    case 'canceled':
      return task.reason === 'deadline' ? ending(task) : undefined;
    case 'reserving':
    case 'queued':
    case 'processing':
      return undefined;
    default:
      return task satisfies never;
  }
}

/** The end of a random id tells tasks apart as well as all of it. */
const ending = ({ id, finishedAt }: { readonly id: string; readonly finishedAt: Millis }) => ({
  key: id.slice(-12),
  day: new Date(finishedAt).toISOString().slice(0, 10),
});

/** A day with an ended creation added; the same day if it has been counted already. */
export function counted(before: ServiceDay | undefined, { key, day, made }: Outcome): ServiceDay {
  const known = before ?? { day, finished: 0, failed: 0, image: {}, video: {}, counted: [] };
  if (known.counted.includes(key)) return known;
  return {
    ...known,
    ...(made === undefined
      ? { failed: known.failed + 1 }
      : { finished: known.finished + 1, [made.media]: plus(known[made.media], { [stepOf(made.waited)]: 1 }) }),
    counted: [...known.counted, key].slice(-REMEMBERED),
  };
}

function plus(a: Waits, b: Waits): Waits {
  const sum: Record<string, number> = { ...a };
  for (const [step, count] of Object.entries(b)) sum[step] = (sum[step] ?? 0) + count;
  return sum;
}

/** The figures of several days. */
export function sumOfDays(days: readonly ServiceDay[]): Pick<TrustFigures, 'finished' | 'failed' | 'waits'> {
  const sum = (of: 'finished' | 'failed'): number => days.reduce((total, day) => total + day[of], 0);
  const waits = (of: 'image' | 'video') => waitsOf(days.reduce<Waits>((all, day) => plus(all, day[of]), {}));
  return { finished: sum('finished'), failed: sum('failed'), waits: { image: waits('image'), video: waits('video') } };
}

function waitsOf(waits: Waits): TrustFigures['waits']['image'] {
  const all = Object.values(waits).reduce((total, count) => total + count, 0);
  return all < ENOUGH ? null : { median: quantile(waits, 0.5), p95: quantile(waits, 0.95) };
}

/**
 * The waiting time that a share of creations did not exceed (nearest rank), in milliseconds, to about five percent.
 * @param waits of one creation or more
 * @param share above 0, to 1
 */
export function quantile(waits: Waits, share: number): Millis {
  const steps = Object.entries(waits)
    .map(([step, count]) => [Number(step), count] as const)
    .sort(([a], [b]) => a - b);
  let left = Math.ceil(steps.reduce((total, [, count]) => total + count, 0) * share);
  for (const [step, count] of steps) {
    left -= count;
    if (left <= 0) return middleOf(step);
  }
  throw new Error('there are no waiting times');
}
