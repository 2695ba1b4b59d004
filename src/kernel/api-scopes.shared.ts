/**
 * What an API key may do: create and change creations and uploads; read them; read the credit balance; manage webhooks.
 */
export const API_SCOPES = ['create', 'read', 'account', 'webhooks'] as const;
export type ApiScope = (typeof API_SCOPES)[number];
