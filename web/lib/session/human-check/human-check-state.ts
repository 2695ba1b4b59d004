import type { CaptchaProvider } from '@src/identity/human-check/settings.shared';
import { createStore, useStore } from '@/lib/store';

/** A captcha to show. `answer` is called with its token; undefined if it was closed. */
export interface PendingCaptcha {
  readonly kind: CaptchaProvider;
  readonly siteKey: string;
  readonly answer: (given: string | undefined) => void;
}

/** State of the human check. */
export type HumanCheckState =
  | { readonly status: 'idle' }
  | { readonly status: 'working' }
  | { readonly status: 'asking'; readonly captcha: PendingCaptcha };

const IDLE: HumanCheckState = { status: 'idle' };
const check = createStore<HumanCheckState>(IDLE);

export const humanCheckState = check.get;

/** Calls back at each change. @returns unsubscribes */
export const onHumanCheckState = check.subscribe;

/** Current state; `idle` on the server. */
export const useHumanCheck = (): HumanCheckState => useStore(check);

/** Sets the state to `working` until `work` has ended. */
export async function whileWorking<T>(work: () => Promise<T>): Promise<T> {
  check.set({ status: 'working' });
  try {
    return await work();
  } finally {
    check.set(IDLE);
  }
}

/** Shows a captcha. @returns its token; undefined if it was closed */
export function askByWidget(captcha: Omit<PendingCaptcha, 'answer'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    check.set({
      status: 'asking',
      captcha: {
        ...captcha,
        answer: (given) => {
          check.set(IDLE);
          resolve(given);
        },
      },
    });
  });
}
