import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import { allowed } from '../../platform/rate-limit/allowed.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { CheckSource } from '../tasks/submit/media-check.js';
import { textsOf } from '../procedures/params.shared.js';
import type { TaskSignals } from '../tasks/signals.js';
import { hasEnded, isGone, publish } from '../tasks/task.js';
import type { Made, Succeeded, Task } from '../tasks/task.state.js';
import type { TaskStore } from '../tasks/task.store.js';
import { moderateTexts, type TextAuthor, type TextChecks } from '../tasks/submit/words-check.js';
import { decidePublication, isListed, maySee, type Choice, type Party, type PublishCommand } from './publication.js';
import { readWorkId } from './work.shared.js';
import { publicationOf } from './work.stored.js';
import type { FoundWork } from './work.view.js';

export interface WorksDeps extends TextChecks {
  readonly tasks: TaskStore;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly checkSource: CheckSource;
  /** Why an author may not publish; undefined if they may. */
  readonly refusalOf: (author: UserId) => Promise<ProductError | undefined>;
}

/** One output of a task. */
export interface OutputRef {
  readonly taskId: TaskId;
  readonly index: number;
}

/** The caller; `id` is absent without a session. */
export interface Viewer {
  readonly id?: UserId;
  readonly moderator: boolean;
}

/** A moderator's decision on a work. */
export type Verdict = Exclude<PublishCommand, { readonly kind: 'submit' | 'withdraw' | 'list' | 'ask' }>;

/** Submissions per user: each one has its texts and image moderated. */
const RATE = { limit: 10, windowMs: 60_000 } as const;
/** Changes of visibility and surcharge per user: each one writes the work and its entry in Explore. */
const LISTINGS = { limit: 30, windowMs: 60_000 } as const;

/** A ready output of a succeeded task. */
interface Publishable extends OutputRef {
  readonly task: Succeeded;
  readonly made: Made;
}

/**
 * Publication of users' works, and its review.
 * @throws StoreUnavailable from every call
 */
export class Works {
  constructor(private readonly deps: WorksDeps) {}

  /**
   * Submits one output for publication. Harmful content is refused at once, everything else waits for a moderator.
   * @param user their id and interface language
   * @returns TASK_NOT_FOUND, PUBLISHED_PERMISSION_ERROR for another user's published work, VIDEO_PROCESSING until it
   * has ended, IMAGE_NOT_FOUND or VIDEO_NOT_FOUND for a failed output, PUBLISH_STATUS_ERROR, PUBLISH_STATUS_PROTECTED,
   * TOO_MANY_ATTEMPTS {seconds}, AUTHOR_BANNED, PUBLISHING_RESTRICTED {days}, ILLEGAL_CONTENT {input, category?,
   * words?, refusal?, appeal?}, UNEXPECTED_MODERATION
   */
  async submit(user: TextAuthor, place: OutputRef, choice: Choice): Promise<Result<Versioned<Task>, ProductError>> {
    const command: PublishCommand = { kind: 'submit', ...choice };
    const found = await this.own(user.id, place);
    if (!found.ok) return found;
    const sanction = await this.deps.refusalOf(user.id);
    if (sanction !== undefined) return err(sanction);
    const outcome = this.decided(found.value, command, { owner: true, moderator: false });
    if (!outcome.ok) return outcome;
    // A repeated submission is not moderated again.
    if (outcome.value === found.value.task)
      return this.change(place, command, (task) => ({ owner: task.owner === user.id, moderator: false }));
    const rate = await allowed(this.deps.rateLimit, `publish:${user.id}`, RATE);
    if (!rate.ok) return rate;
    const passed = await this.moderate(found.value, choice, user);
    return passed.ok
      ? this.change(place, command, (task) => ({ owner: task.owner === user.id, moderator: false }))
      : passed;
  }

