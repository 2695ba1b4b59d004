import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import type { Collection, CollectionDefinition, Versioned } from '../../platform/documents/port.js';
import { decide, deleteWhere, remove, update } from '../../platform/documents/update.js';
import type { ApiCaller, ApiKeyReader } from '../../platform/http/security/api-key.js';
import type { SessionId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { isGone, sessionUser } from '../accounts/user.js';
import type { Users } from '../accounts/users.js';
import {
  newKey,
  readAuthorization,
  secretText,
  usedAt,
  validHashes,
  viewOf,
  withSecret,
  type ApiKeyDocument,
} from './api-key.js';
import { MAX_API_KEYS, type ApiKeyInput, type ApiKeySecret, type ApiKeyView } from './api-keys.shared.js';

export const API_KEYS: CollectionDefinition = { name: 'api_keys_v1', indexes: [['userId']] };

/** How long a caller is cached, and so the maximum delay of a revocation in another process. */
const REMEMBER_MS: Millis = 5_000;
const MAX_REMEMBERED = 20_000;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const equals = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));

/** The members' API keys. A secret is stored as its hash alone. */
export class ApiKeys implements ApiKeyReader {
  private readonly remembered = new Map<string, { readonly caller: ApiCaller; readonly until: Millis }>();
  /** So that requests at once do not exceed the maximum number of keys. */
  private readonly creating = new KeyedMutex<UserId>();

  constructor(
    private readonly keys: Collection<ApiKeyDocument>,
    private readonly users: Pick<Users, 'find'>,
    private readonly random: Pick<Random, 'hex'>,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the key with its secret, or API_KEYS_LIMIT {limit}
   * @throws StoreUnavailable
   */
  create(userId: UserId, input: ApiKeyInput): Promise<Result<ApiKeySecret, ProductError>> {
    return this.creating.run(userId, async () => {
      if ((await this.keys.count({ userId })) >= MAX_API_KEYS)
        return err(productError('API_KEYS_LIMIT', { limit: MAX_API_KEYS }));
      const now = this.clock.now();
      const [id, secret] = [this.random.hex(8), this.random.hex(32)];
      const document = newKey(userId, input, sha256(secret), now);
      await this.keys.put({ id, document, expectedVersion: 0 });
      return ok({ key: viewOf(id, document, now), secret: secretText(id, secret) });
    });
  }

  /** The user's keys, newest first. @throws StoreUnavailable */
  async list(userId: UserId): Promise<readonly ApiKeyView[]> {
    const now = this.clock.now();
    const { items } = await this.keys.find({ where: { userId }, limit: MAX_API_KEYS * 2 });
    return items
      .map(({ id, document }) => viewOf(id, document, now))
      .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  }

  /**
   * Gives a key a new secret; the one before stays valid for a day.
   * @returns API_KEY_NOT_FOUND for an unknown key and for one of somebody else
   * @throws StoreUnavailable
   */
  replace(userId: UserId, id: string): Promise<Result<ApiKeySecret, ProductError>> {
    const secret = this.random.hex(32);
    const now = this.clock.now();
    return decide<ApiKeyDocument, Result<ApiKeySecret, ProductError>>(this.keys, id, (stored) => {
      if (stored?.document.userId !== userId) return { answer: err(productError('API_KEY_NOT_FOUND')) };
      const document = withSecret(stored.document, sha256(secret), now);
      return { answer: ok({ key: viewOf(id, document, now), secret: secretText(id, secret) }), write: { document } };
    });
  }

  /**
   * Ends a key with all its secrets.
   * @returns API_KEY_NOT_FOUND as `replace`
   * @throws StoreUnavailable
   */
  async revoke(userId: UserId, id: string): Promise<Result<{ readonly id: string }, ProductError>> {
    const stored = await this.keys.get(id);
    if (stored?.document.userId !== userId) return err(productError('API_KEY_NOT_FOUND'));
    await remove(this.keys, id);
    this.remembered.clear();
    return ok({ id });
  }

  /** Ends all keys of a user. @throws StoreUnavailable */
  async clear(userId: UserId): Promise<void> {
    await deleteWhere(this.keys, { where: { userId } });
    this.remembered.clear();
  }

  async read(authorization: string | undefined): Promise<ApiCaller | undefined> {
    const sent = readAuthorization(authorization);
    if (sent === undefined) return undefined;
    const now = this.clock.now();
    const secretHash = sha256(sent.secret);
    const name = `${sent.id}:${secretHash}`;
    const known = this.remembered.get(name);
    if (known !== undefined && known.until > now) return known.caller;
    this.remembered.delete(name);
    const stored = await this.keys.get(sent.id);
    if (stored === undefined || !validHashes(stored.document, now).some((valid) => equals(valid, secretHash)))
      return undefined;
    const user = await this.users.find(stored.document.userId);
    if (user === undefined || isGone(user) || user.email === undefined) return undefined;
    await this.recordUse(stored, now);
    const caller: ApiCaller = {
      // A key stands in for the session that the audit of calls names. It never has its owner's roles.
      user: { ...sessionUser(user, sent.id as SessionId), roles: [] },
      keyId: sent.id,
      scopes: stored.document.scopes,
      payer: stored.document.payer,
    };
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(name, { caller, until: now + REMEMBER_MS });
    return caller;
  }

  private async recordUse({ id, document }: Versioned<ApiKeyDocument>, now: Millis): Promise<void> {
    if (usedAt(document, now) === undefined) return;
    await update<ApiKeyDocument>(this.keys, id, (stored) => {
      const used = usedAt(stored, now);
      return used === undefined ? 'unchanged' : { document: used };
    });
  }
}
