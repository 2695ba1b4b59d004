import { useCallback, useEffect, useEffectEvent, useRef, type RefCallback } from 'react';
import { takeOver, type EarlyPress } from './early';

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Typed {
  readonly field: TextField;
  readonly text: string;
}

/** What was typed into a form, and into no box that is only marked. */
const typedIn = (form: HTMLFormElement): readonly Typed[] =>
  [...form.querySelectorAll<TextField>('textarea, input:not([type=checkbox], [type=radio], [type=file])')].flatMap((field) => (field.value !== '' && field.value !== field.defaultValue ? [{ field, text: field.value }] : []));

/** Types a text into a field once more, for the page's code to hear of it: React hears of no text that stood there before it came. */
function type({ field, text }: Typed): void {
  // React remembers what is set on the field itself, and compares it with what the browser has once it hears of a change.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Takes over a form that can be filled in and sent before the page's code is there: what was typed stays, and it is sent once if it was.
 * @param name the form's `data-press`
 * @param onPrompt told of what was written into the form's prompt
 */
export function useEarlyPress(name: string, onPrompt?: (prompt: string) => void): RefCallback<HTMLFormElement> {
  const taken = useRef<{ readonly form: HTMLFormElement; readonly typed: readonly Typed[]; readonly prompt: string; readonly press: EarlyPress | undefined }>(undefined);
  // Read before the form is drawn again, which puts back what the page's code knows.
  const ref = useCallback((form: HTMLFormElement | null): void => {
    if (form === null) return;
    const prompt = form.querySelector<HTMLTextAreaElement>('textarea[name=prompt]');
    const typed = typedIn(form).filter(({ field }) => field !== prompt);
    const press = takeOver(form, name);
    taken.current = { form, typed, prompt: press?.prompt ?? prompt?.value ?? '', press };
  }, [name]);
  const putPrompt = useEffectEvent((prompt: string) => onPrompt?.(prompt));
  useEffect(() => {
    if (taken.current === undefined) return;
    const { form, typed, prompt, press } = taken.current;
    taken.current = undefined;
    for (const one of typed) type(one);
    if (prompt.trim() !== '') putPrompt(prompt);
    // Once the texts are where the form reads them.
    if (press !== undefined) setTimeout(() => form.requestSubmit());
  }, []);
  return ref;
}
