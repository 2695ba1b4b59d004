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

/** Turns keys of one letter on or off, for this browser. */
export function turnSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // No right to store: it holds until the page is left.
  }
  changes.emit();
}

/** Whether keys of one letter count. */
export const useAreSingleKeysOn = (): boolean => useSyncExternalStore(changes.subscribe, isSingle, () => true);

/** What takes letters or arrows for itself. */
const TYPING = 'input, textarea, select, [contenteditable=true], [role=application], [role=slider], [role=listbox], [role=combobox], [role=menu]';
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';

/** Carries out what keys ask for, anywhere on the page. What something on the page has taken for itself is not asked for. */
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
