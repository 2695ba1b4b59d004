import { defined } from '../../../src/kernel/defined.shared.js';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import { createRandom, type Random } from '../../../src/engine/local/scene/random.js';
import { derivedId, type UserId } from '../../../src/kernel/ids.js';
import { signUpWelcome, welcome } from '../../../src/rewards/welcome/welcome.policy.js';
import { DAY_MS, type Span } from './span.js';
import { API_PACKS, buyPacks, PACKS, subscribe, type Bought } from './subscribers.js';

export { DAY_MS, type Span };

/** Tasks are kept for a week after their deletion, and until then explain their events. The sample has no tasks. */
const DAYS_WITHOUT_WORK = 9;

/** A command to an account, with the cause that the product stores with its events. */
export interface AccountRequest {
  readonly account: AccountKey;
  readonly command: AccountCommand;
  readonly causedBy?: string;
}

/** All that a user asks of the product, and what the user buys at the sandbox. */
export interface Life {
  readonly userId: UserId;
  /** Oldest first. */
  readonly requests: readonly AccountRequest[];
  readonly bought: readonly Bought[];
}

/** How somebody uses the product, and how many of a thousand do. */
interface Habit {
  readonly share: number;
  readonly live: (notes: Notes) => void;
}

const HABITS: readonly Habit[] = [
  { share: 540, live: looksAround },
  { share: 340, live: comesBack },
  { share: 80, live: subscribes },
  { share: 25, live: writes },
  { share: 15, live: programs },
];

/** The first user is the example of an account: it subscribes, and has credits in the end. */
const FIRST: Pick<Habit, 'live'> = {
  live: (notes) => {
    subscribes(notes);
    notes.adjust((notes.end - notes.begin) / DAY_MS - 5, 100);
  },
};

/** Notes down what a user asks for. */
class Notes {
  readonly requests: AccountRequest[] = [];
  readonly bought: Bought[] = [];
  private count = 0;

  constructor(
    readonly userId: UserId,
    readonly random: Random,
    readonly begin: number,
    readonly end: number,
  ) {}

  /** A time so many days after the beginning, somewhere within that day. */
  on(day: number): number {
    return this.begin + Math.floor((day + this.random.next()) * DAY_MS);
  }

  get customer() {
    return {
      name: this.userId.replace('user', 'c'),
      userId: this.userId,
      begin: this.begin + this.random.int(0, DAY_MS - 1),
      end: this.end,
    };
  }

  add(
    command: AccountCommand,
    causedBy?: string,
    of: Pick<AccountKey, 'appName' | 'usageType'> = { appName: 'kinora', usageType: 'credits' },
  ): void {
    if (command.at < this.end)
      this.requests.push({ account: { userId: this.userId, ...of }, command, ...defined({ causedBy }) });
  }

  id(kind: string): string {
    this.count += 1;
    return derivedId(kind, this.userId, this.count);
  }

  /** What Rewards gives a new visitor or a new user. */
  welcome(policy: typeof welcome): void {
    const at = this.on(0);
    const given = policy({ userId: this.userId, grantAllowed: true, at }, at);
    if (given === undefined) return;
    this.add(given.change, this.id('message'));
    // A sweep records what is due, up to a minute later.
    this.add({ type: 'expire', at: given.change.expiresAt + this.random.int(1_000, 60_000) });
  }

  private get worksUntil(): number {
    return this.end - DAYS_WITHOUT_WORK * DAY_MS;
  }

  /**
   * A creation: held, then mostly captured, sometimes in part, sometimes released, rarely forgotten until its hold
   * expires.
   */
  create(at: number, amount: number): void {
    const { random } = this;
    const holdId = this.id('task');
    const done = at + random.int(2_000, 90_000);
    const fate = random.next();
    if (done >= this.worksUntil) return;
    this.add(
      {
        type: 'hold',
        holdId,
        amount,
        at,
        eligibility: 'free-models',
        expiresAt: at + DAY_MS,
        reference: `task:${holdId}`,
      },
      holdId,
    );
    if (fate < 0.86) this.add({ type: 'capture', holdId, amount, at: done }, holdId);
    else if (fate < 0.92) this.add({ type: 'capture', holdId, amount: random.int(1, amount), at: done }, holdId);
    else if (fate < 0.99)
      this.add(
        {
          type: 'release',
          holdId,
          reason: random.pick(['failed', 'failed', 'failed', 'canceled', 'refused']),
          at: done,
        },
        holdId,
      );
    else this.add({ type: 'expire', at: at + DAY_MS + random.int(1_000, 60_000) });
  }

