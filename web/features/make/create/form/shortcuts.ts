/** Keyboard shortcuts of the pages that create. Pure. */

/** In the order of the shortcut list. */
export const SHORTCUTS = ['create', 'prompt', 'history', 'next', 'previous', 'download', 'compare', 'help'] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

/** The key of each shortcut. Single-letter ones can be turned off (WCAG 2.2, 2.1.4). */
export const KEYS: Readonly<Record<Shortcut, string>> = {
  create: 'Enter',
  prompt: '/',
  history: 'h',
  next: 'n',
  previous: 'p',
  download: 'd',
  compare: 'c',
  help: '?',
};

/** The parts of a keyboard event that matter here. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Auto-repeat of a held key, or part of an input-method composition. */
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** Where the focus is. */
export interface FocusState {
  /** In an element that uses letters or arrows itself. */
  readonly typing: boolean;
  /** Whether something covers the page, such as a dialog. */
  readonly covered: boolean;
}

/**
 * The shortcut for a key press. None while the user types, while a dialog covers the page, or for single keys that
 * are turned off.
 * @param single whether single-key shortcuts are on
 */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey, repeat, isComposing }: Press,
  { typing, covered }: FocusState,
  single: boolean,
): Shortcut | undefined {
  if (covered || repeat || isComposing || altKey) return undefined;
  // Control or ⌘ with Enter types nothing, so it works wherever the focus is.
  if (ctrlKey || metaKey) return key === KEYS.create ? 'create' : undefined;
  if (typing || !single) return undefined;
  return SHORTCUTS.find((one) => one !== 'create' && KEYS[one] === key.toLowerCase());
}
