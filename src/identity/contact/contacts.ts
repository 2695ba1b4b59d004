import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import { deleteWhere, update, type Change } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import {
  CONTACT_STATES,
  CONTACT_TOPICS,
  RATINGS,
  type ContactAnswer,
  type ContactForm,
  type ContactPage,
  type ContactState,
  type ContactSummary,
  type ContactView,
} from './contact.shared.js';
import { contactAnswered, contactLetterDue } from './messages.js';

/** How long a message is kept after its last change. */
export const CONTACT_KEPT_MS: Millis = 365 * 86_400_000;
const BEGINS = 120;

export const CONTACTS: CollectionDefinition = {
  name: 'contacts_v1',
  indexes: [['at'], ['state', 'at'], ['userId', 'at'], ['emailKey', 'at'], ['changedAt']],
};
/** A message to the operator, by the id that the browser created. */
export const contactDocument = z.object({
  id: z.string(),
  at: z.int(),
  changedAt: z.int(),
  state: z.enum(CONTACT_STATES),
  name: z.string(),
  email: z.string(),
  /** Key of the email address. Messages sent while signed out are found by it when the account is deleted. */
  emailKey: z.string().exactOptional(),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string(),
  creationId: z.string().exactOptional(),
  rating: z.literal(RATINGS).exactOptional(),
  /** BCP 47 language of emails about the message. */
  language: z.string(),
  /** The account or visitor that sent the message; absent without a session. */
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId)
    .exactOptional(), // the brand is applied when the document is read
  isOwnAddress: z.boolean(),
  answers: z.array(z.object({ id: z.string(), at: z.int(), text: z.string() })),
});
export type ContactDocument = z.infer<typeof contactDocument>;

/** A message with the data that the server adds. */
export interface NewContact extends ContactForm {
  readonly id: string;
  readonly at: Millis;
  readonly language: string;
  readonly emailKey: string;
  readonly userId?: UserId;
  readonly isOwnAddress: boolean;
}

/** Emails that a new message causes. */
export interface Letters {
  /** To the sender, only at their account's address, so that nobody receives email for what a stranger typed. */
  readonly writer: boolean;
  /** To the operator, if a support address is configured. */
  readonly operator: boolean;
}

const summary = ({ id, at, state, topic, name, message }: ContactDocument): ContactSummary => ({
  id,
  at,
  state,
  topic,
  name,
  begins: message.slice(0, BEGINS),
});

/** Converts a stored message for administrators. */
export function contactView({
  id,
  at,
  state,
  topic,
  name,
  email,
  message,
  language,
  userId,
  isOwnAddress,
  creationId,
  rating,
  answers,
}: ContactDocument): ContactView {
  return {
    id,
    at,
    state,
    topic,
    name,
    email,
    message,
    language,
    userId: userId ?? null,
    isOwnAddress,
    creationId: creationId ?? null,
    rating: rating ?? null,
    answers,
  };
}

/** Stores messages to the operator. The outbox messages for emails and notifications are part of the same write. */
export class Contacts {
  constructor(private readonly contacts: Collection<ContactDocument>) {}

  /** @throws StoreUnavailable */
  async find(id: string): Promise<ContactDocument | undefined> {
    return (await this.contacts.get(id))?.document;
  }

  /**
   * Stores a message. Idempotent.
   * @returns `mismatch` when a different message has the id
   * @throws StoreUnavailable
   */
  async take(contact: NewContact, letters: Letters): Promise<'taken' | 'mismatch'> {
    const document: ContactDocument = { ...contact, changedAt: contact.at, state: 'open', answers: [] };
    const outbox: readonly OutboxMessage[] = [
      ...(letters.writer ? [contactLetterDue({ kind: 'received', contactId: contact.id })] : []),
      ...(letters.operator ? [contactLetterDue({ kind: 'operator', contactId: contact.id })] : []),
    ];
    if ((await this.contacts.put({ id: contact.id, document, expectedVersion: 0, outbox })) === 'written')
      return 'taken';
    return isSame(await this.find(contact.id), contact) ? 'taken' : 'mismatch';
  }

