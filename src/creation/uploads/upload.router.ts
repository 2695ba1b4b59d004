import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { CutUpload } from './cut-upload.js';
import { cropInput, trimInput } from './cutting.shared.js';
import { CreateUpload, DeleteUpload, FinishUpload, GetUpload, GetUploadRecipe } from './commands.js';
import { UPLOAD_LIMITS, uploadById, uploadFinish, uploadForm } from './upload.shared.js';

/** Dependencies of the router. */
export interface UploadRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/** Overhead of a form in bytes: boundaries, headers and the other field. */
const FORM_BYTES = 8_192;

/** `upload.*`: users' uploads. Larger files arrive at `/api/uploads/tus` and are finished here. */
export function createUploadRouter({ commands, queries }: UploadRouterDeps) {
  return router({
    create: procedures
      .needs('ownWorks')
      .meta({ form: { bytes: UPLOAD_LIMITS.formBytes + FORM_BYTES } })
      .input(uploadForm)
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new CreateUpload(ctx.user.id, input.file, input.purpose, input.requestId))),
      ),
    finish: procedures
      .needs('ownWorks')
      .input(uploadFinish)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new FinishUpload(ctx.user.id, input.tusId)))),
    get: procedures
      .needs('ownWorks')
      .input(uploadById)
      .query(async ({ ctx, input }) => unwrap(await queries.execute(new GetUpload(ctx.user.id, input.id)))),
    recipe: procedures
      .needs('ownWorks')
      .input(uploadById)
      .query(async ({ ctx, input }) => unwrap(await queries.execute(new GetUploadRecipe(ctx.user.id, input.id)))),
    crop: procedures
      .needs('ownWorks')
      .input(cropInput)
      .mutation(async ({ ctx, signal, input: { source, ...part } }) =>
        unwrap(await commands.execute(new CutUpload(ctx.user.id, source, { kind: 'crop', ...part }, signal))),
      ),
    trim: procedures
      .needs('ownWorks')
      .input(trimInput)
      .mutation(async ({ ctx, signal, input: { source, ...part } }) =>
        unwrap(await commands.execute(new CutUpload(ctx.user.id, source, { kind: 'trim', ...part }, signal))),
      ),
    delete: procedures
      .needs('ownWorks')
      .input(uploadById)
      .mutation(async ({ ctx, input }) => ({
        id: unwrap(await commands.execute(new DeleteUpload(ctx.user.id, input.id))),
      })),
  });
}
