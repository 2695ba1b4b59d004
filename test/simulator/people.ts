import { REWARDS_LAST_DAYS } from '../../src/rewards/rewards.shared.js';
import type { AccountCommand } from '../../src/credits/account/account.commands.js';
import { accountStream, type AccountKey } from '../../src/credits/account/account.key.js';
import type { ConsistencyToken } from '../../src/kernel/event-sourcing/event.js';
import type { UserId } from '../../src/kernel/ids.js';
import { userSignedUp, visitorArrived } from '../../src/identity/messages.js';
import { StoreUnavailable } from '../../src/platform/unavailable.js';
import { DAY, type Deed } from './plan.js';
import type { SimulatedProcess } from './process.js';
import { Crash } from './scheduler.js';
import type { World } from './world.js';

/** Something that must never be seen while it runs. */
export class Broken extends Error {}

/** The only one of a user's accounts that is used here. */
export function accountOfUser(who: number): AccountKey {
  return { userId: `user${who}` as UserId, appName: 'kinora', usageType: 'credits' }; // an id of the simulator's own
}

const GIVES_UP = 0.12;
const REPEATS = 0.15;
/** A clock that is so far behind, or before, milliseconds. */
const SKEW_MS = 4_000;

/** Everybody outside the processes: they ask, ask again when they hear nothing, and remember what they were told. */
export class People {
  /** Deeds that are not over. */
  busy = 0;
  /** Invoices that a provider was told are stored, refunds, arrivals and sign-ups, by user. */
  readonly facts: {
    readonly kind: 'paid' | 'refunded' | 'arrived' | 'signed up';
    readonly who: number;
    readonly id: string;
    readonly amount: number;
    readonly endsAt?: number;
  }[] = [];
  answered = 0;

  constructor(private readonly world: World) {}

