import type { Clock } from '../../kernel/clock.js';
import type { Logs } from '../../platform/http/logs.js';
import type { MailPort } from '../../platform/mail/port.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Addresses } from '../accounts/addresses.js';
import { emailCode, linkToken } from '../sign-in/links.js';
import { letterLink, mayReach, post, type Addressed } from './mails/post.js';
import { mailLanguage, type MailLanguage } from './mails/words.js';
import type { LetterDue } from '../messages.js';
import type { Resets } from '../sign-in/resets.js';
import type { SignUps } from '../sign-in/sign-ups.js';
import type { Users } from '../accounts/users.js';

export interface LettersDeps {
  readonly mail: MailPort;
  readonly signUps: SignUps;
  readonly resets: Resets;
  readonly addresses: Addresses;
  readonly users: Users;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
  /** Derives tokens and codes. */
  readonly key: Buffer;
  /** Public origin of the product, without a trailing slash; never taken from a request. */
  readonly origin: () => string;
}

/**
 * Composes and sends the emails that documents have requested. Whether an email is still needed, and its content, are
 * decided when it is sent. Only here do addresses with and without an account differ.
 */
export class Letters {
  constructor(private readonly deps: LettersDeps) {}

  /**
   * @param id of the message, which identifies the email
   * @throws StoreUnavailable so that the message is delivered again
   */
  async write(id: string, due: LetterDue): Promise<void> {
    const addressed = await this.read(due);
    if (addressed !== undefined) await post(this.deps, { id, what: due.kind }, addressed);
  }

  private read(due: LetterDue): Promise<Addressed | undefined> {
    switch (due.kind) {
      case 'verify':
        return this.verify(due.signUpId);
      case 'reset':
        return this.reset(due.resetId);
      case 'password-changed':
        return this.toUser(due, 'changed', '/forgot-password');
      case 'deleted':
        return this.toUser(due, 'deleted', '/sign-in');
      case 'export-ready':
        return this.toUser(due, 'export', '/account');
      default:
        return due satisfies never;
    }
  }

  private async verify(signUpId: string): Promise<Addressed | undefined> {
    const { signUps, addresses, clock, key } = this.deps;
    const signUp = await signUps.find(signUpId, clock.now());
    if (signUp === undefined) return undefined;
    const language = mailLanguage(signUp.language);
    const owner = await addresses.owner(signUp.emailKey);
    // An earlier email has already verified the address.
    if (owner?.id === signUp.userId) return undefined;
    const about = { to: owner?.emailGiven ?? signUp.given, at: signUp.createdAt };
    if (owner !== undefined)
      return { ...about, letter: { kind: 'known', language, link: this.link(language, '/sign-in') } };
    const link = this.link(language, '/verify-email', linkToken(key, 'verify', signUp.seed));
    return { ...about, letter: { kind: 'verify', language, link, code: emailCode(key, signUp.seed) } };
  }

  private async reset(resetId: string): Promise<Addressed | undefined> {
    const { resets, addresses, clock, key } = this.deps;
    const reset = await resets.find(resetId, clock.now());
    const owner = reset === undefined ? undefined : await addresses.owner(reset.emailKey);
    if (reset === undefined || owner?.emailGiven === undefined || !mayReach(this.deps, owner)) return undefined;
    const language = mailLanguage(reset.language);
    return {
      to: owner.emailGiven,
      at: reset.createdAt,
      letter: {
        kind: 'reset',
        language,
        link: this.link(language, '/reset-password', linkToken(key, 'reset', reset.seed)),
      },
    };
  }

  private async toUser(
    { userId, at }: { readonly userId: UserId; readonly at: number },
    kind: 'changed' | 'deleted' | 'export',
    path: string,
  ): Promise<Addressed | undefined> {
    const user = await this.deps.users.find(userId);
    if (user?.emailGiven === undefined || !mayReach(this.deps, user)) return undefined;
    const language = mailLanguage(user.language ?? 'en');
    return { to: user.emailGiven, at, letter: { kind, language, link: this.link(language, path) } };
  }

  private link(language: MailLanguage, path: string, token?: string): string {
    return letterLink(this.deps.origin(), language, `${path}${token === undefined ? '' : `?token=${token}`}`);
  }
}
