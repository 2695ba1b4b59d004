import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import type { RecipeV1 } from '../provenance/recipe.shared.js';
import type { UploadPurpose, UploadView } from './upload.shared.js';
import { Uploads } from './uploads.js';

/** Stores a file sent in one request. Errors: see `Uploads.create`. */
export class CreateUpload extends Command<Result<UploadView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly content: Blob,
    readonly purpose: UploadPurpose,
    readonly requestId?: string,
  ) {
    super();
  }
}

/** Completes a resumable upload; see `Uploads.finish`. */
export class FinishUpload extends Command<Result<UploadView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: string,
  ) {
    super();
  }
}

/** Deletes one of the user's uploads. Error: IMAGE_NOT_FOUND. */
export class DeleteUpload extends Command<Result<string, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: string,
  ) {
    super();
  }
}

/** Gets one of the user's uploads. Error: IMAGE_NOT_FOUND. */
export class GetUpload extends Query<Result<UploadView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: string,
  ) {
    super();
  }
}

/** Gets the recipe embedded in one of the user's uploads, if there is one. Error: IMAGE_NOT_FOUND. */
export class GetUploadRecipe extends Query<Result<RecipeV1 | null, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(CreateUpload)
export class CreateUploadHandler implements ICommandHandler<CreateUpload> {
  constructor(private readonly uploads: Uploads) {}

  async execute({ owner, content, purpose, requestId }: CreateUpload): Promise<Result<UploadView, ProductError>> {
    return this.uploads.create(owner, content, purpose, requestId);
  }
}

@CommandHandler(FinishUpload)
export class FinishUploadHandler implements ICommandHandler<FinishUpload> {
  constructor(private readonly uploads: Uploads) {}

  async execute({ owner, id }: FinishUpload): Promise<Result<UploadView, ProductError>> {
    return this.uploads.finish(owner, id);
  }
}

@CommandHandler(DeleteUpload)
export class DeleteUploadHandler implements ICommandHandler<DeleteUpload> {
  constructor(private readonly uploads: Uploads) {}

  async execute({ owner, id }: DeleteUpload): Promise<Result<string, ProductError>> {
    return this.uploads.delete(owner, id);
  }
}

@QueryHandler(GetUpload)
export class GetUploadHandler implements IQueryHandler<GetUpload> {
  constructor(private readonly uploads: Uploads) {}

  async execute({ owner, id }: GetUpload): Promise<Result<UploadView, ProductError>> {
    return this.uploads.get(owner, id);
  }
}

@QueryHandler(GetUploadRecipe)
export class GetUploadRecipeHandler implements IQueryHandler<GetUploadRecipe> {
  constructor(private readonly uploads: Uploads) {}

  async execute({ owner, id }: GetUploadRecipe): Promise<Result<RecipeV1 | null, ProductError>> {
    return this.uploads.recipe(owner, id);
  }
}
