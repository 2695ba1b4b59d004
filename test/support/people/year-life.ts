import { defined } from '../../../src/kernel/defined.shared.js';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import type { AppName, GrantSource, UsageType } from '../../../src/credits/credits.shared.js';
import { createRandom, type Random } from '../../../src/engine/local/scene/random.js';
import type { UserId } from '../../../src/kernel/ids.js';

export const DAY_MS = 86_400_000;

/** An account and all that is asked of it, oldest first. */
export interface Life {
  readonly account: AccountKey;
  readonly commands: readonly AccountCommand[];
}

/** The days to fill: `days` of them from `first` on, the midnight (UTC) of the first in milliseconds since the epoch. */
export interface Span {
  readonly first: number;
  readonly days: number;
}

/** The invoice that a grant of a plan or a purchase is called by. */
export const invoiceOf = (grantId: string): string => grantId.replace(/^(plan|pack)\.sandbox\./, '').replace(/^(.+)\.0$/, '$1');

/** How somebody uses the product, and how many of a thousand do. */
interface Habit {
  readonly share: number;
  readonly account: readonly [AppName, UsageType];
  readonly live: (notes: Notes) => void;
}

const HABITS: readonly Habit[] = [
  { share: 560, account: ['kinora', 'credits'], live: looksAround },
  { share: 320, account: ['kinora', 'credits'], live: comesBack },
  { share: 80, account: ['kinora', 'credits'], live: pays },
  { share: 25, account: ['kinora-writer', 'GPT_3_5'], live: writes },
  { share: 15, account: ['kinora', 'api_credits'], live: programs },
];

/** Takes down what somebody asks for. */
class Notes {
  readonly commands: AccountCommand[] = [];
  private count = 0;

  constructor(readonly name: string, readonly random: Random, readonly begin: number, readonly end: number) {}

  /** A time so many days after the beginning, somewhere within that day. */
  on(day: number): number {
    return this.begin + Math.floor((day + this.random.next()) * DAY_MS);
  }

  add(command: AccountCommand): void {
    if (command.at < this.end) this.commands.push(command);
  }

  id(kind: string): string {
    this.count += 1;
    return `${kind}.${this.name}.${this.count}`;
  }

  /** What is paid for is called by its invoice, as Billing calls it (year-paid.ts). */
  private nameOf(source: GrantSource): string {
    if (source === 'plan') return `plan.sandbox.${this.id('in')}.0`;
    return source === 'purchase' ? `pack.sandbox.${this.id('in')}` : this.id(source);
  }

  grant(source: GrantSource, amount: number, at: number, lasts?: number): string {
    const grantId = this.nameOf(source);
    const expiresAt = lasts === undefined ? undefined : at + lasts * DAY_MS;
    this.add({ type: 'grant', grantId, source, amount, at, eligibility: source === 'ad-reward' ? 'free-models' : 'any', ...defined({ expiresAt }) });
    // What is due is recorded by a sweep, up to a minute later.
    if (expiresAt !== undefined) this.add({ type: 'expire', at: expiresAt + this.random.int(1_000, 60_000) });
    return grantId;
  }

  /** A creation: held, then mostly captured, sometimes in part, sometimes given back, now and then forgotten until its hold expires. All have ended in the end. */
  create(at: number, amount: number): void {
    const { random } = this;
    const holdId = this.id('task');
    const done = at + random.int(2_000, 90_000);
    const fate = random.next();
    if (done >= this.end) return;
    this.add({ type: 'hold', holdId, amount, at, eligibility: random.chance(0.3) ? 'free-models' : 'any', expiresAt: at + DAY_MS, reference: `task:${holdId}` });
    const forgotten = at + DAY_MS + random.int(1_000, 60_000);
    if (fate < 0.86) this.add({ type: 'capture', holdId, amount, at: done });
    else if (fate < 0.92) this.add({ type: 'capture', holdId, amount: random.int(1, amount), at: done });
    else if (fate < 0.99 || forgotten >= this.end) this.add({ type: 'release', holdId, reason: 'engine-failed', at: done });
    else this.add({ type: 'expire', at: forgotten });
  }

  /** As many days as are left, at most so many. */
  stay(max: number): number {
    return Math.min(Math.floor(this.random.range(1, max)), Math.ceil((this.end - this.begin) / DAY_MS));
  }
}

