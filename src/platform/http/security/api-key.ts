import type { ApiScope } from '../../../kernel/api-scopes.shared.js';
import type { Payer } from '../../../kernel/payers.shared.js';
import type { SessionUser } from './session-user.js';

/** The caller of a request with an API key: its owner, without the owner's roles. */
export interface ApiCaller {
  readonly user: SessionUser;
  readonly keyId: string;
  readonly scopes: readonly ApiScope[];
  /** The owner's account that pays for what is created with the key. */
  readonly payer: Payer;
}

/** Whether an authorization header holds an API key, and not what a proxy or a browser sends there. */
export const isApiKey = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && /^Bearer +kinora_/i.test(authorization);

/** Identifies callers by API keys; implemented by the Identity context. */
export interface ApiKeyReader {
  /**
   * @param authorization the request's header of that name
   * @returns undefined without a key, or if it is unknown, replaced or revoked, or its owner has left
   * @throws StoreUnavailable
   */
  read(authorization: string | undefined): Promise<ApiCaller | undefined>;
}
