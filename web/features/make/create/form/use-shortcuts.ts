'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter';
import { shortcutOf, type Shortcut } from './shortcuts';

const KEY = 'kinora.single-keys';
const changes = createEmitter();

function isSingle(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns single-key shortcuts on or off, in this browser. */
export function turnSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Storage is not available. The setting holds until the page is left.
  }
  changes.emit();
}

/** Whether single-key shortcuts are on. */
export const useAreSingleKeysOn = (): boolean => useSyncExternalStore(changes.subscribe, isSingle, () => true);

/** Elements that use letters or arrows themselves. */
const TYPING =
  'input, textarea, select, [contenteditable=true], [role=application], [role=slider], [role=listbox], [role=combobox], [role=menu]';
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';

/** Runs keyboard shortcuts anywhere on the page. Ignores keys that an element has already handled. */
export function useShortcuts(acts: Readonly<Record<Shortcut, () => void>>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  }, [acts]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const shortcut = shortcutOf(event, { typing, covered: document.querySelector(OVER) !== null }, isSingle());
      if (shortcut === undefined) return;
      event.preventDefault();
      latest.current[shortcut]();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
