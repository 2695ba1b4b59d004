import type { AccountCommand } from '../../src/credits/account/account.commands.js';

// What an account has to do, written down a second time and otherwise than the product does it: a list of pots that are
// searched, no index, no cache, no checkpoint. From the log it takes only what happened to which id and when; amounts,
// expiries and what a grant may pay for it takes from what was asked.

const DAY = 86_400_000;
/**
 * How long after its planned end a repeat of a hold is still answered (src/credits/README.md, "What may be forgotten").
 */
const HOLDS_REMEMBERED_MS = 30 * DAY;
const GRANTS_REMEMBERED_MS = 550 * DAY;

/** What happened, as far as the model takes it from the log. */
export interface Happened {
  readonly type: string;
  /** Of the grant, hold, adjustment or usage; empty for what has none. */
  readonly id: string;
  readonly at: number;
  /** What the event says is available after it. */
  readonly available: number;
  /**
   * What it says was granted, held, captured, taken back or adjusted; of an extension the new end; 0 for what says
   * nothing of the kind.
   */
  readonly amount: number;
  /** Of a revocation; empty otherwise. */
  readonly reference: string;
}

type CommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { readonly type: Type }>;

interface Pot {
  readonly id: string;
  readonly amount: number;
  readonly freeOnly: boolean;
  readonly ends: number;
  readonly source: string;
  /** Order of arrival. */
  readonly nth: number;
  left: number;
  held: number;
  spent: number;
  gone: 'no' | 'expired' | 'revoked';
  revokedBy: string | undefined;
  /** When nothing was left of it any more. */
  emptyAt: number | undefined;
}

interface SimulatedHold {
  readonly commands: CommandOf<'hold'>;
  parts: { readonly pot: Pot; readonly amount: number }[];
  ends: number;
  over: { readonly how: 'captured' | 'released' | 'expired'; readonly amount: number; readonly at: number } | undefined;
}

/** Sums over an account's life, whole credits. */
export interface Sums {
  readonly granted: number;
  readonly adjusted: number;
  readonly spent: number;
  readonly expired: number;
  readonly revoked: number;
}

export class Wrong extends Error {}
const wrong = (what: string): never => {
  throw new Wrong(what);
};

/** One account as it should be. */
export class Model {
  at = 0;
  readonly pots: Pot[] = [];
  readonly works = new Map<string, SimulatedHold>();
  private readonly adjustments = new Map<string, number>();
  private readonly usages = new Map<string, { readonly at: number; readonly listPrice: number }>();
  private totals = { granted: 0, adjusted: 0, spent: 0, expired: 0, revoked: 0 };

  get available(): number {
    return this.pots.reduce((sum, pot) => sum + pot.left, 0);
  }

  get held(): number {
    return this.pots.reduce((sum, pot) => sum + pot.held, 0);
  }

  get sums(): Sums {
    return this.totals;
  }

  /**
   * Takes what happened next.
   * @param commands everything that anybody has asked of this account
   * @throws Wrong when it should not have happened, or did otherwise than it says
   */
  take(happened: Happened, commands: readonly AccountCommand[]): void {
    if (happened.at < this.at) wrong(`time runs backwards at ${happened.type} ${happened.id}`);
    this.at = happened.at;
    this.happen(happened, commands);
    for (const pot of this.pots) {
      if (pot.left < 0 || pot.held < 0) wrong(`grant ${pot.id} is overdrawn by ${happened.type} ${happened.id}`);
      if (pot.left + pot.held > 0) pot.emptyAt = undefined;
      else pot.emptyAt ??= this.at;
    }
    if (happened.available !== this.available)
      wrong(`${happened.type} ${happened.id} says ${happened.available} are available, it should be ${this.available}`);
    const { granted, adjusted, spent, expired, revoked } = this.totals;
    if (granted + adjusted !== this.available + this.held + spent + expired + revoked)
      wrong(`credits came or went unseen at ${happened.type} ${happened.id}`);
  }

