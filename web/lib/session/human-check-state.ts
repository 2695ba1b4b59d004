import type { CaptchaProvider } from '@src/identity/human-check/settings.shared';
import { createStore, useStore } from '@/lib/store';

/** A captcha's widget that is to be shown. `answer` is told what it gave; undefined when it was closed. */
export interface PendingCaptcha {
  readonly kind: CaptchaProvider;
  readonly siteKey: string;
  readonly answer: (given: string | undefined) => void;
}

/** What the page does to show that no flood comes from it. */
export type HumanCheckState = { readonly status: 'idle' } | { readonly status: 'working' } | { readonly status: 'asking'; readonly captcha: PendingCaptcha };

const IDLE: HumanCheckState = { status: 'idle' };
const check = createStore<HumanCheckState>(IDLE);

export const humanCheckState = check.get;

/** Follows it. @returns what stops it */
export const onHumanCheckState = check.subscribe;

/** What is done now; `idle` on the server. */
export const useHumanCheck = (): HumanCheckState => useStore(check);

/** Says that the page works until `work` is done. */
export async function whileWorking<T>(work: () => Promise<T>): Promise<T> {
  check.set({ status: 'working' });
  try {
    return await work();
  } finally {
    check.set(IDLE);
  }
}

/** Has a captcha's widget shown. @returns what it gave; undefined when it was closed */
export function askByWidget(captcha: Omit<PendingCaptcha, 'answer'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    check.set({ status: 'asking', captcha: { ...captcha, answer: (given) => { check.set(IDLE); resolve(given); } } });
  });
}
