import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { ApiKeys } from './api-keys.js';
import type { ApiKeyInput, ApiKeySecret, ApiKeyView } from './api-keys.shared.js';

/** Creates an API key. Answers as `ApiKeys.create`. */
export class CreateApiKey extends Command<Result<ApiKeySecret, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly key: ApiKeyInput,
  ) {
    super();
  }
}

/** Gives an API key a new secret. Answers as `ApiKeys.replace`. */
export class ReplaceApiKey extends Command<Result<ApiKeySecret, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly id: string,
  ) {
    super();
  }
}

/** Ends an API key. Answers as `ApiKeys.revoke`. */
export class RevokeApiKey extends Command<Result<{ readonly id: string }, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly id: string,
  ) {
    super();
  }
}

/** The user's API keys, newest first. */
export class ListApiKeys extends Query<readonly ApiKeyView[]> {
  constructor(readonly userId: UserId) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(private readonly keys: ApiKeys) {}

  execute({ userId, key }: CreateApiKey) {
    return this.keys.create(userId, key);
  }
}

@CommandHandler(ReplaceApiKey)
export class ReplaceApiKeyHandler implements ICommandHandler<ReplaceApiKey> {
  constructor(private readonly keys: ApiKeys) {}

  execute({ userId, id }: ReplaceApiKey) {
    return this.keys.replace(userId, id);
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(private readonly keys: ApiKeys) {}

  execute({ userId, id }: RevokeApiKey) {
    return this.keys.revoke(userId, id);
  }
}

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(private readonly keys: ApiKeys) {}

  execute({ userId }: ListApiKeys) {
    return this.keys.list(userId);
  }
}