  /** Work that costs nothing. */
  createFree(at: number): void {
    const usageId = this.id('task');
    if (at < this.worksUntil)
      this.add(
        { type: 'recordUsage', usageId, listPrice: this.random.int(1, 4), reference: `task:${usageId}`, at },
        usageId,
      );
  }

  /** An operator adjusts; the request is stored with it (adjustments.ts). */
  adjust(day: number, amount: number, of?: Pick<AccountKey, 'appName' | 'usageType'>): void {
    const reasonCode = this.random.pick(['goodwill', 'goodwill', 'technical-failure', 'correction'] as const);
    this.add(
      {
        type: 'adjust',
        adjustmentId: this.id('adjustment'),
        amount,
        reasonCode,
        actor: 'finance-1',
        reference: `ticket-${this.random.int(1_000, 9_999)}`,
        at: this.on(day),
      },
      undefined,
      of,
    );
  }

  /** As many days as are left, at most so many. */
  stay(max: number): number {
    return Math.min(Math.floor(this.random.range(1, max)), Math.ceil((this.end - this.begin) / DAY_MS));
  }
}

function looksAround(notes: Notes): void {
  const { random } = notes;
  notes.welcome(welcome);
  for (let visit = random.int(0, 5); visit > 0; visit -= 1) notes.create(notes.on(random.int(0, 5)), random.int(1, 4));
  if (random.chance(0.2)) notes.createFree(notes.on(1));
}

function comesBack(notes: Notes): void {
  const { random } = notes;
  notes.welcome(welcome);
  notes.welcome(signUpWelcome);
  const stays = notes.stay(360);
  const buys = random.chance(0.12);
  if (buys) notes.bought.push(buyPacks(random, notes.customer, { count: random.int(1, 3), packs: PACKS }));
  for (let day = random.int(1, 3); day < stays; day += random.int(1, 8)) {
    if (buys || day < 30) notes.create(notes.on(day), random.int(1, buys ? 15 : 6));
    for (let works = random.int(0, 3); works > 0; works -= 1) notes.createFree(notes.on(day));
  }
}

function subscribes(notes: Notes): void {
  const { random } = notes;
  notes.welcome(welcome);
  notes.welcome(signUpWelcome);
  const bought = subscribe(random, notes.customer);
  notes.bought.push(bought);
  for (let month = 0; notes.on(month * 30) < Math.min(notes.end, bought.subscription.paidUntil); month += 1) {
    for (let works = random.int(4, 60); works > 0; works -= 1)
      notes.create(notes.on(month * 30 + random.int(0, 29)), random.int(2, 30));
    if (random.chance(0.03)) notes.adjust(month * 30 + 9, random.pick([25, 100, 250, -20]));
  }
}

/** No plan gives words of the writer, so operators give them. */
function writes(notes: Notes): void {
  const stays = notes.stay(300);
  for (let day = 0; day < stays; day += 60)
    notes.adjust(day, notes.random.int(5, 40) * 100, { appName: 'kinora-writer', usageType: 'GPT_3_5' });
}

function programs(notes: Notes): void {
  notes.welcome(signUpWelcome);
  notes.bought.push(buyPacks(notes.random, notes.customer, { count: notes.random.int(1, 8), packs: API_PACKS }));
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
 * The life of one user, the same for the same seed. More begin late than early, and always one on the first day.
 * @param index of the user, from 0 on; the ids are `user00000` and so on
 */
export function lifeOf(seed: number, index: number, { first, days }: Span): Life {
  const userId = `user${String(index).padStart(5, '0')}` as UserId; // a made-up user
  const random = createRandom(seed, userId);
  const habit = index === 0 ? FIRST : habitOf(random);
  const opened = index === 0 ? 0 : Math.floor(days * random.next() ** 0.7);
  const notes = new Notes(userId, random, first + opened * DAY_MS, first + days * DAY_MS);
  habit.live(notes);
  return { userId, requests: notes.requests.toSorted((a, b) => a.command.at - b.command.at), bought: notes.bought };
}
