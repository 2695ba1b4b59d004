import { WIDGET_SCRIPTS, type CaptchaProvider } from '@src/identity/human-check/settings.shared';

/** The part of the widget's API in use; Turnstile and hCaptcha share it. */
interface WidgetApi {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string;
  remove(id: string): void;
}

/** The global that the provider's script sets. */
const apiOf = (kind: CaptchaProvider): WidgetApi | undefined =>
  (globalThis as { readonly [name in CaptchaProvider]?: WidgetApi })[kind]; // globals of the providers' scripts

const loading = new Map<CaptchaProvider, Promise<WidgetApi>>();

/** Loads a provider's script once; retries after a failed load. */
function load(kind: CaptchaProvider): Promise<WidgetApi> {
  const before = loading.get(kind);
  if (before !== undefined) return before;
  const api = new Promise<WidgetApi>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      loading.delete(kind);
      script.remove();
      reject(new Error(`the widget of ${kind} cannot be loaded`));
    };
    script.src = WIDGET_SCRIPTS[kind];
    script.async = true;
    script.onerror = fail;
    script.onload = () => {
      const loaded = apiOf(kind);
      if (loaded === undefined) fail();
      else resolve(loaded);
    };
    document.head.append(script);
  });
  loading.set(kind, api);
  return api;
}

export interface WidgetOptions {
  readonly kind: CaptchaProvider;
  readonly siteKey: string;
  /** BCP 47. */
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly onAnswer: (given: string) => void;
  readonly onFailed: () => void;
}

/** Renders a widget into an element, loading its script first. @returns removes it */
export function drawWidget(
  place: HTMLElement,
  { kind, siteKey, language, theme, onAnswer, onFailed }: WidgetOptions,
): () => void {
  let isGone = false;
  let remove = (): void => undefined;
  load(kind)
    .then((api) => {
      if (isGone) return;
      const failed = (): true => {
        if (!isGone) onFailed();
        return true;
      };
      const id = api.render(place, {
        sitekey: siteKey,
        theme,
        callback: onAnswer,
        'error-callback': failed,
        // hCaptcha's challenge would otherwise be outside the modal dialog, where nothing can be clicked.
        ...(kind === 'turnstile'
          ? { language: language.toLowerCase() }
          : { hl: language, 'challenge-container': place.id }),
      });
      remove = () => api.remove(id);
    })
    .catch(() => {
      if (!isGone) onFailed();
    });
  return () => {
    isGone = true;
    remove();
  };
}
