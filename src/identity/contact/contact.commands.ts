import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { CLOCK } from '../../platform/tokens.js';
import { parseEmail } from '../accounts/email.js';
import { Limits } from '../sign-in/limits.js';
import type { ContactAnswer, ContactInput, ContactPage, ContactState, ContactView } from './contact.shared.js';
import { Contacts, contactView } from './contacts.js';
import { SUPPORT } from './support.js';

/** Author of a message, and origin of the request. */
export interface Writer {
  readonly ip: string;
  readonly language: string;
  readonly user?: SessionUser;
}

/**
 * Stores a message to the operator. VALIDATION_ERROR {field: email}, TOO_MANY_ATTEMPTS {seconds}, IDEMPOTENCY_MISMATCH.
 */
export class SendContact extends Command<Result<void, ProductError>> {
  constructor(
    readonly input: ContactInput,
    readonly writer: Writer,
  ) {
    super();
  }
}

/** Answers a message by email. VALIDATION_ERROR {field: id} when it does not exist. */
export class AnswerContact extends Command<Result<ContactView, ProductError>> {
  constructor(readonly answer: ContactAnswer) {
    super();
  }
}

/** Closes or reopens a message. VALIDATION_ERROR {field: id} when it does not exist. */
export class SetContactState extends Command<Result<ContactView, ProductError>> {
  constructor(
    readonly id: string,
    readonly state: Exclude<ContactState, 'answered'>,
  ) {
    super();
  }
}

/** Messages, newest first. VALIDATION_ERROR {field: cursor} for an invalid cursor. */
export class ListContacts extends Query<Result<ContactPage, ProductError>> {
  constructor(
    readonly state: ContactState | undefined,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** A complete message; null when it does not exist. */
export class GetContact extends Query<ContactView | null> {
  constructor(readonly id: string) {
    super();
  }
}

const unknown = (): { readonly ok: false; readonly error: ProductError } =>
  err(productError('VALIDATION_ERROR', { field: 'id' }));

@CommandHandler(SendContact)
export class SendContactHandler implements ICommandHandler<SendContact> {
  constructor(
    private readonly contacts: Contacts,
    private readonly limits: Limits,
    @Inject(SUPPORT) private readonly support: string | undefined,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    input: { website, ...form },
    writer: { ip, language, user },
  }: SendContact): Promise<Result<void, ProductError>> {
    // A bot that fills in the hidden field gets a success response, and nothing is stored.
    if (website !== '') return ok(undefined);
    const email = parseEmail(form.email);
    if (email === undefined) return err(productError('VALIDATION_ERROR', { field: 'email' }));
    const contact = {
      ...form,
      email: email.given,
      emailKey: email.key,
      at: this.clock.now(),
      language,
      isOwnAddress: user?.email === email.normal,
      ...defined({ userId: user?.id }),
    };
    const isRepeat = (await this.contacts.find(form.id)) !== undefined;
    let isLetterDue = false;
    if (!isRepeat) {
      const allowed = await this.limits.contact(ip, user?.id);
      if (!allowed.ok) return allowed;
      // The acknowledgement goes only to the address of the sender's account, because anybody can type another. A typed
      // address also keeps its email limit. Above the limit the message is still accepted, without the acknowledgement.
      isLetterDue = contact.isOwnAddress && (await this.limits.letter(email.key, ip)).ok;
    }
    const taken = await this.contacts.take(contact, { writer: isLetterDue, operator: this.support !== undefined });
    return taken === 'taken' ? ok(undefined) : err(productError('IDEMPOTENCY_MISMATCH'));
  }
}

@CommandHandler(AnswerContact)
export class AnswerContactHandler implements ICommandHandler<AnswerContact> {
  constructor(
    private readonly contacts: Contacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ answer }: AnswerContact): Promise<Result<ContactView, ProductError>> {
    const answered = await this.contacts.answer(answer, this.clock.now());
    return answered === undefined ? unknown() : ok(contactView(answered));
  }
}

@CommandHandler(SetContactState)
export class SetContactStateHandler implements ICommandHandler<SetContactState> {
  constructor(
    private readonly contacts: Contacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ id, state }: SetContactState): Promise<Result<ContactView, ProductError>> {
    const changed = await this.contacts.setState(id, state, this.clock.now());
    return changed === undefined ? unknown() : ok(contactView(changed));
  }
}

@QueryHandler(ListContacts)
export class ListContactsHandler implements IQueryHandler<ListContacts> {
  constructor(private readonly contacts: Contacts) {}

  async execute({ state, limit, cursor }: ListContacts): Promise<Result<ContactPage, ProductError>> {
    try {
      return ok(await this.contacts.list(state, limit, cursor));
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }
}

@QueryHandler(GetContact)
export class GetContactHandler implements IQueryHandler<GetContact> {
  constructor(private readonly contacts: Contacts) {}

  async execute({ id }: GetContact): Promise<ContactView | null> {
    const contact = await this.contacts.find(id);
    return contact === undefined ? null : contactView(contact);
  }
}