  private happen({ type, id, at, amount, reference }: Happened, commands: readonly AccountCommand[]): void {
    switch (type) {
      case 'CreditsGranted':
        return this.granted(
          id,
          at,
          wanted(commands, 'grant', (one) => one.grantId === id && one.amount === amount),
        );
      case 'CreditsHeld':
        return this.heldFor(
          at,
          wanted(commands, 'hold', (one) => one.holdId === id && one.amount === amount),
        );
      case 'HoldExtended':
        return this.extended(id, amount, commands);
      case 'HoldCaptured':
        return this.captured(
          id,
          at,
          wanted(commands, 'capture', (one) => one.holdId === id && one.amount === amount).amount,
        );
      case 'HoldReleased':
        return this.ended(wanted(commands, 'release', (one) => one.holdId === id).holdId, at, 'released');
      case 'HoldExpired':
        return this.ended(id, at, 'expired');
      case 'GrantExpired':
        return this.grantExpired(id, at, amount);
      case 'GrantRevoked':
        return this.revoked(
          id,
          amount,
          wanted(commands, 'revoke', (one) => one.grantId === id && one.reference === reference),
        );
      case 'CreditsAdjusted':
        return this.adjusted(
          id,
          at,
          wanted(commands, 'adjust', (one) => one.adjustmentId === id && one.amount === amount).amount,
        );
      case 'UsageRecorded':
        return this.used(
          at,
          wanted(commands, 'recordUsage', (one) => one.usageId === id && one.listPrice === amount),
        );
      case 'AccountCheckpointed':
        return;
      default:
        return wrong(`${type} is nothing that can happen to an account`);
    }
  }

  private granted(id: string, at: number, { amount, eligibility, expiresAt, source }: CommandOf<'grant'>): void {
    const earlier = this.pots.find((pot) => pot.id === id);
    if (earlier !== undefined) wrong(`grant ${id} was made twice`);
    if ((expiresAt ?? Infinity) <= at) wrong(`grant ${id} had expired when it was made`);
    this.add({ id, amount, freeOnly: eligibility === 'free-models', ends: expiresAt ?? Infinity, source });
    this.totals.granted += amount;
  }

  private add(pot: Pick<Pot, 'id' | 'amount' | 'freeOnly' | 'ends' | 'source'>): void {
    this.pots.push({
      ...pot,
      nth: this.pots.length,
      left: pot.amount,
      held: 0,
      spent: 0,
      gone: 'no',
      revokedBy: undefined,
      emptyAt: undefined,
    });
  }

  /** What can be spent at a time, in the order it burns. */
  private spendable(at: number, isFreeWork: boolean): readonly Pot[] {
    return this.pots
      .filter((pot) => pot.left > 0 && pot.gone === 'no' && pot.ends > at && (isFreeWork || !pot.freeOnly))
      .sort((a, b) => (a.ends === b.ends ? a.nth - b.nth : a.ends - b.ends));
  }

  private maxAvailable(at: number, isFreeWork: boolean): number {
    return this.spendable(at, isFreeWork).reduce((sum, pot) => sum + pot.left, 0);
  }

  private heldFor(at: number, commands: CommandOf<'hold'>): void {
    if (this.works.has(commands.holdId)) wrong(`hold ${commands.holdId} was made twice`);
    if (commands.expiresAt <= at) wrong(`hold ${commands.holdId} was over when it was made`);
    const work: SimulatedHold = { commands, parts: [], ends: commands.expiresAt, over: undefined };
    let missing = commands.amount;
    for (const pot of this.spendable(at, commands.eligibility === 'free-models')) {
      const amount = Math.min(pot.left, missing);
      if (amount === 0) break;
      work.parts.push({ pot, amount });
      pot.left -= amount;
      pot.held += amount;
      missing -= amount;
    }
    if (missing > 0) wrong(`hold ${commands.holdId} is ${missing} credits more than there were`);
    this.works.set(commands.holdId, work);
  }

  private open(id: string): SimulatedHold {
    const work = this.works.get(id);
    if (work === undefined || work.over !== undefined) throw new Wrong(`hold ${id} is not open`);
    return work;
  }

  private extended(id: string, ends: number, commands: readonly AccountCommand[]): void {
    const work = this.open(id);
    const { expiresAt } = wanted(commands, 'extendHold', (one) => one.holdId === id && one.expiresAt === ends);
    if (expiresAt <= work.ends) wrong(`hold ${id} was moved nearer`);
    work.ends = expiresAt;
  }

