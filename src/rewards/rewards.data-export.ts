import { jsonFile, type ExportFile, type ExportPart } from '../platform/export-parts.js';
import type { UserId } from '../kernel/ids.js';
import type { InviteStore } from './invites/invite.store.js';
import type { Shares } from './shares/shares.js';
import type { RewardStore } from './reward.store.js';

const iso = (times: Readonly<Record<string, number>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]));

/**
 * Exports a user's last check-in, missions, invites, and shares as an author. The credits are in the statement. Of an
 * inviter, of friends and of those who paid a surcharge it says nothing but their number.
 */
export function rewardsPart(
  rewards: Pick<RewardStore, 'find'>,
  invites: Pick<InviteStore, 'find' | 'figuresOf'>,
  shares: Pick<Shares, 'earnings'>,
): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const { checkIn, facts, claimed } = await rewards.find(userId);
    const times = [...Object.values(facts), ...Object.values(claimed)];
    if (checkIn === undefined && times.length === 0) return;
    yield jsonFile('rewards.json', Math.max(0, ...times), {
      lastCheckIn: checkIn ?? null,
      facts: iso(facts),
      claimed: iso(claimed),
    });
  }
  async function* withInvites(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    yield* files(userId);
    const { works, latestAt } = await shares.earnings(userId);
    if (works.length > 0) yield jsonFile('author-shares.json', latestAt, { works: works.map((work) => ({ ...work })) });
    const own = await invites.find(userId);
    if (own?.code === undefined && own?.inviter === undefined) return;
    const at = Math.max(own.openedAt ?? 0, own.rewardedAt ?? 0);
    yield jsonFile('invites.json', at, {
      code: own.code ?? null,
      friends: await invites.figuresOf(userId),
      invitedAt: own.openedAt === undefined ? null : new Date(own.openedAt).toISOString(),
      joined: own.joinedAt !== undefined,
    });
  }
  return { name: 'rewards', files: withInvites };
}
