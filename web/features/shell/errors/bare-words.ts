import { directionOf } from '@src/kernel/locales.shared';
import { DEFAULT_LOCALE } from '@/i18n/locales';
import ar from '@/messages/ar/bare.json';
import de from '@/messages/de/bare.json';
import en from '@/messages/en/bare.json';

const WORDS = new Map<string, typeof en>([
  ['ar', ar],
  ['de', de],
]);

/** Texts of a page outside the frame, and of its button. */
export interface BareWords {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly words: typeof en;
  /** Target of the button: the home page of the language. */
  readonly home: string;
}

/**
 * The texts of a page outside the shell, in the language of its path. English if the path has none, or one without
 * translation.
 */
export function bareWordsOf(path: string): BareWords {
  const [, locale = ''] = path.split('/');
  const words = WORDS.get(locale);
  if (words === undefined) return { lang: DEFAULT_LOCALE, dir: 'ltr', words: en, home: '/' };
  return { lang: locale, dir: directionOf(locale), words, home: `/${locale}` };
}
