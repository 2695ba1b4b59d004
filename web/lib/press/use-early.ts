import { useCallback, useEffect, useRef, type RefCallback } from 'react';
import { takeOver } from './early';

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
 */
export function useEarlyPress(name: string): RefCallback<HTMLFormElement> {
  const taken = useRef<(() => void) | undefined>(undefined);
  // Read before the form is drawn again, which puts back what the page's code knows.
  const ref = useCallback((form: HTMLFormElement | null): void => {
    if (form === null) return;
    const typed = typedIn(form);
    const press = takeOver(form, name);
    const prompt = form.querySelector<HTMLTextAreaElement>('textarea[name=prompt]');
    const kept: readonly Typed[] = prompt === null || press?.prompt === undefined ? [] : [{ field: prompt, text: press.prompt }];
    taken.current = () => {
      for (const one of [...typed.filter(({ field }) => kept[0]?.field !== field), ...kept]) type(one);
      // Once the texts are where the form reads them.
      if (press !== undefined) setTimeout(() => form.requestSubmit());
    };
  }, [name]);
  useEffect(() => {
    taken.current?.();
    taken.current = undefined;
  }, []);
  return ref;
}