  private captured(id: string, at: number, amount: number): void {
    const work = this.open(id);
    if (amount > work.commands.amount) wrong(`more was captured of hold ${id} than was held`);
    let missing = amount;
    const rest: SimulatedHold['parts'] = [];
    for (const { pot, amount: whole } of work.parts) {
      const part = Math.min(whole, missing);
      missing -= part;
      pot.held -= part;
      pot.spent += part;
      rest.push({ pot, amount: whole - part });
    }
    this.totals.spent += amount;
    this.giveBack(rest, at);
    work.over = { how: 'captured', amount, at };
  }

  private ended(id: string, at: number, how: 'released' | 'expired'): void {
    const work = this.open(id);
    if (how === 'expired' && at < work.ends) wrong(`hold ${id} expired before its time`);
    this.giveBack(work.parts, at);
    work.over = { how, amount: 0, at };
  }

  private giveBack(parts: SimulatedHold['parts'], at: number): void {
    for (const { pot, amount } of parts) {
      pot.held -= amount;
      if (pot.gone === 'revoked') this.totals.revoked += amount;
      else if (pot.gone === 'expired' || pot.ends <= at) this.totals.expired += amount;
      else pot.left += amount;
    }
  }

  private pot(id: string): Pot {
    return this.pots.find((pot) => pot.id === id) ?? wrong(`there is no grant ${id}`);
  }

  private grantExpired(id: string, at: number, amount: number): void {
    const pot = this.pot(id);
    if (at < pot.ends) wrong(`grant ${id} expired before its time`);
    if (pot.gone !== 'no') wrong(`grant ${id} ended twice`);
    if (amount !== pot.left) wrong(`${amount} credits of grant ${id} expired where ${pot.left} were unspent`);
    this.totals.expired += pot.left;
    pot.left = 0;
    pot.gone = 'expired';
  }

  private revoked(id: string, amount: number, { reference }: CommandOf<'revoke'>): void {
    const pot = this.pot(id);
    if (pot.revokedBy !== undefined) wrong(`grant ${id} was revoked twice`);
    if (amount !== pot.left) wrong(`${amount} credits of grant ${id} were revoked where ${pot.left} were unspent`);
    pot.revokedBy = reference;
    this.totals.revoked += pot.left;
    pot.left = 0;
    pot.gone = 'revoked';
  }

  private adjusted(id: string, at: number, amount: number): void {
    if (this.adjustments.has(id)) wrong(`adjustment ${id} was made twice`);
    this.adjustments.set(id, amount);
    this.totals.adjusted += amount;
    if (amount > 0) return this.add({ id, amount, freeOnly: false, ends: Infinity, source: 'adjustment' });
    let missing = -amount;
    for (const pot of this.spendable(at, true)) {
      const part = Math.min(pot.left, missing);
      pot.left -= part;
      missing -= part;
    }
    if (missing > 0) wrong(`adjustment ${id} takes ${missing} credits more than there were`);
  }

  private used(at: number, { usageId, listPrice }: CommandOf<'recordUsage'>): void {
    const before = this.usages.get(usageId);
    if (before !== undefined && at < before.at + HOLDS_REMEMBERED_MS) wrong(`usage ${usageId} was recorded twice`);
    this.usages.set(usageId, { at, listPrice });
  }

  /** Whether a command that was answered as done is done. */
  isDone(command: AccountCommand): boolean {
    switch (command.type) {
      case 'grant':
        return this.pots.some((pot) => pot.id === command.grantId && pot.amount === command.amount);
      case 'hold':
        return this.works.get(command.holdId)?.commands.amount === command.amount;
      case 'capture':
        return (
          this.works.get(command.holdId)?.over?.how === 'captured' &&
          this.works.get(command.holdId)?.over?.amount === command.amount
        );
      case 'release':
        return ['released', 'expired'].includes(this.works.get(command.holdId)?.over?.how ?? '');
      case 'extendHold':
        return (this.works.get(command.holdId)?.ends ?? 0) >= command.expiresAt;
      case 'revoke':
        return this.pots.some((pot) => pot.id === command.grantId && pot.revokedBy === command.reference);
      case 'adjust':
        return this.adjustments.get(command.adjustmentId) === command.amount;
      case 'recordUsage':
        return this.usages.get(command.usageId)?.listPrice === command.listPrice;
      // Something may have become due between the answer and now; what stays due for good shows at the end.
      case 'expire':
        return true;
      default:
        return command satisfies never;
    }
  }

