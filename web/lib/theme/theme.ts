/** What the visitor chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'dark' | 'light';

const KEY = 'theme';

const isChoice = (value: string | null): value is 'dark' | 'light' => value === 'dark' || value === 'light';

/** Runs in the page's head before anything is painted, so that the first frame already has the right theme. */
export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem('${KEY}')}catch(e){}
var light=t==='light'||(t!=='dark'&&matchMedia('(prefers-color-scheme: light)').matches);
document.documentElement.dataset.theme=light?'light':'dark'})()`;

/** The stored choice. */
export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return isChoice(stored) ? stored : 'system';
}

const prefersLight = (): boolean => matchMedia('(prefers-color-scheme: light)').matches;

function apply(choice: ThemeChoice): void {
  const light = choice === 'light' || (choice === 'system' && prefersLight());
  document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
}

/** Stores the choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply(choice);
}

/** Follows the device's theme and other tabs while the page is open. @returns the unsubscribe function */
export function followTheme(): () => void {
  const media = matchMedia('(prefers-color-scheme: light)');
  const onMedia = (): void => apply(themeChoice());
  const onStorage = (event: StorageEvent): void => {
    if (event.key === KEY) apply(themeChoice());
  };
  // A page that is rendered only in the browser, such as the 404 page, has not run the script in its head.
  onMedia();
  media.addEventListener('change', onMedia);
  window.addEventListener('storage', onStorage);
  return () => {
    media.removeEventListener('change', onMedia);
    window.removeEventListener('storage', onStorage);
  };
}