  /**
   * Withdraws a work from review or from publication, or changes the visibility or the surcharge of a published one.
   * @returns as `submit`, without the errors of moderation
   */
  async revise(
    owner: UserId,
    place: OutputRef,
    command: Extract<PublishCommand, { readonly kind: 'withdraw' | 'list' | 'ask' }>,
  ): Promise<Result<Versioned<Task>, ProductError>> {
    const rate =
      command.kind === 'withdraw' ? ok(undefined) : await allowed(this.deps.rateLimit, `list:${owner}`, LISTINGS);
    if (!rate.ok) return rate;
    const isOffer =
      (command.kind === 'list' && command.visibility === 'public') || (command.kind === 'ask' && command.surcharge > 0);
    const sanction = isOffer ? await this.deps.refusalOf(owner) : undefined;
    if (sanction !== undefined) return err(sanction);
    const found = await this.own(owner, place);
    return found.ok
      ? this.change(place, command, (task) => ({ owner: task.owner === owner, moderator: false }))
      : found;
  }

  /**
   * Applies a moderator's decision, also to what is in the trash.
   * @returns the work; TASK_NOT_FOUND, also if moderators do not see it after the decision;
   * PUBLISH_OWN_WORK, PUBLISH_STATUS_ERROR, PUBLISH_STATUS_PROTECTED
   */
  async judge(moderator: UserId, workId: string, verdict: Verdict): Promise<Result<FoundWork, ProductError>> {
    const place = placeOf(workId);
    if (place === undefined) return notFound();
    const changed = await this.change(place, verdict, (task) => ({ owner: task.owner === moderator, moderator: true }));
    if (!changed.ok) return changed;
    const found = seen(changed.value.document, place, { id: moderator, moderator: true });
    return found === undefined ? notFound() : ok(found);
  }

  /** Finds a work that the caller may see; undefined if they may not, or there is none. */
  async find(workId: string, viewer: Viewer): Promise<FoundWork | undefined> {
    const place = placeOf(workId);
    const found = place && (await this.deps.tasks.get(place.taskId));
    return place && found && seen(found.document, place, viewer);
  }

  /** The works among these that Explore lists, in the given order. */
  async findListed(workIds: readonly string[]): Promise<readonly FoundWork[]> {
    return (await this.findPublished(workIds)).filter(({ publication }) => isListed(publication));
  }

  /** The works among these that everybody may see, in the given order. */
  async findPublished(workIds: readonly string[]): Promise<readonly FoundWork[]> {
    const places = workIds.flatMap((id) => placeOf(id) ?? []);
    const tasks = await this.deps.tasks.getMany([...new Set(places.map(({ taskId }) => taskId))]);
    const byId = new Map(tasks.map(({ document }) => [document.id, document]));
    return places.flatMap((place) => {
      const task = byId.get(place.taskId);
      return (task && seen(task, place, { moderator: false })) ?? [];
    });
  }

  /**
   * Works under review, longest wait first.
   * @param limit maximum number of creations to search
   * @throws InvalidCursor
   */
  async waiting(
    moderator: UserId,
    limit: number,
    after?: string,
  ): Promise<{ readonly works: readonly FoundWork[]; readonly next?: string }> {
    const { items, next } = await this.deps.tasks.inReview(limit, after);
    const works = items.flatMap(({ document: task }) =>
      outputsOf(task).flatMap((index) => {
        const found = seen(task, { taskId: task.id, index }, { id: moderator, moderator: true });
        return found?.publication.status === 'in_review' ? [found] : [];
      }),
    );
    return { works, ...defined({ next }) };
  }

  /** Withdraws all works of a user who has left. Idempotent. */
  async withdrawAll(owner: UserId): Promise<void> {
    for await (const { document: task } of this.deps.tasks.changedSince(owner, -1)) {
      for (const index of outputsOf(task)) {
        const status = publicationOf(task, index)?.status;
        // A work decided on meanwhile is handled by the next delivery of the same message, if necessary.
        if (status === 'in_review' || status === 'published')
          await this.change({ taskId: task.id, index }, { kind: 'withdraw' }, (now) => ({
            owner: now.owner === owner,
            moderator: false,
          }));
      }
    }
  }

  private async own(owner: UserId, place: OutputRef): Promise<Result<Publishable, ProductError>> {
    const found = await this.deps.tasks.get(place.taskId);
    if (found === undefined || found.document.hidden) return notFound();
    const task = found.document;
    if (task.owner !== owner)
      return publicationOf(task, place.index)?.status === 'published'
        ? err(productError('PUBLISHED_PERMISSION_ERROR'))
        : notFound();
    return publishable(task, place);
  }

