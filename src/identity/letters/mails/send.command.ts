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

/** What a letter says in one language. Paths are this site's own; those of pages without their language. */
export interface WrittenLetter {
  readonly words: LetterWords;
  /** Where the button leads. */
  readonly path: string;
  /** Further links below it. */
  readonly more: readonly { readonly label: string; readonly path: string }[];
}

/** A letter of another context to a user. */
export interface LetterToUser {
  readonly userId: UserId;
  /** Names it: the same again is the same letter. */
  readonly id: string;
  /** What it is, in logs. */
  readonly what: string;
  /** When its cause was. */
  readonly at: Millis;
  readonly written: Readonly<Record<MailLanguage, WrittenLetter>>;
}

/**
 * Writes to a user in the user's language; to no one who has no address or is gone, or whose address no one has proved. For other contexts, in whose messages it is asked
 * for (adr/0014): it throws StoreUnavailable to be given it again.
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

  async execute({ letter: { userId, id, what, at, written } }: SendLetter): Promise<void> {
    const user = await this.users.find(userId);
    if (user?.emailGiven === undefined || user.purgedAt !== undefined || !mayReach(this, user)) return;
    const language = mailLanguage(user.language ?? 'en');
    const { words, path, more } = written[language];
    const linkTo = (to: string): string => letterLink(letterOrigin(this.config, this.host), language, to);
    await post(this, { id, what }, { to: user.emailGiven, at, letter: { words, language, link: linkTo(path), more: more.map((one) => ({ label: one.label, link: linkTo(one.path) })) } });
  }
}
