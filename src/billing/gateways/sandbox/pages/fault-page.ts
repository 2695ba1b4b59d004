import { DASHBOARD_WORDS } from './dashboard-words.js';
import { framed } from './frame.js';
import { html } from './html.js';
import { languageOf } from './words.js';

/**
 * An error page.
 * @param language BCP 47
 */
export function faultPage(fault: 'signIn' | 'notAllowed' | 'unknown' | 'later', requested: string): string {
  const language = languageOf(requested);
  const words = DASHBOARD_WORDS[language];
  return framed(
    { language, title: words.title },
    html`<h1>${words.faults[fault]}</h1><p class="centred"><a class="button" href="/${language}/${fault === 'signIn' ? 'sign-in' : 'home'}">${words.home}</a></p>`,
  );
}
