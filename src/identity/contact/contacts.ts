import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import { deleteWhere, update, type Change } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { CONTACT_STATES, CONTACT_TOPICS, type ContactAnswer, type ContactForm, type ContactPage, type ContactState, type ContactSummary, type ContactView } from './contact.shared.js';
import { contactAnswered, contactLetterDue } from './messages.js';

/** How long a message is kept after anything was last done about it. */
export const CONTACT_KEPT_MS: Millis = 365 * 86_400_000;
const BEGINS = 120;

export const CONTACTS: CollectionDefinition = { name: 'contacts_v1', indexes: [['at'], ['state', 'at'], ['userId', 'at'], ['emailKey', 'at'], ['changedAt']] };
/** A message to whoever runs the installation, by the id that the browser minted. */
export const contactDocument = z.object({
  id: z.string(),
  at: z.int(),
  changedAt: z.int(),
  state: z.enum(CONTACT_STATES),
  name: z.string(),
  email: z.string(),
  /** Name of that address, by which what was written signed out goes with the account that has it. */
  emailKey: z.string().exactOptional(),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string(),
  creationId: z.string().exactOptional(),
  /** BCP 47, of the letters about it. */
  language: z.string(),
  /** Who was signed in or visiting. */
  userId: z.string().min(1).transform((id) => id as UserId).exactOptional(), // the brand is given where the document is read
  isOwnAddress: z.boolean(),
  answers: z.array(z.object({ id: z.string(), at: z.int(), text: z.string() })),
});
export type ContactDocument = z.infer<typeof contactDocument>;

/** A message with what the server adds to it. */
export interface NewContact extends ContactForm {
  readonly id: string;
  readonly at: Millis;
  readonly language: string;
  readonly emailKey: string;
  readonly userId?: UserId;
  readonly isOwnAddress: boolean;
}

/** Which letters follow from a message. */
export interface Letters {
  /** To whom it is from: only where the address is their own, so that no one is written to for what a stranger typed. */
  readonly writer: boolean;
  /** To the operator: where an address is set. */
  readonly operator: boolean;
}

const summary = ({ id, at, state, topic, name, message }: ContactDocument): ContactSummary => ({ id, at, state, topic, name, begins: message.slice(0, BEGINS) });

/** A message as an administrator reads it. */
export function contactView({ id, at, state, topic, name, email, message, language, userId, isOwnAddress, creationId, answers }: ContactDocument): ContactView {
  return { id, at, state, topic, name, email, message, language, userId: userId ?? null, isOwnAddress, creationId: creationId ?? null, answers };
}

/** What people have written to whoever runs the installation. Letters and notices follow from messages in the same write. */
export class Contacts {
  constructor(private readonly contacts: Collection<ContactDocument>) {}

  /** @throws StoreUnavailable */
  async find(id: string): Promise<ContactDocument | undefined> {
    return (await this.contacts.get(id))?.document;
  }

  /**
   * Keeps a message.
   * @returns `mismatch` when another one has the id; the same one again is as good as the first time
   * @throws StoreUnavailable
   */
  async take(contact: NewContact, letters: Letters): Promise<'taken' | 'mismatch'> {
    const document: ContactDocument = { ...contact, changedAt: contact.at, state: 'open', answers: [] };
    const outbox: readonly OutboxMessage[] = [
      ...(letters.writer ? [contactLetterDue({ kind: 'received', contactId: contact.id })] : []),
      ...(letters.operator ? [contactLetterDue({ kind: 'operator', contactId: contact.id })] : []),
    ];
    if ((await this.contacts.put({ id: contact.id, document, expectedVersion: 0, outbox })) === 'written') return 'taken';
    return isSame(await this.find(contact.id), contact) ? 'taken' : 'mismatch';
  }

  /**
   * Answers a message by a letter, and by a notice where the writer has been known.
   * @returns the message as it is now; undefined when there is none. @throws StoreUnavailable
   */
  async answer({ id, answerId, text }: ContactAnswer, at: Millis): Promise<ContactDocument | undefined> {
    const answered = await update(this.contacts, id, (stored): Change<ContactDocument> => {
      if (stored.answers.some((answer) => answer.id === answerId)) return 'unchanged';
      return {
        document: { ...stored, state: 'answered', changedAt: at, answers: [...stored.answers, { id: answerId, at, text }] },
        outbox: [contactLetterDue({ kind: 'answer', contactId: id, answerId }), ...(stored.userId === undefined ? [] : [contactAnswered({ contactId: id, answerId, at })])],
      };
    });
    return answered?.document;
  }

  /** Closes a message or opens it again. @returns the message as it is now; undefined when there is none. @throws StoreUnavailable */
  async setState(id: string, state: ContactState, at: Millis): Promise<ContactDocument | undefined> {
    return (await update(this.contacts, id, (stored) => (stored.state === state ? 'unchanged' : { document: { ...stored, state, changedAt: at } })))?.document;
  }

  /** @param state only those; default all. @throws StoreUnavailable, InvalidCursor */
  async list(state: ContactState | undefined, limit: number, after?: string): Promise<ContactPage> {
    const page = await this.contacts.find({ ...(state === undefined ? {} : { where: { state } }), order: { field: 'at', direction: 'descending' }, limit, ...defined({ after }) });
    return { items: page.items.map(({ document }) => summary(document)), open: await this.contacts.count({ state: 'open' }), ...defined({ next: page.next }) };
  }

  /** Everything a user has written, the oldest first. @throws StoreUnavailable */
  async *of(userId: UserId): AsyncGenerator<ContactDocument, void, undefined> {
    let after: string | undefined;
    do {
      const page = await this.contacts.find({ where: { userId }, order: { field: 'at', direction: 'ascending' }, limit: 100, ...defined({ after }) });
      yield* page.items.map(({ document }) => document);
      after = page.next;
    } while (after !== undefined);
  }

  /** Deletes everything a user has written. Idempotent. @throws StoreUnavailable */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.contacts, { where: { userId } });
  }

  /** Deletes everything that is to be answered to an address, whoever wrote it. Idempotent. @throws StoreUnavailable */
  async forgetAddress(emailKey: string): Promise<void> {
    await deleteWhere(this.contacts, { where: { emailKey } });
  }

  /**
   * A visitor has become part of an account: what they wrote is the account's, and what they send meanwhile. Idempotent.
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
      await update(this.contacts, id, (stored) => (stored.userId === from ? { document: { ...stored, userId: to } } : 'unchanged'));
      found += 1;
    }
    return found;
  }

  /** Deletes what no one has touched for `CONTACT_KEPT_MS`. @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.contacts, { range: { field: 'changedAt', below: at - CONTACT_KEPT_MS } });
  }
}

const isSame = (known: ContactDocument | undefined, { email, topic, message, userId }: NewContact): boolean =>
  known !== undefined && known.email === email && known.topic === topic && known.message === message && known.userId === userId;
