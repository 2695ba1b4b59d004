import { Inject } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../../kernel/clock.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { UserId } from '../../../platform/http/security/session-user.js';
import type { MailPort } from '../../../platform/mail/port.js';
import { CLOCK, CONFIG, LOGGER, MAIL } from '../../../platform/tokens.js';
import { letterOrigin } from '../letter-origin.js';
import { Users } from '../../accounts/users.js';
import { letterLink, mayReach, post } from './post.js';
import { mailLanguage, type LetterWords, type MailLanguage } from './words.js';

/** Text of an email in one language. Paths are on this site, and page paths omit the language. */
export interface WrittenLetter {
  readonly words: LetterWords;
  /** Path of the button. */
  readonly path: string;
  /** Further links below the button. */
  readonly more: readonly { readonly label: string; readonly path: string }[];
}

/** An email from another context to a user. */
export interface LetterToUser {
  readonly userId: UserId;
  /** Stable id; the same id is the same email. */
  readonly id: string;
  /** Kind of the email, for logs. */
  readonly what: string;
  /** Time of its cause. */
  readonly at: Millis;
  readonly written: Readonly<Record<MailLanguage, WrittenLetter>>;
  /** About a moderator's decision: not sent to users who do not want such emails, or have not verified the address. */
  readonly isDecision?: true;
}

/**
 * Sends an email to a user in the user's language. Does nothing if the user has no address, is gone, or never proved
 * the address. Other contexts call it while handling their own messages (adr/0014), so StoreUnavailable makes the relay
 * deliver the message again.
 */
export class SendLetter extends Command<void> {
  constructor(readonly letter: LetterToUser) {
    super();
  }
}

interface OriginConfig {
  readonly publicUrl?: string;
  readonly port: number;
}

@CommandHandler(SendLetter)
export class SendLetterHandler implements ICommandHandler<SendLetter> {
  constructor(
    private readonly users: Users,
    private readonly host: HttpAdapterHost,
    @Inject(MAIL) readonly mail: MailPort,
    @Inject(CLOCK) readonly clock: Clock,
    @Inject(LOGGER) readonly log: Logs,
    @Inject(CONFIG) private readonly config: OriginConfig,
  ) {}

  async execute({ letter: { userId, id, what, at, written, isDecision } }: SendLetter): Promise<void> {
    const user = await this.users.find(userId);
    if (user?.emailGiven === undefined || user.purgedAt !== undefined || !mayReach(this, user)) return;
    if (isDecision === true && (user.noDecisionLetters === true || user.emailVerified === undefined)) return;
    const language = mailLanguage(user.language ?? 'en');
    const { words, path, more } = written[language];
    const linkTo = (to: string): string => letterLink(letterOrigin(this.config, this.host), language, to);
    await post(
      this,
      { id, what },
      {
        to: user.emailGiven,
        at,
        letter: {
          words,
          language,
          link: linkTo(path),
          more: more.map((one) => ({ label: one.label, link: linkTo(one.path) })),
        },
      },
    );
  }
}