function looksAround(notes: Notes): void {
  const { random } = notes;
  notes.grant('anonymous', 10, notes.on(0));
  for (let visit = random.int(0, 3); visit > 0; visit -= 1) notes.create(notes.on(random.int(0, 2)), random.int(1, 4));
  if (random.chance(0.2)) notes.add({ type: 'recordUsage', usageId: notes.id('usage'), listPrice: 2, reference: 'free work', at: notes.on(1) });
}

function comesBack(notes: Notes): void {
  const { random } = notes;
  notes.grant('anonymous', 10, notes.on(0));
  notes.grant('signup', 30, notes.on(0));
  const stays = notes.stay(360);
  for (let day = random.int(1, 6); day < stays; day += random.int(2, 12)) {
    notes.grant('check-in', random.int(1, 3), notes.on(day), 30);
    if (random.chance(0.7)) notes.create(notes.on(day), random.int(1, 6));
    if (random.chance(0.1)) notes.grant(random.pick(['mission', 'invite', 'ad-reward']), random.int(2, 20), notes.on(day), 90);
  }
}

function pays(notes: Notes): void {
  const { random } = notes;
  notes.grant('signup', 30, notes.on(0));
  const stays = notes.stay(500);
  for (let day = 0; day < stays; day += 30) {
    notes.grant('plan', 600, notes.on(day), 31);
    for (let works = random.int(4, 26); works > 0; works -= 1) notes.create(notes.on(day + random.int(0, 29)), random.int(4, 60));
    if (random.chance(0.15)) buys(notes, day);
    if (random.chance(0.02)) notes.add({ type: 'adjust', adjustmentId: notes.id('adjustment'), amount: random.pick([25, 100, -20]), reasonCode: 'goodwill', actor: 'finance-1', reference: `ticket:${random.int(1_000, 9_999)}`, at: notes.on(day + 9) });
  }
}

function buys(notes: Notes, day: number): void {
  const { random } = notes;
  const at = notes.on(day);
  const grantId = notes.grant('purchase', random.pick([100, 500, 2_000]), at);
  if (random.chance(0.06)) notes.add({ type: 'revoke', grantId, reason: 'chargeback', reference: `invoice:${invoiceOf(grantId)}`, at: at + random.int(5, 40) * DAY_MS });
  if (random.chance(0.04)) notes.grant('refund', 50, at + 3 * DAY_MS, 180);
}

function writes(notes: Notes): void {
  const { random } = notes;
  const stays = notes.stay(500);
  for (let day = 0; day < stays; day += 30) {
    notes.grant('plan', 20_000, notes.on(day), 31);
    for (let works = random.int(5, 20); works > 0; works -= 1) notes.create(notes.on(day + random.int(0, 29)), random.int(200, 2_400));
  }
}

function programs(notes: Notes): void {
  const { random } = notes;
  const stays = notes.stay(700);
  for (let day = 0; day < stays; day += 60) {
    notes.grant('purchase', 10_000, notes.on(day));
    for (let works = random.int(20, 60); works > 0; works -= 1) notes.create(notes.on(day + random.int(0, 59)), random.int(10, 300));
  }
}

function habitOf(random: Random): Habit {
  let left = random.next() * HABITS.reduce((sum, { share }) => sum + share, 0);
  for (const habit of HABITS) {
    left -= habit.share;
    if (left < 0) return habit;
  }
  throw new Error('nobody has a habit');
}

/**
 * The life of one account, the same for the same seed: when it was opened, how it is used, and all that was asked of it. More are opened
 * late than early, and always one on the first day.
 * @param index of the account, from 0 on; its user is `user00000` and so on
 */
export function lifeOf(seed: number, index: number, { first, days }: Span): Life {
  const name = `user${String(index).padStart(5, '0')}`;
  const random = createRandom(seed, name);
  const habit = habitOf(random);
  const opened = index === 0 ? 0 : Math.floor(days * random.next() ** 0.7);
  const notes = new Notes(name, random, first + opened * DAY_MS, first + days * DAY_MS);
  habit.live(notes);
  const [appName, usageType] = habit.account;
  return { account: { userId: name as UserId, appName, usageType }, commands: notes.commands.toSorted((a, b) => a.at - b.at) }; // a made-up user
}
