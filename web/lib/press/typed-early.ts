type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A text that was typed before the page's code was there. */
export interface TypedText {
  readonly field: TextField;
  readonly text: string;
}

/** What was typed into a form, and into no box that is only marked. */
export const typedTextsIn = (form: HTMLFormElement): readonly TypedText[] =>
  [...form.querySelectorAll<TextField>('textarea, input:not([type=checkbox], [type=radio], [type=file])')].flatMap((field) => (field.value !== '' && field.value !== field.defaultValue ? [{ field, text: field.value }] : []));

/** Types a text into a field once more, for the page's code to hear of it: React hears of no text that stood there before it came. */
export function type({ field, text }: TypedText): void {
  // React remembers what is set on the field itself, and compares it with what the browser has once it hears of a change.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
