/** What keys do on pages that make something. Pure. */

/** In the order in which they are listed. */
export const SHORTCUTS = ['create', 'prompt', 'history', 'next', 'previous', 'download', 'compare', 'help'] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

/** Their keys. Those of one letter can be turned off (WCAG 2.2, 2.1.4). */
export const KEYS: Readonly<Record<Shortcut, string>> = { create: 'Enter', prompt: '/', history: 'h', next: 'n', previous: 'p', download: 'd', compare: 'c', help: '?' };

/** What is known of a press of a key. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Held down, or part of a letter that is still being put together. */
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** Where the focus is. */
export interface FocusState {
  /** In something that takes letters or arrows for itself. */
  readonly typing: boolean;
  /** Something lies over the page. */
  readonly covered: boolean;
}

/**
 * What a press asks for; nothing while somebody types, while a dialog lies over the page, or for keys of one letter that are turned off.
 * @param single whether keys of one letter count
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, repeat, isComposing }: Press, { typing, covered }: FocusState, single: boolean): Shortcut | undefined {
  if (covered || repeat || isComposing || altKey) return undefined;
  // Control or ⌘ and Enter writes nothing, wherever the focus is.
  if (ctrlKey || metaKey) return key === KEYS.create ? 'create' : undefined;
  if (typing || !single) return undefined;
  return SHORTCUTS.find((one) => one !== 'create' && KEYS[one] === key.toLowerCase());
}
