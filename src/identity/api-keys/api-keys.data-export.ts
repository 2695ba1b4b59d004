import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { ApiKeys } from './api-keys.js';

const iso = (at: number): string => new Date(at).toISOString();

/** Export part with the user's API keys, without secrets or their hashes. */
export function apiKeysPart({
  keys,
  now,
}: {
  readonly keys: Pick<ApiKeys, 'list'>;
  readonly now: () => number;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const own = await keys.list(userId);
    if (own.length === 0) return;
    yield jsonFile(
      'api-keys.json',
      now(),
      own.map(({ id, name, scopes, payer, createdAt, lastUsedAt }) => ({
        id,
        name,
        scopes,
        payer,
        created: iso(createdAt),
        lastUsed: lastUsedAt === undefined ? null : iso(lastUsedAt),
      })),
    );
  }
  return { name: 'api-keys', files };
}
