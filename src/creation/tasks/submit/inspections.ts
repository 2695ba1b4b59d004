import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { z } from 'zod';
import type { Inspection } from '../../../engine/inspection.shared.js';
import type { Inspector } from '../../../engine/local/inspect/inspector.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Blobs } from '../../../platform/blobs/port.js';
import type { RateLimit } from '../../../platform/rate-limit/port.js';
import { RATE_LIMIT } from '../../../platform/tokens.js';
import { sourceRef } from '../../procedures/request.shared.js';
import { Uploads } from '../../uploads/uploads.js';
import { FORMS, isProcedure, slotOf, SOURCE_ROLES, type ProcedureName } from '../task.shared.js';
import type { Source } from '../task.js';
import { TaskStore } from '../task.store.js';
import { findMedia } from './sources.js';

/** Maximum verdicts kept, for all users. */
const KEPT = 1_000;
/** As often as someone chooses images quickly; an inspection takes up to a few seconds. */
const LIMIT = { limit: 60, windowMs: 60_000 } as const;

/** A form and a submission wait no longer, also in the queue: the run checks the image again. */
const WAIT_MS = 30_000;

type Inspected = Pick<Source, 'hash' | 'type' | 'role'>;

/** Inspects sources for the local engine, and keeps the verdicts by content, so that a submission repeats none. */
export class Inspections {
  private readonly kept = new Map<string, Promise<Inspection>>();

  constructor(private readonly deps: { readonly inspector: Pick<Inspector, 'inspect'>; readonly blobs: Pick<Blobs, 'read'> }) {}

  /**
   * Whether the local engine can use a source. A source without requirements, a video, and an image that could not be
   * inspected pass: the run checks them again.
   */
  async of(procedure: ProcedureName, { hash, type, role }: Inspected): Promise<Inspection> {
    const need = FORMS[procedure].needs?.[slotOf(role)];
    if (need === undefined || !type.startsWith('image/')) return {};
    const key = `${hash} ${need} ${role}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const inspection = this.look(hash, need, role).catch((): Inspection => {
      this.kept.delete(key);
      return {};
    });
    this.kept.set(key, inspection);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    return inspection;
  }

  /** The first refusal among a task's sources. */
  async refusalOf(procedure: ProcedureName, sources: readonly Inspected[]): Promise<ProductError | undefined> {
    for (const source of sources) {
      const { refusal } = await this.of(procedure, source);
      if (refusal !== undefined) return productError(refusal.identifier, refusal.params);
    }
    return undefined;
  }

  private async look(hash: Source['hash'], need: Parameters<Inspector['inspect']>[1], role: string): Promise<Inspection> {
    const content = await this.deps.blobs.read(hash);
    if (content === undefined) throw new Error('the image is gone');
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    return this.deps.inspector.inspect(Buffer.concat(parts), need, role, AbortSignal.timeout(WAIT_MS));
  }
}

/** `task.inspectSource`: one of the caller's images, and the form slot in which it would be used. */
export const inspectInput = z.object({ procedure: z.string().max(64).refine(isProcedure), role: z.enum(SOURCE_ROLES), source: sourceRef });

/** Whether the local engine can use an image. Errors: IMAGE_NOT_FOUND, AI_RATE_LIMIT {seconds}. Nothing is stored. */
export class InspectSource extends Query<Result<Inspection, ProductError>> {
  constructor(readonly owner: UserId, readonly input: z.infer<typeof inspectInput>) {
    super();
  }
}

@QueryHandler(InspectSource)
export class InspectSourceHandler implements IQueryHandler<InspectSource> {
  constructor(private readonly inspections: Inspections, private readonly tasks: TaskStore, private readonly uploads: Uploads, @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit) {}

  async execute({ owner, input: { procedure, role, source } }: InspectSource): Promise<Result<Inspection, ProductError>> {
    const counted = await this.rateLimit.take(`inspect:${owner}`, LIMIT);
    if (!counted.allowed) return err(productError('AI_RATE_LIMIT', { seconds: Math.ceil(counted.retryAfterMs / 1_000) }));
    const media = await findMedia({ tasks: this.tasks, uploads: this.uploads }, owner, source);
    return media.ok ? ok(await this.inspections.of(procedure, { ...media.value, role })) : media;
  }
}
