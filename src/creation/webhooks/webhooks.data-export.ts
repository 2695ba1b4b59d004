import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Webhooks } from './webhooks.js';

/** Export part with the user's webhooks, without their secrets. A user without any has no such part. */
export function webhooksPart({
  webhooks,
  now,
}: {
  readonly webhooks: Pick<Webhooks, 'list'>;
  readonly now: () => number;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const own = await webhooks.list(userId);
    if (own.length === 0) return;
    yield jsonFile(
      'webhooks.json',
      now(),
      own.map(({ id, url, events, createdAt }) => ({ id, url, events, created: new Date(createdAt).toISOString() })),
    );
  }
  return { name: 'webhooks', files };
}
