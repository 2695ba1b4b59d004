import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { RateLimit, RateRule } from '../../platform/rate-limit/port.js';
import { addressHash } from '../grants/grant-caps.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits per IP address, per email address, or both. Only hashes are stored. */
export const LIMITS = {
  /** Sign-ins per IP address: enough for a school behind one address, too few for a script that creates visitors. */
  signIn: { limit: 120, windowMs: MINUTE },
  /** Password attempts per account and IP address. A correct password resets the count. */
  password: { limit: 10, windowMs: 15 * MINUTE },
  /** Password attempts per account, day and IP address, for IP addresses that the account does not know. */
  strangersPasswordADay: { limit: 40, windowMs: 24 * HOUR },
  /**
   * Password attempts per account from all unknown origins together. Above it, each further one needs the human check.
   */
  strangersPasswordUnasked: { limit: 30, windowMs: HOUR },
  /** Sign-ups, and other calls that cause a hash or an email, per IP address. */
  account: { limit: 60, windowMs: HOUR },
  /** Emails to one address: first those requested from one IP address, then those from all. */
  letters: { limit: 5, windowMs: HOUR },
  lettersADay: { limit: 10, windowMs: 24 * HOUR },
  lettersAnywhere: { limit: 10, windowMs: HOUR },
  lettersAnywhereADay: { limit: 20, windowMs: 24 * HOUR },
  /**
   * Password reset emails per account, requested from all unknown origins together. The window is half the lifetime of
   * the link.
   */
  strangersResetLetter: { limit: 1, windowMs: 30 * MINUTE },
  /** Data exports per user; each one is built anew. */
  export: { limit: 3, windowMs: 24 * HOUR },
  /** Data exports of all visitors of an IP address together, because creating a visitor costs nothing. */
  visitorsExport: { limit: 20, windowMs: 24 * HOUR },
  /** Messages to the operator, per IP address and per user. */
  contact: { limit: 5, windowMs: HOUR },
  contactADay: { limit: 20, windowMs: 24 * HOUR },
  /**
   * Analytics visits, which the browser reports itself. Per user, with several tabs and a new visit after thirty idle
   * minutes; then per IP address.
   */
  visit: { limit: 30, windowMs: HOUR },
  visitsAnAddress: { limit: 600, windowMs: HOUR },
  /** Pages of public lists per IP address. Each one reads many documents. */
  listing: { limit: 300, windowMs: MINUTE },
  /** Codes and tokens tried per IP address. */
  token: { limit: 60, windowMs: 15 * MINUTE },
} as const satisfies Record<string, RateRule>;

type Counter = readonly [key: string, rule: RateRule];

/** Counts attempts by origin and target. Each method answers TOO_MANY_ATTEMPTS {seconds} above its limit. */
export class Limits {
  constructor(
    private readonly rateLimit: RateLimit,
    /** Key for hashing IP addresses. */
    private readonly key: Buffer,
  ) {}

  signIn(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`sign-in:${this.place(ip)}`, LIMITS.signIn]);
  }

  /** @param account key of the email address, or the user's id */
  password(account: string, ip: string): Promise<Result<void, ProductError>> {
    return this.take([this.passwordKey(account, ip), LIMITS.password]);
  }

  /** Password attempts from an IP address that the account does not know. */
  strangersPassword(account: string, ip: string): Promise<Result<void, ProductError>> {
    return this.take(
      [this.passwordKey(account, ip), LIMITS.password],
      [`${this.passwordKey(account, ip)}:day`, LIMITS.strangersPasswordADay],
    );
  }

  /** Password attempts from all unknown origins together. */
  strangersPasswordUnasked(account: string): Promise<Result<void, ProductError>> {
    return this.take([`password-strangers:${account}`, LIMITS.strangersPasswordUnasked]);
  }

  /** Password attempts from a browser that the account knows, at any IP address. */
  devicesPassword(account: string, device: string): Promise<Result<void, ProductError>> {
    return this.take([this.deviceKey(account, device), LIMITS.password]);
  }

  /**
   * Resets the counts after a correct password.
   * @param device absent when only the IP address was counted
   */
  async rightPassword(account: string, ip: string, device?: string): Promise<void> {
    await this.rateLimit.forget(this.passwordKey(account, ip));
    if (device !== undefined) await this.rateLimit.forget(this.deviceKey(account, device));
  }

  /**
   * A password reset email.
   * @param place a known IP address or browser; absent for all unknown origins together
   */
  resetLetter(account: string, place?: string): Promise<Result<void, ProductError>> {
    return this.take(...this.resetLetterCounters(account, place));
  }

  /**
   * Undoes `resetLetter` when the email could not be requested.
   * @param place as passed to `resetLetter`
   */
  async giveBackResetLetter(account: string, place?: string): Promise<void> {
    for (const [key] of this.resetLetterCounters(account, place)) await this.rateLimit.giveBack(key);
  }

  account(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`account:${this.place(ip)}`, LIMITS.account]);
  }

  letter(emailKey: string, ip: string): Promise<Result<void, ProductError>> {
    const place = this.place(ip);
    return this.take(
      [`letters:${emailKey}:${place}`, LIMITS.letters],
      [`letters-day:${emailKey}:${place}`, LIMITS.lettersADay],
      [`letters:${emailKey}`, LIMITS.lettersAnywhere],
      [`letters-day:${emailKey}`, LIMITS.lettersAnywhereADay],
    );
  }

  token(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`token:${this.place(ip)}`, LIMITS.token]);
  }

  /** @param visitorsIp IP address of a user without an account */
  export(userId: string, visitorsIp?: string): Promise<Result<void, ProductError>> {
    const address =
      visitorsIp === undefined ? [] : ([[`visitors-export:${this.place(visitorsIp)}`, LIMITS.visitorsExport]] as const);
    return this.take([`export:${userId}`, LIMITS.export], ...address);
  }

  /** @param userId absent without a session */
  contact(ip: string, userId: string | undefined): Promise<Result<void, ProductError>> {
    const who = [`ip:${this.place(ip)}`, ...(userId === undefined ? [] : [`user:${userId}`])];
    return this.take(
      ...who.flatMap(
        (one) =>
          [
            [`contact:${one}`, LIMITS.contact],
            [`contact-day:${one}`, LIMITS.contactADay],
          ] as const,
      ),
    );
  }

  /** A new analytics visit. */
  visit(userId: string, ip: string): Promise<Result<void, ProductError>> {
    return this.take([`visit:${userId}`, LIMITS.visit], [`visits:${this.place(ip)}`, LIMITS.visitsAnAddress]);
  }

  /** A page of a public list. */
  listing(ip: string): Promise<Result<void, ProductError>> {
    return this.take([`listing:${this.place(ip)}`, LIMITS.listing]);
  }

  private resetLetterCounters(account: string, place: string | undefined): readonly Counter[] {
    if (place === undefined) return [[`reset-letter:${account}`, LIMITS.strangersResetLetter]];
    const key = `${account}:${this.place(place)}`;
    return [
      [`reset-letter:${key}`, LIMITS.letters],
      [`reset-letter-day:${key}`, LIMITS.lettersADay],
    ];
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
      if (!answer.allowed)
        return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(answer.retryAfterMs / 1_000) }));
    }
    return ok(undefined);
  }
}
