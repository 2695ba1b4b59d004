import { useCallback, useEffect, useEffectEvent, useRef, type RefCallback } from 'react';
import { takeEarlyPress, type EarlyPress } from './early';

/**
 * For a form that can be filled in and submitted before hydration: keeps the typed text, and replays a submission once.
 * @param name the form's `data-press`
 * @param read reads the typed text, before React renders the form with its own state
 * @param put stores the text in the form's state
 */
export function useEarly<Written>(
  name: string,
  read: (form: HTMLFormElement, press: EarlyPress | undefined) => Written,
  put: (written: Written) => void,
): RefCallback<HTMLFormElement> {
  const taken = useRef<{
    readonly form: HTMLFormElement;
    readonly written: Written;
    readonly press: EarlyPress | undefined;
  }>(undefined);
  const ref = useCallback(
    (form: HTMLFormElement | null): void => {
      if (form === null) return;
      const press = takeEarlyPress(form, name);
      taken.current = { form, written: read(form, press), press };
    },
    [name, read],
  );
  const putBack = useEffectEvent(put);
  useEffect(() => {
    if (taken.current === undefined) return;
    const { form, written, press } = taken.current;
    taken.current = undefined;
    putBack(written);
    // After the form's state has the texts.
    if (press !== undefined) setTimeout(() => form.requestSubmit());
  }, []);
  return ref;
}

const promptIn = (form: HTMLFormElement, press: EarlyPress | undefined): string =>
  press?.prompt ?? form.querySelector<HTMLTextAreaElement>('textarea[name=prompt]')?.value ?? '';

/** For a form with a prompt. @param onPrompt called with the typed prompt */
export const useEarlyPress = (name: string, onPrompt: (prompt: string) => void): RefCallback<HTMLFormElement> =>
  useEarly(name, promptIn, (prompt) => {
    if (prompt.trim() !== '') onPrompt(prompt);
  });
