import { Inject, type OnApplicationShutdown } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { Logs } from '../platform/http/logs.js';
import { LOGGER } from '../platform/tokens.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import type { ImageCheck } from './image-check/port.js';
import { IMAGE_MODERATION } from './image-check/tokens.js';
import { Verdicts } from './image-check/verdicts.js';
import { actionOf, ruleOf, type MediaRule } from './policy/policy.shared.js';
import { PolicyStore } from './policy/policy.store.js';

/** How often an image is tried before the check fails. */
const TRIES = 2;

/** The subject of a check: an input of a creation, by its field in the form, or a result. */
export type Judged = { readonly kind: 'input'; readonly input: string } | { readonly kind: 'result' };

/**
 * Checks whether an image or video may be used or shown. Refused with SENSITIVE_IMAGE {input} or, for a result,
 * SENSITIVE_CONTENT; with UNEXPECTED_MODERATION {input?} when judging failed twice, because unchecked content must not
 * pass. The answer throws StoreUnavailable, and the signal's reason.
 */
export class CheckMedia extends Query<Result<void, ProductError>> {
  constructor(
    /** SHA-256 of the content, so that the same bytes are judged only once. */
    readonly hash: string,
    readonly judged: Judged,
    /** The rule of the policy that applies. */
    readonly rule: MediaRule,
    /** The image file, or some frames of a video; called only when the hash is unknown. */
    readonly images: () => Promise<readonly Uint8Array[]>,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(CheckMedia)
export class CheckMediaHandler implements IQueryHandler<CheckMedia>, OnApplicationShutdown {
  constructor(
    @Inject(IMAGE_MODERATION) private readonly images: ImageCheck,
    private readonly verdicts: Verdicts,
    private readonly policy: PolicyStore,
    @Inject(LOGGER) private readonly logs: Logs,
  ) {}

  async execute(query: CheckMedia): Promise<Result<void, ProductError>> {
    const { hash, judged } = query;
    const score = (await this.verdicts.find(this.images.name, hash)) ?? (await this.judge(query));
    if (score === undefined)
      return err(productError('UNEXPECTED_MODERATION', judged.kind === 'input' ? { input: judged.input } : {}));
    const rule = ruleOf((await this.policy.current()).content, query.rule);
    if (actionOf(rule, score) !== 'refuse') return ok(undefined);
    return err(
      judged.kind === 'input'
        ? productError('SENSITIVE_IMAGE', { input: judged.input })
        : productError('SENSITIVE_CONTENT'),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.images.close();
  }

  /** @returns the score, 0 to 100 */
  private async judge(query: CheckMedia): Promise<number | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        const score = await this.look(query);
        await this.verdicts.keep(this.images.name, query.hash, score);
        return score;
      } catch (error) {
        query.signal?.throwIfAborted();
        if (error instanceof StoreUnavailable) throw error;
        // Logs the error but nothing about the content.
        this.logs.error({ err: error, judged: query.judged.kind, tries }, 'an image could not be moderated');
        if (tries === TRIES) return undefined;
      }
    }
  }

  /** Of the frames of a video, the worst one counts. @throws Error when there is no image to check */
  private async look({ images, signal }: CheckMedia): Promise<number> {
    const scored: number[] = [];
    for (const image of await images()) scored.push(await this.images.check(image, signal));
    if (scored.length === 0) throw new Error('there is no image to moderate');
    return Math.max(...scored);
  }
}
