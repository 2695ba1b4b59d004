import { readDraft, type Draft } from './draft';

const KEY = 'kinora.image.create';

/** Home's Create button: what was pressed there is made by the image page, once. */
export function handOff(draft: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

/** Takes what was handed over; a second look finds nothing. */
export function takeHandOff(): Draft | undefined {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return undefined;
  sessionStorage.removeItem(KEY);
  const draft = readDraft(JSON.parse(stored));
  return draft.prompt.trim() === '' ? undefined : draft;
}
