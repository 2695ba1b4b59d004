import { contactForm, CONTACT_LENGTH, type ContactForm } from '@src/identity/contact/contact.shared';

/** The fields that can have a problem, in the order of display. */
export const CONTACT_FIELDS = ['name', 'email', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** A field's problem, a key of `contact.problems`. */
export type ContactProblem =
  'nameMissing' | 'nameLong' | 'emailMissing' | 'emailWrong' | 'messageShort' | 'messageLong';

/** Values of the form's fields. */
export interface ContactDraft extends Omit<ContactForm, 'creationId'> {
  readonly creationId?: string;
}

const problemOf = (field: ContactField, draft: ContactDraft): ContactProblem => {
  switch (field) {
    case 'name':
      return draft.name.trim() === '' ? 'nameMissing' : 'nameLong';
    case 'email':
      return draft.email.trim() === '' ? 'emailMissing' : 'emailWrong';
    case 'message':
      return draft.message.trim().length < CONTACT_LENGTH.minMessage ? 'messageShort' : 'messageLong';
    default:
      return field satisfies never;
  }
};

/** The creation id in an address; undefined if the value cannot be an id. */
export function creationOf(parameter: string | null): string | undefined {
  const read = contactForm.shape.creationId.safeParse(parameter);
  return read.success ? read.data : undefined;
}

/** Validates the form as the server does. @returns the message to send, or the problems by field */
export function readContact(
  draft: ContactDraft,
):
  | { readonly form: ContactForm }
  | { readonly problems: readonly { readonly field: ContactField; readonly say: ContactProblem }[] } {
  const read = contactForm.safeParse({ ...draft, email: draft.email.trim() });
  if (read.success) return { form: read.data };
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  return {
    problems: CONTACT_FIELDS.filter((field) => wrong.has(field)).map((field) => ({
      field,
      say: problemOf(field, draft),
    })),
  };
}
