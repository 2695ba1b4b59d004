import { jsonFile, type ExportFile, type ExportPart } from '../platform/export-parts.js';
import type { UserId } from '../kernel/ids.js';
import type { RewardStore } from './reward.store.js';

const iso = (times: Readonly<Record<string, number>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]));

/** Exports a user's last check-in and missions. The credits are in the statement. */
export function rewardsPart(rewards: Pick<RewardStore, 'find'>): ExportPart {
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
  return { name: 'rewards', files };
}
