import type { Clock } from '../../kernel/clock.js';
import type { Logs } from '../../platform/http/logs.js';
import type { MailPort } from '../../platform/mail/port.js';
import { letterLink, post, type Addressed } from '../letters/mails/post.js';
import { mailLanguage } from '../letters/mails/words.js';
import type { Contacts } from './contacts.js';
import type { ContactLetterDue } from './messages.js';

export interface ContactLettersDeps {
  readonly contacts: Pick<Contacts, 'find'>;
  readonly mail: MailPort;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
  /** Public origin of the product, without a trailing slash. */
  readonly origin: () => string;
  /** The operator's support address, if configured. */
  readonly support?: string;
}

/** Sends emails about messages, to the sender or to the operator. */
export class ContactLetters {
  constructor(private readonly deps: ContactLettersDeps) {}

  /**
   * @param id of the outbox message, which identifies the email
   * @throws StoreUnavailable so that the message is delivered again
   */
  async write(id: string, due: ContactLetterDue): Promise<void> {
    const addressed = await this.read(due);
    if (addressed !== undefined) await post(this.deps, { id, what: `contact-${due.kind}` }, addressed);
  }

  /** @returns undefined when the message or answer was deleted, or there is no recipient */
  private async read(due: ContactLetterDue): Promise<Addressed | undefined> {
    const { contacts, origin, support } = this.deps;
    const contact = await contacts.find(due.contactId);
    if (contact === undefined) return undefined;
    const { email, at, name, topic, message } = contact;
    const language = mailLanguage(contact.language);
    switch (due.kind) {
      case 'received':
        return {
          to: email,
          at,
          letter: { kind: 'contactReceived', language, link: letterLink(origin(), language, '/contact-us') },
        };
      case 'operator':
        return support === undefined
          ? undefined
          : {
              to: support,
              at,
              letter: {
                kind: 'contactNew',
                language: 'en',
                link: letterLink(origin(), 'en', `/admin/messages?id=${contact.id}`),
                quoted: [`${name} <${email}>, ${topic}:`, message],
              },
            };
      case 'answer': {
        const answer = contact.answers.find((one) => one.id === due.answerId);
        return (
          answer && {
            to: email,
            at: answer.at,
            letter: {
              kind: 'contactAnswer',
              language,
              link: letterLink(origin(), language, '/contact-us'),
              quoted: [answer.text],
            },
          }
        );
      }
      default:
        return due satisfies never;
    }
  }
}
