import { Inject } from '@nestjs/common';
import { Command, CommandHandler, CommandBus, type ICommandHandler } from '@nestjs/cqrs';
import sharp from 'sharp';
import { SetAvatar } from '../../identity/index.js';
import { AVATAR_SIDE } from '../../identity/profile/profile.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { BLOBS, RATE_LIMIT } from '../../platform/tokens.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import { SizedImages } from './media.js';
import { findMedia } from '../tasks/submit/sources.js';
import type { SourceRef } from '../tasks/task.shared.js';
import { TaskStore } from '../tasks/task.store.js';
import { Uploads } from '../uploads/uploads.js';

/**
 * Sets one of the user's images, uploaded or created here, as their avatar. Errors: TOO_MANY_ATTEMPTS {seconds},
 * IMAGE_NOT_FOUND, INPUT_INVALID_FOR_SERVICE {input, reason: 'not-a-picture'}.
 */
export class ChooseAvatar extends Command<Result<{ readonly image: string }, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly ref: SourceRef,
  ) {
    super();
  }
}

const QUALITY = 86;
/** Avatar changes per user: each one decodes and encodes an image. */
const RATE = { limit: 10, windowMs: 60_000 } as const;
const notFound = (): { readonly ok: false; readonly error: ProductError } => err(productError('IMAGE_NOT_FOUND'));

/**
 * The central square of an image as WebP.
 * @returns undefined if the blob does not exist
 */
async function squareOf(
  blobs: Pick<Blobs, 'read'>,
  hash: Parameters<Blobs['read']>[0],
): Promise<Uint8Array | undefined> {
  const content = await blobs.read(hash);
  if (content === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return sharp(Buffer.concat(parts))
    .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer();
}

@CommandHandler(ChooseAvatar)
export class ChooseAvatarHandler implements ICommandHandler<ChooseAvatar> {
  private readonly choosing = new KeyedMutex<UserId>();

  constructor(
    private readonly tasks: TaskStore,
    private readonly uploads: Uploads,
    private readonly sized: SizedImages,
    private readonly commands: CommandBus,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
  ) {}

  async execute({ owner, ref }: ChooseAvatar): Promise<Result<{ readonly image: string }, ProductError>> {
    const rate = await this.rateLimit.take(`avatar:${owner}`, RATE);
    if (!rate.allowed) return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
    // One at a time per owner, so that nobody takes every permit.
    return this.choosing.run(owner, () => this.choose(owner, ref));
  }

  private async choose(owner: UserId, ref: SourceRef): Promise<Result<{ readonly image: string }, ProductError>> {
    const media = await findMedia({ tasks: this.tasks, uploads: this.uploads }, owner, ref);
    if (!media.ok) return notFound();
    if (media.value.kind !== 'image')
      return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'not-a-picture' }));
    const square = await this.sized.semaphore.run(owner, () => squareOf(this.blobs, media.value.hash));
    if (square === undefined) return notFound();
    const user = await this.commands.execute(new SetAvatar(owner, square));
    return user?.image == null ? notFound() : ok({ image: user.image });
  }
}
