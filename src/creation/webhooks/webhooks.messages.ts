import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { Webhooks } from './webhooks.js';
import type { DeliveryPage, WebhookInput, WebhookSecret, WebhookView } from './webhooks.shared.js';

/** Adds an address; see `Webhooks.create`. */
export class CreateWebhook extends Command<Result<WebhookSecret, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly input: WebhookInput,
  ) {
    super();
  }
}

/** Removes or enables an address, or sends a delivery again. Error: WEBHOOK_NOT_FOUND. */
export class ChangeWebhook extends Command<Result<{ readonly id: string }, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly what: 'remove' | 'enable' | 'send-again',
    readonly id: string,
  ) {
    super();
  }
}

/** The user's addresses, newest first. */
export class ListWebhooks extends Query<readonly WebhookView[]> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** Deliveries of an address; see `Webhooks.sent`. */
export class ListDeliveries extends Query<Result<DeliveryPage, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly webhookId: string,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(private readonly webhooks: Webhooks) {}

  execute({ userId, input }: CreateWebhook): Promise<Result<WebhookSecret, ProductError>> {
    return this.webhooks.create(userId, input);
  }
}

@CommandHandler(ChangeWebhook)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhook> {
  constructor(private readonly webhooks: Webhooks) {}

  execute({ userId, what, id }: ChangeWebhook): Promise<Result<{ readonly id: string }, ProductError>> {
    switch (what) {
      case 'remove':
        return this.webhooks.remove(userId, id);
      case 'enable':
        return this.webhooks.enable(userId, id);
      case 'send-again':
        return this.webhooks.sendAgain(userId, id);
      default:
        return what satisfies never;
    }
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(private readonly webhooks: Webhooks) {}

  execute({ userId }: ListWebhooks): Promise<readonly WebhookView[]> {
    return this.webhooks.list(userId);
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(private readonly webhooks: Webhooks) {}

  execute({ userId, webhookId, limit, cursor }: ListDeliveries): Promise<Result<DeliveryPage, ProductError>> {
    return this.webhooks.sent(userId, webhookId, limit, cursor);
  }
}