  private decided({ task, index }: Publishable, command: PublishCommand, by: Party): Result<Succeeded, ProductError> {
    const now = this.deps.clock.now();
    const before = publicationOf(task, index);
    const decided = decidePublication(before, command, by, now);
    if (!decided.ok) return err(productError(decided.error));
    return ok(decided.value === before ? task : publish(task, index, decided.value, now));
  }

  /** @param partyOf the caller's relation to the task in its current state */
  private async change(
    place: OutputRef,
    command: PublishCommand,
    partyOf: (task: Task) => Party,
  ): Promise<Result<Versioned<Task>, ProductError>> {
    const changed = await this.deps.tasks.change(place.taskId, (task): Result<Task, ProductError> => {
      const by = partyOf(task);
      // What is in the trash can come back, so moderators' decisions hold there too.
      if (by.moderator ? isGone(task) : task.hidden) return notFound();
      const found = publishable(task, place);
      if (!found.ok) return found;
      const decided = this.decided(found.value, command, by);
      if (!decided.ok || !task.hidden) return decided;
      // Works in the trash stay withdrawn, also when a removal is lifted.
      const asOwner: Party = { owner: true, moderator: false };
      const kept = this.decided({ ...found.value, task: decided.value }, { kind: 'withdraw' }, asOwner);
      return kept.ok ? kept : decided;
    });
    if (!changed.ok) return changed.error === 'missing' ? notFound() : err(changed.error);
    this.deps.signals.changed(changed.value.document, 'document');
    return changed;
  }

  /**
   * Moderates title, texts and media by today's rules, because a result that was allowed when created may not be fit
   * for publication.
   */
  private async moderate(
    { task, made }: Publishable,
    { title }: Choice,
    user: TextAuthor,
  ): Promise<Result<void, ProductError>> {
    const { input, params } = task;
    const said = [
      ['title', title] as const,
      ['prompt', input.prompt] as const,
      ['negativePrompt', input.negativePrompt] as const,
      ...textsOf(params),
    ].filter(([, text]) => text !== '');
    const words = await moderateTexts(this.deps, user, said);
    if (!words.ok) return illegal(words.error);
    const shown = await this.deps.checkSource(
      { ...made, role: made.type === 'image/png' ? 'image' : 'video' },
      'after',
    );
    return shown.ok ? shown : illegal(shown.error);
  }
}

const notFound = (): Result<never, ProductError> => err(productError('TASK_NOT_FOUND'));

/**
 * Turns a refusal by moderation into ILLEGAL_CONTENT, because content allowed in private may not be published. A
 * failure to moderate is returned unchanged.
 */
function illegal({ identifier, params }: ProductError): Result<never, ProductError> {
  return err(
    identifier === 'UNEXPECTED_MODERATION' ? productError(identifier) : productError('ILLEGAL_CONTENT', params),
  );
}

function placeOf(workId: string): OutputRef | undefined {
  const read = readWorkId(workId);
  // An id from outside; it is only compared.
  return read && { taskId: read.taskId as TaskId, index: read.index };
}

const outputsOf = (task: Task): readonly number[] =>
  task.status === 'reserving' ? [] : task.outputs.map((_, index) => index);

function publishable(task: Task, { taskId, index }: OutputRef): Result<Publishable, ProductError> {
  if (!hasEnded(task)) return err(productError('VIDEO_PROCESSING'));
  const output = task.outputs[index];
  if (task.status !== 'succeeded' || output?.state !== 'ready')
    return err(productError(task.media === 'video' ? 'VIDEO_NOT_FOUND' : 'IMAGE_NOT_FOUND'));
  return ok({ taskId, index, task, made: output });
}

/** The works among a task's outputs that everybody may see. */
export const publishedWorks = (task: Task): readonly FoundWork[] =>
  outputsOf(task).flatMap((index) => seen(task, { taskId: task.id, index }, { moderator: false }) ?? []);

function seen(task: Task, { index }: OutputRef, viewer: Viewer): FoundWork | undefined {
  if (task.hidden || task.status !== 'succeeded') return undefined;
  const output = task.outputs[index];
  if (output?.state !== 'ready' || output.publication === undefined) return undefined;
  const by: Party = { owner: task.owner === viewer.id, moderator: viewer.moderator };
  return maySee(output.publication, by)
    ? { task, index, made: output, publication: output.publication, by }
    : undefined;
}
