import type { KeyboardEvent } from 'react';

/** What the board's keys do. */
export interface KeyActions {
  readonly add: () => void;
  readonly copy: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly fit: () => void;
  readonly chat: () => void;
  readonly panel: () => void;
  readonly run: () => void;
  readonly help: () => void;
}

/** What a key asks for; with Control or ⌘ another thing than without. */
function actionOf({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>): keyof KeyActions | undefined {
  if (altKey) return undefined;
  const letter = key.toLowerCase();
  if (ctrlKey || metaKey)
    return letter === 'z'
      ? shiftKey
        ? 'redo'
        : 'undo'
      : letter === 'y'
        ? 'redo'
        : letter === 'd'
          ? 'copy'
          : key === 'Enter'
            ? 'run'
            : undefined;
  return key === '?'
    ? 'help'
    : letter === 'n'
      ? 'add'
      : letter === 'f'
        ? 'fit'
        : letter === 'c'
          ? 'chat'
          : letter === 'e'
            ? 'panel'
            : undefined;
}

/** Hears the board's keys, while the focus is on it and nothing is being written. */
export const boardKeys =
  (actions: KeyActions) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event;
    // What stands over the page comes here too by React's way, and fields have keys of their own.
    if (
      !(target instanceof HTMLElement) ||
      !currentTarget.contains(target) ||
      target.closest('input, textarea, select, [role=radiogroup], [role=slider]') !== null
    )
      return;
    const name = actionOf(event);
    if (name === undefined) return;
    event.preventDefault();
    // The library would take Enter with Control for choosing one node more, or one less.
    event.stopPropagation();
    actions[name]();
  };
