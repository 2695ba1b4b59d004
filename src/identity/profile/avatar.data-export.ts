import type { ExportFile, ExportPart } from '../../platform/export-parts.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Avatars } from './avatars.js';

/** Export part with the user's profile image, if there is one. */
export function imagePart({
  avatars,
  now,
}: {
  readonly avatars: Pick<Avatars, 'of'>;
  readonly now: () => number;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    if ((await avatars.of(userId)) !== undefined)
      yield { path: 'profile/picture.webp', at: now(), compress: false, content: () => avatars.of(userId) };
  }
  return { name: 'picture', files };
}
