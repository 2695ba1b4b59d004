import type { Clock, Millis } from '../../kernel/clock.js';
import { derivedId, type TaskId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import { defined } from '../../kernel/defined.shared.js';
import { FORMS } from '../procedures/params.shared.js';
import { planOf } from '../procedures/plan.shared.js';
import { HOUSE } from '../publishing/authors.js';
import { decidePublication, type Publication, type PublishRefusal } from '../publishing/publication.js';
import { publicationOf } from '../publishing/work.stored.js';
import { publish } from '../tasks/task.js';
import type { Held, Made, Succeeded } from '../tasks/task.state.js';
import type { TaskStore } from '../tasks/task.store.js';
import type { HousePost } from './posts.js';

/** A post's file in the formats of results: PNG, or MP4 with a PNG poster. */
export interface HouseFile {
  readonly bytes: Uint8Array;
  readonly poster?: Uint8Array;
}

export interface HouseDeps {
  readonly tasks: Pick<TaskStore, 'get' | 'getMany' | 'create' | 'change'>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly clock: Clock;
  readonly read: (post: HousePost) => Promise<HouseFile>;
  /** Whether Explore lists no work. */
  readonly isEmpty: () => Promise<boolean>;
  /** Whether the process is about to end: no further post is begun. */
  readonly isStopping: () => boolean;
}

/** The task of a post. The same name always gives the same task, so a post is created once. */
export const houseTaskId = (name: string): TaskId => derivedId('house-post', name) as TaskId; // a task's id by definition

/**
 * Publishes the posts of the house on an installation whose Explore is empty. A post that exists in any state is never
 * published again, so one that a moderator removed stays removed. After a crash the next start completes what is
 * missing.
 * @param posts newest first
 * @returns how many became public
 * @throws StoreUnavailable
 */
export async function publishHousePosts(deps: HouseDeps, posts: readonly HousePost[]): Promise<number> {
  const known = new Map(
    (await deps.tasks.getMany(posts.map(({ name }) => houseTaskId(name)))).map((one) => [one.id, one]),
  );
  if (known.size === 0 && !(await deps.isEmpty())) return 0;
  const now = deps.clock.now();
  let published = 0;
  for (const [index, post] of posts.entries()) {
    if (deps.isStopping()) break;
    const id = houseTaskId(post.name);
    const found = known.get(id)?.document;
    if (found === undefined) await createPost(deps, post, now - index * 1_000);
    else if (publicationOf(found, 0) !== undefined) continue;
    if (await publishPost(deps, id, post.title, now - index * 1_000)) published += 1;
  }
  return published;
}

async function createPost({ tasks, blobs, read }: HouseDeps, post: HousePost, at: Millis): Promise<void> {
  const id = houseTaskId(post.name);
  const { bytes, poster } = await read(post);
  const reference = `task:${id}:0:1`;
  const whole = await held(blobs, bytes, reference);
  const still = poster === undefined ? undefined : await held(blobs, poster, `${reference}:poster`);
  // A conflict is another process with the same post.
  await tasks.create(houseTask(post, { ...whole, ...defined({ poster: still }) }, at));
}

async function held(blobs: HouseDeps['blobs'], bytes: Uint8Array, reference: string): Promise<Held> {
  const { hash, size } = await blobs.put(bytes, reference);
  return { hash: hash satisfies BlobHash, reference, bytes: size };
}

/** The finished creation of a post: free, settled, and without a hold. */
export function houseTask(
  { name, prompt, seed, params }: HousePost,
  file: Held & Pick<Made, 'poster'>,
  at: Millis,
): Succeeded {
  const form = FORMS[params.procedure];
  const [model] = form.models;
  if (model === undefined) throw new RangeError(`${params.procedure} has no model`);
  const planned = planOf(params, [], model.longSide);
  if (!planned.ok) throw new RangeError(`${name} has no plan: ${planned.error.identifier}`);
  const { media, width, height, seconds } = planned.value;
  const size = { width, height, ...(media === 'video' ? { seconds } : {}) };
  return {
    id: houseTaskId(name),
    owner: HOUSE,
    payer: HOUSE,
    fingerprint: 'house',
    input: { prompt, negativePrompt: '', model: model.id, count: 1, seed },
    params,
    sources: [],
    media,
    width,
    height,
    seconds,
    price: { amount: 0, base: 0, perOutput: 0, version: 0 },
    eligibility: 'free-models',
    parallel: 1,
    lane: 'free',
    marked: false,
    createdAt: at,
    changedAt: at,
    deadlineAt: at,
    hidden: false,
    status: 'succeeded',
    attempt: 1,
    lost: 0,
    startedAt: at,
    finishedAt: at,
    outputs: [{ state: 'ready', seed, type: media === 'video' ? 'video/mp4' : 'image/png', ...size, ...file }],
    settlement: { state: 'settled', captured: 0, at },
    unsureHold: false,
  };
}

/** Submits and approves a post in one write, by the rules of every work. */
async function publishPost({ tasks }: HouseDeps, id: TaskId, title: string, at: Millis): Promise<boolean> {
  let isPublished = false;
  const changed = await tasks.change(id, (task): Result<typeof task, PublishRefusal> => {
    isPublished = false;
    if (task.status !== 'succeeded' || publicationOf(task, 0) !== undefined) return ok(task);
    const decided = publicationAt(title, at);
    if (!decided.ok) return decided;
    isPublished = true;
    return ok(publish(task, 0, decided.value, at));
  });
  return changed.ok && isPublished;
}

function publicationAt(title: string, at: Millis): Result<Publication, PublishRefusal> {
  const submitted = decidePublication(
    undefined,
    { kind: 'submit', title, sharing: 'recipe', visibility: 'public' },
    { owner: true, moderator: false },
    at,
  );
  return submitted.ok
    ? decidePublication(
        submitted.value,
        { kind: 'approve', round: submitted.value.round },
        { owner: false, moderator: true },
        at,
      )
    : submitted;
}
