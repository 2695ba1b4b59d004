import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { RateLimit, RateRule } from '../../platform/rate-limit/port.js';
import { addressHash } from '../grants/grant-caps.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What an address of the network, an e-mail address or both may try; nothing is kept but hashes. */
export const LIMITS = {
  /** Sign-ins of an address: enough for a school behind one, too few for a machine that mints visitors. */
  signIn: { limit: 120, windowMs: MINUTE },
  /** Passwords for an account from one address. The right one begins the count again. */
  password: { limit: 10, windowMs: 15 * MINUTE },
  /** Passwords for an account in a day, from one address that it has never been signed in to from. */
  strangersPasswordADay: { limit: 40, windowMs: 24 * HOUR },
  /** Passwords for an account from all places together that it does not know, before each further one has to pass the human check. */
  strangersPasswordUnasked: { limit: 30, windowMs: HOUR },
  /** Sign-ups, and other calls that cost a hash or a letter, of an address. */
  account: { limit: 60, windowMs: HOUR },
  /** Letters to an e-mail address, requested from one address of the network; then from everywhere. */
  letters: { limit: 5, windowMs: HOUR },
  lettersADay: { limit: 10, windowMs: 24 * HOUR },
  lettersAnywhere: { limit: 10, windowMs: HOUR },
  lettersAnywhereADay: { limit: 20, windowMs: 24 * HOUR },
  /** Letters to a new password, requested from all places together that the account does not know. Half as long as their link is good. */
  strangersResetLetter: { limit: 1, windowMs: 30 * MINUTE },
  /** Files of all that one has: each is made again. */
  export: { limit: 3, windowMs: 24 * HOUR },
  /** Of all visitors of an address of the network together: a visitor costs nothing to make. */
  visitorsExport: { limit: 20, windowMs: 24 * HOUR },
  /** Messages to the operator, of an address of the network; then of a user. */
  contact: { limit: 5, windowMs: HOUR },
  contactADay: { limit: 20, windowMs: 24 * HOUR },
  /** Visits that are begun, which a browser names itself: of a user, in several tabs and again after thirty idle minutes; then of an address. */
  visit: { limit: 30, windowMs: HOUR },
  visitsAnAddress: { limit: 600, windowMs: HOUR },
  /** Codes and tokens tried by an address. */
  token: { limit: 60, windowMs: 15 * MINUTE },
} as const satisfies Record<string, RateRule>;

type Counter = readonly [key: string, rule: RateRule];

/** Counts attempts by where they come from and whom they are for. Each answers TOO_MANY_ATTEMPTS {seconds} above its rule. */
export class Limits {
  constructor(
    private readonly rateLimit: RateLimit,
    /** Salts addresses. */
    private readonly key: Buffer,
  ) {}

  signIn(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`sign-in:${this.place(ip)}`, LIMITS.signIn]);
  }

  /** @param account the e-mail's key, or the user's id */
  password(account: string, ip: string): Promise<Result<void, ProductError>> {
    return this.take([this.passwordKey(account, ip), LIMITS.password]);
  }

  /** From an address that the account does not know. */
  strangersPassword(account: string, ip: string): Promise<Result<void, ProductError>> {
    return this.take([this.passwordKey(account, ip), LIMITS.password], [`${this.passwordKey(account, ip)}:day`, LIMITS.strangersPasswordADay]);
  }

  /** From all places together that the account does not know. */
  strangersPasswordUnasked(account: string): Promise<Result<void, ProductError>> {
    return this.take([`password-strangers:${account}`, LIMITS.strangersPasswordUnasked]);
  }

  /** From a browser that the account knows, wherever it is. */
  devicesPassword(account: string, device: string): Promise<Result<void, ProductError>> {
    return this.take([this.deviceKey(account, device), LIMITS.password]);
  }

  /** The password was right: wrong ones before it are forgotten. @param device absent where only the address is requested */
  async rightPassword(account: string, ip: string, device?: string): Promise<void> {
    await this.rateLimit.forget(this.passwordKey(account, ip));
    if (device !== undefined) await this.rateLimit.forget(this.deviceKey(account, device));
  }

  /** A letter to a new password. @param place that the account knows: an address or a browser; absent for all others together */
  resetLetter(account: string, place?: string): Promise<Result<void, ProductError>> {
    return this.take(...this.resetLetterCounters(account, place));
  }

  /** The letter could not be written after all. @param place as it was counted */
  async giveBackResetLetter(account: string, place?: string): Promise<void> {
    for (const [key] of this.resetLetterCounters(account, place)) await this.rateLimit.giveBack(key);
  }

  account(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`account:${this.place(ip)}`, LIMITS.account]);
  }

  letter(emailKey: string, ip: string): Promise<Result<void, ProductError>> {
    const place = this.place(ip);
    return this.take(
      [`letters:${emailKey}:${place}`, LIMITS.letters], [`letters-day:${emailKey}:${place}`, LIMITS.lettersADay],
      [`letters:${emailKey}`, LIMITS.lettersAnywhere], [`letters-day:${emailKey}`, LIMITS.lettersAnywhereADay],
    );
  }

  token(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`token:${this.place(ip)}`, LIMITS.token]);
  }

  /** @param visitorsIp of whoever has no account */
  export(userId: string, visitorsIp?: string): Promise<Result<void, ProductError>> {
    const address = visitorsIp === undefined ? [] : [[`visitors-export:${this.place(visitorsIp)}`, LIMITS.visitorsExport]] as const;
    return this.take([`export:${userId}`, LIMITS.export], ...address);
  }

  /** @param userId of whoever has a session */
  contact(ip: string, userId: string | undefined): Promise<Result<void, ProductError>> {
    const who = [`ip:${this.place(ip)}`, ...(userId === undefined ? [] : [`user:${userId}`])];
    return this.take(...who.flatMap((one) => [[`contact:${one}`, LIMITS.contact], [`contact-day:${one}`, LIMITS.contactADay]] as const));
  }

  /** A visit that begins and is to be counted. */
  visit(userId: string, ip: string): Promise<Result<void, ProductError>> {
    return this.take([`visit:${userId}`, LIMITS.visit], [`visits:${this.place(ip)}`, LIMITS.visitsAnAddress]);
  }

  private resetLetterCounters(account: string, place: string | undefined): readonly Counter[] {
    if (place === undefined) return [[`reset-letter:${account}`, LIMITS.strangersResetLetter]];
    const key = `${account}:${this.place(place)}`;
    return [[`reset-letter:${key}`, LIMITS.letters], [`reset-letter-day:${key}`, LIMITS.lettersADay]];
  }

  private passwordKey(account: string, ip: string): string {
    return `password:${account}:${this.place(ip)}`;
  }

  private deviceKey(account: string, device: string): string {
    return `password:${account}:${this.place(device)}`;
  }

  private place(ip: string): string {
    return addressHash(ip, this.key);
  }

  private async take(...counters: readonly Counter[]): Promise<Result<void, ProductError>> {
    for (const [key, rule] of counters) {
      const answer = await this.rateLimit.take(key, rule);
      if (!answer.allowed) return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(answer.retryAfterMs / 1_000) }));
    }
    return ok(undefined);
  }
}
