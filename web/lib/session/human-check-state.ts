import { useSyncExternalStore } from 'react';
import type { CaptchaProvider } from '@src/identity/human-check/settings.shared';

/** A captcha's widget that is to be shown. `answer` is told what it gave; undefined when it was closed. */
export interface PendingCaptcha {
  readonly kind: CaptchaProvider;
  readonly siteKey: string;
  readonly answer: (given: string | undefined) => void;
}

/** What the page does to show that no flood comes from it. */
export type HumanCheckState = { readonly status: 'idle' } | { readonly status: 'working' } | { readonly status: 'asking'; readonly captcha: PendingCaptcha };

const IDLE: HumanCheckState = { status: 'idle' };
let current: HumanCheckState = IDLE;
const listeners = new Set<() => void>();

export const humanCheckState = (): HumanCheckState => current;

function set(next: HumanCheckState): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Follows it. @returns what stops it */
export function onHumanCheckState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is done now; `idle` on the server. */
export const useHumanCheck = (): HumanCheckState => useSyncExternalStore(onHumanCheckState, humanCheckState, () => IDLE);

/** Says that the page works until `work` is done. */
export async function whileWorking<T>(work: () => Promise<T>): Promise<T> {
  set({ status: 'working' });
  try {
    return await work();
  } finally {
    set(IDLE);
  }
}

/** Has a captcha's widget shown. @returns what it gave; undefined when it was closed */
export function askByWidget(captcha: Omit<PendingCaptcha, 'answer'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    set({ status: 'asking', captcha: { ...captcha, answer: (given) => { set(IDLE); resolve(given); } } });
  });
}