  /** Sets out to do something. What must not happen and does is thrown where `failure` is looked at. */
  begin(deed: Deed): void {
    this.busy += 1;
    this.do(deed)
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => {
        this.busy -= 1;
      });
  }

  failure: unknown;

  private async do(deed: Deed): Promise<void> {
    const account = accountOfUser(deed.who);
    const { now } = this.world;
    switch (deed.do) {
      case 'work':
        return this.work(account, deed);
      case 'grant':
        return this.send(account, (at) => ({
          type: 'grant',
          at,
          grantId: `grant${deed.nth}`,
          source: 'plan',
          amount: deed.amount,
          eligibility: deed.isFree ? 'free-models' : 'any',
          ...(deed.lastsMs === undefined ? {} : { expiresAt: now + deed.lastsMs }),
        })).then(() => undefined);
      case 'pay':
        return this.pay(deed);
      case 'arrive':
        return this.arrive(deed);
      case 'adjust':
        return this.send(account, (at) => ({
          type: 'adjust',
          at,
          adjustmentId: `adjustment${deed.nth}`,
          amount: deed.amount,
          reasonCode: 'goodwill',
          actor: 'finance-1',
          reference: 'ticket',
        })).then(() => undefined);
      case 'revoke':
        return this.wait(deed.waits)
          .then(() =>
            this.send(account, (at) => ({
              type: 'revoke',
              at,
              grantId: `grant${deed.grantOf}`,
              reason: 'dispute',
              reference: `case${deed.nth}`,
            })),
          )
          .then(() => undefined);
      case 'use':
        return this.send(account, (at) => ({
          type: 'recordUsage',
          at,
          usageId: `usage${deed.nth}`,
          listPrice: deed.listPrice,
          reference: 'free',
        })).then(() => undefined);
      default:
        return deed satisfies never;
    }
  }

  private async wait(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await this.world.scheduler.turn();
  }

  private async work(account: AccountKey, deed: Extract<Deed, { do: 'work' }>): Promise<void> {
    const holdId = `hold${deed.nth}`;
    const expiresAt = this.world.now + deed.lastsMs;
    const held = await this.send(account, (at) => ({
      type: 'hold',
      at,
      holdId,
      amount: deed.amount,
      eligibility: deed.isFree ? 'free-models' : 'any',
      expiresAt,
      reference: 'task',
    }));
    if (held !== 'done') return;
    await this.wait(deed.waits);
    if (deed.extendedByMs > 0)
      await this.send(account, (at) => ({ type: 'extendHold', at, holdId, expiresAt: expiresAt + deed.extendedByMs }));
    const capture = (): Promise<string> =>
      this.send(account, (at) => ({ type: 'capture', at, holdId, amount: deed.captured }));
    const release = (): Promise<string> =>
      this.send(account, (at) => ({ type: 'release', at, holdId, reason: 'failed' }));
    if (deed.end === 'captured') await capture();
    else if (deed.end === 'released') await release();
    else if (deed.end === 'both') await Promise.all([capture(), release()]);
  }

  private async pay({ nth, who, amount, isRefunded, waits }: Extract<Deed, { do: 'pay' }>): Promise<void> {
    const invoice = `${nth}`;
    const { userId } = accountOfUser(who);
    const expiresAt = this.world.now + 1_000 * DAY;
    await this.insist(`tells that invoice ${invoice} is paid`, (process) =>
      process.paid(invoice, { userId, amount, expiresAt, refund: null }),
    );
    this.facts.push({ kind: 'paid', who, id: `invoice.${invoice}`, amount });
    if (!isRefunded) return;
    await this.wait(waits);
    for (let isTaken = false; !isTaken;)
      await this.insist(
        `takes invoice ${invoice} back`,
        async (process) => void (isTaken = await process.refunded(invoice, `refund${nth}`)),
      );
    this.facts.push({ kind: 'refunded', who, id: `invoice.${invoice}`, amount });
  }

  private async arrive({ who, signsUp }: Extract<Deed, { do: 'arrive' }>): Promise<void> {
    const { userId } = accountOfUser(who);
    const at = this.world.now;
    await this.insist(`${userId} arrives`, (process) =>
      process.arrived(`visitor ${userId}`, visitorArrived({ userId, grantAllowed: true, at })),
    );
    this.facts.push({
      kind: 'arrived',
      who,
      id: `anonymous.${userId}`,
      amount: 0,
      endsAt: at + REWARDS_LAST_DAYS * DAY,
    });
    if (!signsUp) return;
    await this.insist(`${userId} signs up`, (process) =>
      process.arrived(`user ${userId}`, userSignedUp({ userId, grantAllowed: true, at })),
    );
    this.facts.push({
      kind: 'signed up',
      who,
      id: `signup.${userId}`,
      amount: 0,
      endsAt: at + REWARDS_LAST_DAYS * DAY,
    });
  }

  /** Somebody who tries until it is stored: a provider's webhook, the identity context. */
  private async insist(what: string, work: (process: SimulatedProcess) => Promise<void>): Promise<void> {
    for (;;) {
      const process = await this.someProcess();
      try {
        await process.life.survive(work(process));
        return this.world.note(what);
      } catch (error) {
        if (!(error instanceof Crash || error instanceof StoreUnavailable)) throw error;
      }
    }
  }

  private async someProcess(): Promise<SimulatedProcess> {
    for (;;) {
      await this.world.scheduler.turn();
      if (this.world.processes.length > 0) return this.world.chance.pick(this.world.processes);
    }
  }

  /**
   * Sends a command until it is answered, or its sender gives up; now and then twice at once, and again later. @returns
   * `done`, why not, or `unknown`
   */
  private async send(account: AccountKey, command: (at: number) => AccountCommand): Promise<string> {
    const { chance } = this.world;
    if (chance.is(REPEATS)) {
      const [first, second] = await Promise.all([this.sendOnce(account, command), this.sendOnce(account, command)]);
      return first === 'unknown' ? second : first;
    }
    const answer = await this.sendOnce(account, command);
    if (answer === 'done' && chance.is(REPEATS)) {
      await this.wait(chance.between(0, 30));
      await this.sendOnce(account, command);
    }
    return answer;
  }

  private async sendOnce(account: AccountKey, command: (at: number) => AccountCommand): Promise<string> {
    const { world } = this;
    const stream = accountStream(account);
    for (;;) {
      const process = await this.someProcess();
      const change = command(world.now + (world.chance.is(0.1) ? world.chance.between(-SKEW_MS, SKEW_MS) : 0));
      const from = world.length(stream);
      try {
        const answer = await process.life.survive(process.change(account, change));
        const word = answer.ok ? 'done' : answer.error.identifier;
        world.note(`${account.userId} is told by ${process.life.name}: ${change.type} ${idOf(change)} ${word}`);
        if (word !== 'TRY_AGAIN') {
          this.answered += 1;
          world.published.push({ stream, command: change, from, to: world.length(stream), answer: word });
          if (answer.ok) await this.afterwards(process, answer.value.token);
          return word;
        }
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
      if (world.chance.is(GIVES_UP)) return 'unknown';
    }
  }

  /**
   * What follows from an answer: the store has what it names, and a balance that is asked with it shows it. @throws
   * Broken
   */
  private async afterwards(process: SimulatedProcess, token: ConsistencyToken): Promise<void> {
    const { world } = this;
    const log = world.log.get(token.stream) ?? [];
    if (token.revision >= log.length)
      throw new Broken(`a token names ${token.stream}@${token.revision} where ${log.length} events are stored`);
    if (!world.chance.is(0.2)) return;
    // A checkpoint says nothing to the balance.
    const shown = log.slice(0, token.revision + 1).findLastIndex(({ type }) => type !== 'AccountCheckpointed');
    const balance = await process.life.survive(process.balanceAfter(token)).catch((error: unknown) => {
      if (error instanceof Crash || error instanceof StoreUnavailable) return undefined;
      throw error;
    });
    if (balance === undefined || shown < 0) return;
    if (balance === 'missing' || balance.revision < shown)
      throw new Broken(`the balance of ${token.stream} was to show event ${shown}`);
  }
}

function idOf(command: AccountCommand): string {
  switch (command.type) {
    case 'grant':
    case 'revoke':
      return command.grantId;
    case 'hold':
    case 'capture':
    case 'release':
    case 'extendHold':
      return command.holdId;
    case 'adjust':
      return command.adjustmentId;
    case 'recordUsage':
      return command.usageId;
    case 'expire':
      return '';
    default:
      return command satisfies never;
  }
}
