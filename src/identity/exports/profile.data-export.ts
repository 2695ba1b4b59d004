import type { ExportFile, ExportPart } from '../../platform/export-parts.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { jsonFile } from '../../platform/export-parts.js';
import type { Identities } from '../providers/identities.js';
import type { Sessions } from '../sessions/sessions.js';
import { userView } from '../accounts/user.js';
import type { Users } from '../accounts/users.js';

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** Export part with the user's profile and sessions, without secrets or their hashes. */
export function profilePart(deps: {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly identities: Identities;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const user = await deps.users.find(userId);
    if (user === undefined) return;
    const sessions = await deps.sessions.of(userId);
    yield jsonFile('profile.json', user.createdAt, {
      id: user.id,
      ...userView(user),
      emailAsWritten: user.emailGiven ?? null,
      emailVerified: iso(user.emailVerified),
      dateCreated: iso(user.createdAt),
      deviceId: user.deviceId ?? null,
      language: user.language ?? null,
      roles: user.roles,
      passwordChanged: iso(user.passwordChangedAt),
      signInProviders: await deps.identities.of(userId),
      sessions: sessions.map(({ session: { createdAt, prolongedAt, expiresAt, agent } }) => ({
        began: iso(createdAt),
        lastSeen: iso(prolongedAt),
        ends: iso(expiresAt),
        browser: agent?.browser ?? null,
        system: agent?.system ?? null,
      })),
    });
  }
  return { name: 'profile', files };
}
