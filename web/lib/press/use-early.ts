import { useCallback, useEffect, useEffectEvent, useRef, type RefCallback } from 'react';
import { takeEarlyPress, type EarlyPress } from './early';

/**
 * Takes over a form that can be filled in and sent before the page's code is there: what was typed stays, and it is sent once if it was.
 * @param name the form's `data-press`
 * @param read reads what was typed, before the form is drawn again, which puts back what the page's code knows
 * @param put puts it where the form reads it
 */
export function useEarly<Written>(name: string, read: (form: HTMLFormElement, press: EarlyPress | undefined) => Written, put: (written: Written) => void): RefCallback<HTMLFormElement> {
  const taken = useRef<{ readonly form: HTMLFormElement; readonly written: Written; readonly press: EarlyPress | undefined }>(undefined);
  const ref = useCallback((form: HTMLFormElement | null): void => {
    if (form === null) return;
    const press = takeEarlyPress(form, name);
    taken.current = { form, written: read(form, press), press };
  }, [name, read]);
  const putBack = useEffectEvent(put);
  useEffect(() => {
    if (taken.current === undefined) return;
    const { form, written, press } = taken.current;
    taken.current = undefined;
    putBack(written);
    // Once the texts are where the form reads them.
    if (press !== undefined) setTimeout(() => form.requestSubmit());
  }, []);
  return ref;
}

const promptIn = (form: HTMLFormElement, press: EarlyPress | undefined): string => press?.prompt ?? form.querySelector<HTMLTextAreaElement>('textarea[name=prompt]')?.value ?? '';

/** Of a form with a prompt. @param onPrompt told of what was written into it */
export const useEarlyPress = (name: string, onPrompt: (prompt: string) => void): RefCallback<HTMLFormElement> =>
  useEarly(name, promptIn, (prompt) => {
    if (prompt.trim() !== '') onPrompt(prompt);
  });