  /** Whether an account that stands as this one has reason to refuse a command so. */
  mayRefuse(command: AccountCommand, identifier: string): boolean {
    const now = Math.max(command.at, this.at);
    switch (command.type) {
      case 'grant': {
        const pot = this.pots.find((one) => one.id === command.grantId);
        if (identifier === 'IDEMPOTENCY_MISMATCH') return pot !== undefined && pot.amount !== command.amount;
        return (
          identifier === 'REQUEST_TOO_OLD' &&
          (command.expiresAt ?? Infinity) <= now &&
          (pot === undefined || this.isForgotten(pot, now))
        );
      }
      case 'hold': {
        const known = this.works.get(command.holdId);
        if (identifier === 'IDEMPOTENCY_MISMATCH')
          return known !== undefined && known.commands.amount !== command.amount;
        if (identifier === 'REQUEST_TOO_OLD')
          return command.expiresAt <= now && (known === undefined || isPast(known, now));
        return (
          identifier === 'CREDITS_NOT_ENOUGH' &&
          known === undefined &&
          this.maxAvailable(now, command.eligibility === 'free-models') < command.amount
        );
      }
      case 'capture':
      case 'release':
      case 'extendHold':
        return this.mayRefuseEnd(command, identifier, now);
      case 'revoke': {
        const pot = this.pots.find((one) => one.id === command.grantId);
        if (identifier === 'IDEMPOTENCY_MISMATCH')
          return pot?.revokedBy !== undefined && pot.revokedBy !== command.reference;
        return identifier === 'GRANT_NOT_FOUND' && (pot === undefined || this.isForgotten(pot, now));
      }
      case 'adjust':
        return (
          identifier === 'ADJUSTMENT_TOO_LARGE' &&
          command.amount < 0 &&
          !this.adjustments.has(command.adjustmentId) &&
          this.maxAvailable(now, true) < -command.amount
        );
      case 'recordUsage':
      case 'expire':
        return false;
      default:
        return command satisfies never;
    }
  }

  private mayRefuseEnd(
    command: CommandOf<'capture' | 'release' | 'extendHold'>,
    identifier: string,
    now: number,
  ): boolean {
    const work = this.works.get(command.holdId);
    if (identifier === 'HOLD_NOT_FOUND') return work === undefined || isPast(work, now);
    if (identifier === 'HOLD_CLOSED' && work?.over === undefined && work !== undefined && work.ends <= now)
      return command.type !== 'release';
    if (identifier === 'HOLD_CLOSED')
      return (
        work?.over !== undefined &&
        (command.type === 'extendHold' || (command.type === 'capture') === (work.over.how !== 'captured'))
      );
    if (command.type !== 'capture') return false;
    if (identifier === 'IDEMPOTENCY_MISMATCH')
      return work?.over?.how === 'captured' && work.over.amount !== command.amount;
    return identifier === 'VALIDATION_ERROR' && work !== undefined && command.amount > work.commands.amount;
  }

  private isForgotten(pot: Pot, now: number): boolean {
    return (
      pot.emptyAt !== undefined &&
      pot.ends !== Infinity &&
      Math.max(pot.ends, pot.emptyAt) + GRANTS_REMEMBERED_MS <= now
    );
  }
}

/**
 * Whether a hold ended so long ago that nobody has to know of it. One that is due has ended at its end, recorded or
 * not.
 */
function isPast({ commands, over, ends }: SimulatedHold, now: number): boolean {
  return (
    (over !== undefined || ends <= now) && Math.max(commands.expiresAt, over?.at ?? ends) + HOLDS_REMEMBERED_MS <= now
  );
}

/** The command that asked for what happened. @throws Wrong when nobody did */
function wanted<Type extends AccountCommand['type']>(
  commands: readonly AccountCommand[],
  type: Type,
  fits: (one: CommandOf<Type>) => boolean,
): CommandOf<Type> {
  // Narrowed by its discriminant, which the compiler does not follow through a type parameter.
  const found = commands.find((one): one is CommandOf<Type> => one.type === type && fits(one as CommandOf<Type>));
  if (found === undefined) throw new Wrong(`nobody asked for this ${type}`);
  return found;
}
