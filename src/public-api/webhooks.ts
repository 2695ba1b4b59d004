import { webhookInput } from '../creation/webhooks/webhooks.shared.js';
import type { ApiRequest, Operation } from './operation.js';
import { numeric, page } from './paging.js';
import { deletedView, deliveryPage, deliveryView, webhookList, webhookSecret, webhookView } from './views.js';

const byId =
  (path: string) =>
  ({ params: { id } }: ApiRequest) => ({ path, input: { id } });

/** Operations on webhooks. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'Your webhooks, newest first.',
    scope: 'webhooks',
    status: 200,
    call: () => ({ path: 'webhook.list', input: undefined }),
    view: () => webhookList,
  },
  {
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Adds an address that gets the events of your creations.',
    scope: 'webhooks',
    status: 201,
    body: webhookInput,
    call: ({ body }) => ({ path: 'webhook.create', input: body }),
    view: () => webhookSecret,
  },
  {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Removes a webhook with its deliveries.',
    scope: 'webhooks',
    status: 200,
    call: byId('webhook.remove'),
    view: () => deletedView,
  },
  {
    id: 'enableWebhook',
    method: 'POST',
    path: '/webhooks/{id}/enable',
    summary: 'Lets a disabled webhook get deliveries again.',
    scope: 'webhooks',
    status: 200,
    call: byId('webhook.enable'),
    view: () => webhookView,
  },
  {
    id: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'The deliveries of a webhook, newest first.',
    scope: 'webhooks',
    status: 200,
    query: page,
    call: ({ params: { id }, query: { cursor, limit } }) => ({
      path: 'webhook.deliveries',
      input: { id, cursor, limit: numeric(limit) },
    }),
    view: () => deliveryPage,
  },
  {
    id: 'sendDeliveryAgain',
    method: 'POST',
    path: '/deliveries/{id}/send',
    summary: 'Sends a delivery again.',
    scope: 'webhooks',
    status: 200,
    call: byId('webhook.sendAgain'),
    view: () => deliveryView,
  },
];
