import type { WrittenLetter } from '../../identity/index.js';
import { filled } from '../invoices/invoice.words.js';
import { dayText, type InvoiceLanguage } from '../invoices/languages.js';
import { amountText } from '../plans/price.shared.js';
import type { LetterValue, LetterDraft } from './letter-draft.js';
import { BILLING_LETTER_WORDS, INVOICE_LINK } from './words.js';

type ToWrite = NonNullable<LetterDraft['letter']>;

/** A letter in every supported language; the recipient's language decides which one is shown. */
export function writtenIn(letter: ToWrite): Readonly<Record<InvoiceLanguage, WrittenLetter>> {
  return { en: written(letter, 'en'), de: written(letter, 'de'), ar: written(letter, 'ar') };
}

function written({ kind, values, path, invoice }: ToWrite, language: InvoiceLanguage): WrittenLetter {
  const words = BILLING_LETTER_WORDS[language][kind];
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value, language)]));
  const paragraphs = (all: readonly string[]): readonly string[] =>
    all
      .filter((one) => [...one.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => Object.hasOwn(texts, name)))
      .map((one) => filled(one, texts));
  return {
    words: {
      subject: filled(words.subject, texts),
      heading: words.heading,
      before: paragraphs(words.before),
      action: words.action,
      after: paragraphs(words.after),
    },
    path,
    more:
      invoice === undefined
        ? []
        : [
            {
              label: filled(INVOICE_LINK[language], { number: invoice.number }),
              path: `${invoice.path}?language=${language}`,
            },
          ],
  };
}

function textOf(value: LetterValue, language: InvoiceLanguage): string {
  if ('money' in value) return amountText(value.money, language);
  return 'day' in value ? dayText(value.day, language) : value.text;
}
