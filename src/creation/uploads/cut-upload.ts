import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, type Result } from '../../kernel/result.js';
import type { SourceRef } from '../procedures/request.shared.js';
import { findMedia, sourceGoneError } from '../tasks/submit/sources.js';
import { TaskStore } from '../tasks/task.store.js';
import { cutOf, cuttingRefused, notOfKind, type Cutting } from './cutting.shared.js';
import type { UploadView } from './upload.shared.js';
import { Uploads } from './uploads.js';

/**
 * Crops an image or trims a video of the user's, uploaded or created here, and keeps the part as an upload. Errors:
 * IMAGE_NOT_FOUND, VIDEO_NOT_FOUND, INPUT_INVALID_FOR_SERVICE {input: 'file', reason: 'not-a-image' | 'not-a-video' |
 * 'trim-too-large' | one of `cuttingRefused`}, and those of any upload. The signal aborts when the client disconnects;
 * nothing is kept then.
 */
export class CutUpload extends Command<Result<UploadView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly ref: SourceRef,
    readonly cutting: Cutting,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

@CommandHandler(CutUpload)
export class CutUploadHandler implements ICommandHandler<CutUpload> {
  constructor(
    private readonly tasks: TaskStore,
    private readonly uploads: Uploads,
  ) {}

  async execute({ owner, ref, cutting, signal }: CutUpload): Promise<Result<UploadView, ProductError>> {
    const kind = cutOf(cutting.kind);
    const media = await findMedia({ tasks: this.tasks, uploads: this.uploads }, owner, ref);
    if (!media.ok) return err(sourceGoneError(kind, kind === 'video' ? 'video' : 'image'));
    if (media.value.kind !== kind) return err(notOfKind(cutting.kind));
    const refused = cuttingRefused(cutting, media.value);
    return refused === undefined ? this.uploads.cut(owner, media.value, cutting, signal) : err(refused);
  }
}
