import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, type AccountCommand, type AccountKey } from '../../../src/credits/index.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Most of a year in the life of an account, up to now: every kind of line, and credits that expire on several days to
 * come.
 */
export function statementLife(now: number): readonly AccountCommand[] {
  const begin = now - 200 * DAY;
  const life: AccountCommand[] = [
    { type: 'grant', at: begin, grantId: 'pack-first', source: 'purchase', amount: 2_000, eligibility: 'any' },
  ];
  for (let day = 0; day < 200; day += 1) {
    const at = begin + day * DAY + HOUR;
    if (day % 30 === 0)
      life.push({
        type: 'grant',
        at,
        grantId: `plan-${day}`,
        source: 'plan',
        amount: 300,
        eligibility: 'any',
        expiresAt: at + 30 * DAY,
      });
    if (day % 9 === 0)
      life.push({
        type: 'grant',
        at,
        grantId: `check-in-${day}`,
        source: 'check-in',
        amount: 3,
        eligibility: 'any',
        expiresAt: at + 7 * DAY,
      });
    const holdId = `0f5e9c1a-0000-4000-8000-${String(day).padStart(12, '0')}`;
    life.push({
      type: 'hold',
      at: at + HOUR,
      holdId,
      amount: 2 + (day % 7),
      eligibility: 'any',
      expiresAt: at + 2 * DAY,
      reference: 'task',
    });
    if (day % 11 === 3) life.push({ type: 'release', at: at + 2 * HOUR, holdId, reason: 'failed' });
    else if (day % 17 !== 5)
      life.push({ type: 'capture', at: at + 2 * HOUR, holdId, amount: 1 + (day % 5 === 0 ? day % 7 : 1 + (day % 7)) });
    if (day % 8 === 0)
      life.push({ type: 'recordUsage', at: at + 3 * HOUR, usageId: `relaxed-${day}`, listPrice: 4, reference: 'task' });
    life.push({ type: 'expire', at: at + 20 * HOUR });
  }
  const days = (n: number): number => now + n * DAY;
  return [
    ...life,
    {
      type: 'adjust',
      at: now - 20 * HOUR,
      adjustmentId: 'sorry-1',
      amount: 25,
      reasonCode: 'goodwill',
      actor: 'finance-1',
      reference: 'ticket',
    },
    { type: 'revoke', at: now - 19 * HOUR, grantId: 'pack-first', reason: 'refund', reference: 'payment' },
    { type: 'grant', at: now - 18 * HOUR, grantId: 'pack-second', source: 'purchase', amount: 500, eligibility: 'any' },
    {
      type: 'grant',
      at: now - 17 * HOUR,
      grantId: 'year',
      source: 'invite',
      amount: 50,
      eligibility: 'any',
      expiresAt: days(500),
    },
    ...[2, 4, 6, 40, 70].map((n): AccountCommand => ({
      type: 'grant',
      at: now - 16 * HOUR,
      grantId: `soon-${n}`,
      source: n < 10 ? 'check-in' : 'plan',
      amount: n < 10 ? 4 : 300,
      eligibility: 'any',
      expiresAt: days(n),
    })),
    {
      type: 'hold',
      at: now - HOUR,
      holdId: 'being-made',
      amount: 6,
      eligibility: 'any',
      expiresAt: days(1),
      reference: 'task',
    },
  ];
}

/** Writes a life into an account of a data folder that no process has open. @throws Error for what is refused */
export async function liveIn(dataDir: string, account: AccountKey, life: readonly AccountCommand[]): Promise<void> {
  const stores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
  const loop = createAccountLoop(stores.events, () => undefined);
  for (const command of life) {
    const answer = await loop.execute(accountStream(account), command);
    if (!answer.ok) throw new Error(`${command.type}: ${answer.error.identifier}`);
  }
  await stores.close();
}