  /**
   * Answers a message by an email, and by a notification if the sender had a session.
   * @returns the message after the change; undefined when it does not exist
   * @throws StoreUnavailable
   */
  async answer({ id, answerId, text }: ContactAnswer, at: Millis): Promise<ContactDocument | undefined> {
    const answered = await update(this.contacts, id, (stored): Change<ContactDocument> => {
      if (stored.answers.some((answer) => answer.id === answerId)) return 'unchanged';
      return {
        document: {
          ...stored,
          state: 'answered',
          changedAt: at,
          answers: [...stored.answers, { id: answerId, at, text }],
        },
        outbox: [
          contactLetterDue({ kind: 'answer', contactId: id, answerId }),
          ...(stored.userId === undefined ? [] : [contactAnswered({ contactId: id, answerId, at })]),
        ],
      };
    });
    return answered?.document;
  }

  /**
   * Closes or reopens a message.
   * @returns the message after the change; undefined when it does not exist
   * @throws StoreUnavailable
   */
  async setState(id: string, state: ContactState, at: Millis): Promise<ContactDocument | undefined> {
    return (
      await update(this.contacts, id, (stored) =>
        stored.state === state ? 'unchanged' : { document: { ...stored, state, changedAt: at } },
      )
    )?.document;
  }

  /**
   * @param state only messages in this state; undefined for all
   * @throws StoreUnavailable, InvalidCursor
   */
  async list(state: ContactState | undefined, limit: number, after?: string): Promise<ContactPage> {
    const page = await this.contacts.find({
      ...(state === undefined ? {} : { where: { state } }),
      order: { field: 'at', direction: 'descending' },
      limit,
      ...defined({ after }),
    });
    return {
      items: page.items.map(({ document }) => summary(document)),
      open: await this.contacts.count({ state: 'open' }),
      ...defined({ next: page.next }),
    };
  }

  /**
   * All messages of a user, oldest first.
   * @throws StoreUnavailable
   */
  async *of(userId: UserId): AsyncGenerator<ContactDocument, void, undefined> {
    let after: string | undefined;
    do {
      const page = await this.contacts.find({
        where: { userId },
        order: { field: 'at', direction: 'ascending' },
        limit: 100,
        ...defined({ after }),
      });
      yield* page.items.map(({ document }) => document);
      after = page.next;
    } while (after !== undefined);
  }

  /**
   * Deletes all messages of a user. Idempotent.
   * @throws StoreUnavailable
   */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.contacts, { where: { userId } });
  }

  /**
   * Deletes all messages with an email address, whoever sent them. Idempotent.
   * @throws StoreUnavailable
   */
  async forgetAddress(emailKey: string): Promise<void> {
    await deleteWhere(this.contacts, { where: { emailKey } });
  }

  /**
   * Moves a merged visitor's messages to the account, including those sent meanwhile. Idempotent.
   * @throws StoreUnavailable
   */
  async mergeVisitor(from: UserId, to: UserId): Promise<void> {
    while ((await this.mergeVisitorOnce(from, to)) > 0) continue;
  }

  /** @returns how many messages were found */
  private async mergeVisitorOnce(from: UserId, to: UserId): Promise<number> {
    const query = { where: { userId: from }, order: { field: 'at', direction: 'ascending' }, limit: 100 } as const;
    let found = 0;
    for await (const { id } of pages(this.contacts, query)) {
      await update(this.contacts, id, (stored) =>
        stored.userId === from ? { document: { ...stored, userId: to } } : 'unchanged',
      );
      found += 1;
    }
    return found;
  }

  /**
   * Deletes messages unchanged for `CONTACT_KEPT_MS`.
   * @throws StoreUnavailable
   */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.contacts, { range: { field: 'changedAt', below: at - CONTACT_KEPT_MS } });
  }
}

const isSame = (known: ContactDocument | undefined, { email, topic, message, userId }: NewContact): boolean =>
  known !== undefined &&
  known.email === email &&
  known.topic === topic &&
  known.message === message &&
  known.userId === userId;
