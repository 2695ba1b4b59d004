type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Text that was typed before the page's code was loaded. */
export interface TypedText {
  readonly field: TextField;
  readonly text: string;
}

/** Texts typed into a form; checkboxes and the like are left out. */
export const typedTextsIn = (form: HTMLFormElement): readonly TypedText[] =>
  [...form.querySelectorAll<TextField>('textarea, input:not([type=checkbox], [type=radio], [type=file])')].flatMap(
    (field) => (field.value !== '' && field.value !== field.defaultValue ? [{ field, text: field.value }] : []),
  );

/** Sets a field's text again so that React notices it: React fires no change event for text typed before hydration. */
export function type({ field, text }: TypedText): void {
  // React tracks values set on the element and ignores an event that changes nothing; so set it by the prototype's
  // setter.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
