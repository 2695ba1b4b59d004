import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { z } from 'zod';
import type { Inspection, InputNeed } from '../../../engine/inspection.shared.js';
import type { Inspector } from '../../../engine/local/inspect/inspector.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Blobs } from '../../../platform/blobs/port.js';
import { FairSemaphore, QueueFull, type FairSemaphoreOptions } from '../../../platform/concurrency/semaphore.js';
import type { RateLimit } from '../../../platform/rate-limit/port.js';
import { RATE_LIMIT } from '../../../platform/tokens.js';
import { optionalModelOf } from '../../procedures/models.shared.js';
import { sourceRef } from '../../procedures/request.shared.js';
import { Uploads } from '../../uploads/uploads.js';
import { FORMS, isProcedure, slotOf, SOURCE_ROLES, type ProcedureName } from '../task.shared.js';
import type { Source } from '../task.state.js';
import { TaskStore } from '../task.store.js';
import { findMedia } from './sources.js';

/** Maximum verdicts kept, for all users. */
const KEPT = 1_000;
/** As often as someone chooses images quickly; an inspection takes up to a few seconds. */
const LIMIT = { limit: 60, windowMs: 60_000 } as const;

/** A form and a submission wait no longer, also in the queue: the run checks the image again. */
const WAIT_MS = 30_000;

/** The inspector answers one question at a time. Somebody's form has at most a few images. */
const QUEUE: FairSemaphoreOptions = { permits: 1, maxWaitingPerKey: 6, maxWaiting: 200 };

type Inspected = Pick<Source, 'hash' | 'type' | 'role'>;

/** What a model needs of a source: a body whose joints it finds, where it works by these. */
const needOf = (need: InputNeed | undefined, model: string | undefined): InputNeed | undefined =>
  need === 'wearer' && model !== undefined && optionalModelOf(model) === 'movenet' ? 'posed-wearer' : need;

/** The file of a source is not there any more. */
class BlobGone extends Error {}

/**
 * Inspects sources for the local engine, fairly among their owners, and keeps the verdicts by content, so that a
 * submission repeats none.
 */
export class Inspections {
  private readonly kept = new Map<string, Promise<Inspection>>();
  private readonly queue: FairSemaphore;

  constructor(
    private readonly deps: { readonly inspector: Pick<Inspector, 'inspect'>; readonly blobs: Pick<Blobs, 'read'> },
    queue: FairSemaphoreOptions = QUEUE,
  ) {
    this.queue = new FairSemaphore(queue);
  }

  /**
   * Whether the local engine can use a source. A source without requirements, a video, and an image that could not be
   * inspected pass: the run checks them again.
   * @param model of the local engine, if one is chosen
   * @returns AI_RATE_LIMIT {seconds} if too many images of this owner wait already; IMAGE_NOT_FOUND {input} if its file
   *   is gone
   */
  async of(
    owner: UserId,
    procedure: ProcedureName,
    { hash, type, role }: Inspected,
    model?: string,
  ): Promise<Result<Inspection, ProductError>> {
    const need = needOf(FORMS[procedure].needs?.[slotOf(role)], model);
    if (need === undefined || !type.startsWith('image/')) return ok({});
    const key = `${hash} ${need} ${role}`;
    const inspection = this.kept.get(key) ?? this.look(owner, hash, need, role);
    this.kept.set(key, inspection);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    try {
      return ok(await inspection);
    } catch (error) {
      if (this.kept.get(key) === inspection) this.kept.delete(key);
      if (error instanceof QueueFull) return err(productError('AI_RATE_LIMIT', { seconds: WAIT_MS / 1_000 }));
      return error instanceof BlobGone ? err(productError('IMAGE_NOT_FOUND', { input: role })) : ok({});
    }
  }

  /** The first refusal among a task's sources. Errors as in `of`. */
  async refusalOf(
    owner: UserId,
    procedure: ProcedureName,
    sources: readonly Inspected[],
    model?: string,
  ): Promise<ProductError | undefined> {
    for (const source of sources) {
      const inspected = await this.of(owner, procedure, source, model);
      if (!inspected.ok) return inspected.error;
      const { refusal } = inspected.value;
      if (refusal !== undefined) return productError(refusal.identifier, refusal.params);
    }
    return undefined;
  }

  /** @throws QueueFull, BlobGone; what the inspector throws; the reason of the time limit */
  private look(
    owner: UserId,
    hash: Source['hash'],
    need: Parameters<Inspector['inspect']>[1],
    role: string,
  ): Promise<Inspection> {
    const { blobs, inspector } = this.deps;
    const limit = AbortSignal.timeout(WAIT_MS);
    const isOver = new Promise<never>((_, reject) => {
      limit.addEventListener(
        'abort',
        () => {
          reject(new Error('the inspection took too long'));
        },
        { once: true },
      );
    });
    const looked = this.queue.run(owner, async () => {
      limit.throwIfAborted();
      const content = await blobs.read(hash);
      if (content === undefined) throw new BlobGone();
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      return inspector.inspect(Buffer.concat(parts), need, role, limit);
    });
    return Promise.race([looked, isOver]);
  }
}

/** `task.inspectSource`: one of the caller's images, and the form slot in which it would be used. */
export const inspectInput = z.object({
  procedure: z.string().max(64).refine(isProcedure),
  role: z.enum(SOURCE_ROLES),
  source: sourceRef,
  /** The chosen model, which may need more of an image than others. */
  model: z.string().max(64).optional(),
});

/**
 * Whether the local engine can use an image. Errors: IMAGE_NOT_FOUND {input}, AI_RATE_LIMIT {seconds}. Nothing is
 * stored.
 */
export class InspectSource extends Query<Result<Inspection, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly input: z.infer<typeof inspectInput>,
  ) {
    super();
  }
}

@QueryHandler(InspectSource)
export class InspectSourceHandler implements IQueryHandler<InspectSource> {
  constructor(
    private readonly inspections: Inspections,
    private readonly tasks: TaskStore,
    private readonly uploads: Uploads,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
  ) {}

  async execute({
    owner,
    input: { procedure, role, source, model },
  }: InspectSource): Promise<Result<Inspection, ProductError>> {
    const counted = await this.rateLimit.take(`inspect:${owner}`, LIMIT);
    if (!counted.allowed)
      return err(productError('AI_RATE_LIMIT', { seconds: Math.ceil(counted.retryAfterMs / 1_000) }));
    const media = await findMedia({ tasks: this.tasks, uploads: this.uploads }, owner, source);
    return media.ok ? this.inspections.of(owner, procedure, { ...media.value, role }, model) : media;
  }
}
