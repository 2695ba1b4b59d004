/**
 * Speech sounds as Kokoro's network takes them. Sounds come from eSpeak NG as IPA with ties (`--ipa --tie=^`), so that
 * a diphthong or affricate is one sound. The rules are those of misaki 0.9, `espeak.py` (Apache-2.0), which the network
 * was trained with. Pure.
 */
import type { SpokenLanguage } from '../../../options.shared.js';

/** Languages that Kokoro speaks from sounds of eSpeak NG. */
export const KOKORO_LANGUAGES = ['en', 'en-gb', 'es', 'fr', 'it', 'pt'] as const satisfies readonly SpokenLanguage[];
export type KokoroLanguage = (typeof KOKORO_LANGUAGES)[number];

/** Numbers of the symbols: `config.json` of Kokoro-82M 1.0 (Apache-2.0). */
const GROUPS: readonly (readonly [first: number, symbols: string])[] = [
  [1, ';:,.!?'],
  [9, '—…"()“” \u0303ʣʥʦʨᵝꭧAI'],
  [31, 'O'],
  [33, 'Q'],
  [35, 'ST'],
  [39, 'W'],
  [41, 'Yᵊabcdef'],
  [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
  [75, 'βɔɕç'],
  [80, 'ɖðʤə'],
  [85, 'ɚɛɜ'],
  [90, 'ɟ'],
  [92, 'ɡ'],
  [99, 'ɥ'],
  [101, 'ɨɪʝ'],
  [110, 'ɯɰŋɳɲɴø'],
  [118, 'ɸθœ'],
  [123, 'ɹ'],
  [125, 'ɾɻ'],
  [128, 'ʁɽʂʃʈʧ'],
  [135, 'ʊʋ'],
  [138, 'ʌɣɤ'],
  [142, 'χʎ'],
  [147, 'ʒʔ'],
  [156, 'ˈˌː'],
  [162, 'ʰ'],
  [164, 'ʲ'],
  [169, '↓'],
  [171, '→↗↘'],
  [177, 'ᵻ'],
];
const NUMBERS: ReadonlyMap<string, number> = new Map(
  GROUPS.flatMap(([first, symbols]) => [...symbols].map((symbol, index) => [symbol, first + index] as const)),
);

/** Begins and ends every input of the network. */
export const EDGE = 0;
export const PAUSE = ' ';

/** The network's number of a symbol; undefined for a character that it does not know. */
export const numberOf = (symbol: string): number | undefined => NUMBERS.get(symbol);

type Rule = readonly [from: string | RegExp, to: string];

/** English, in this order. A tie is `^`. */
const ENGLISH: readonly Rule[] = [
  ['ʔˌn\u0329', 'ʔn'],
  ['ʔn\u0329', 'ʔn'],
  ['a^ɪ', 'I'],
  ['a^ʊ', 'W'],
  ['d^ʒ', 'ʤ'],
  ['e^ɪ', 'A'],
  ['t^ʃ', 'ʧ'],
  ['ɔ^ɪ', 'Y'],
  ['ə^l', 'ᵊl'],
  ['ʲo', 'jo'],
  ['ʲə', 'jə'],
  [/e(?!\^)/gu, 'A'],
  ['ʲ', ''],
  ['ɚ', 'əɹ'],
  ['r', 'ɹ'],
  ['x', 'k'],
  ['ç', 'k'],
  ['ɐ', 'ə'],
  ['ɬ', 'l'],
  ['\u0303', ''],
  [/(\S)\u0329/gu, 'ᵊ$1'],
  ['\u0329', ''],
];
const BRITISH: readonly Rule[] = [
  ['e^ə', 'ɛː'],
  ['iə', 'ɪə'],
  ['ə^ʊ', 'Q'],
];
const AMERICAN: readonly Rule[] = [
  ['o^ʊ', 'O'],
  ['ɜːɹ', 'ɜɹ'],
  ['ɜː', 'ɜɹ'],
  ['ɪə', 'iə'],
  ['ː', ''],
];
const ENGLISH_END: readonly Rule[] = [
  ['o', 'ɔ'],
  ['ɾ', 'T'],
  ['ʔ', 't'],
];
const OTHERS: readonly Rule[] = [
  ['a^ɪ', 'I'],
  ['a^ʊ', 'W'],
  ['d^z', 'ʣ'],
  ['d^ʒ', 'ʤ'],
  ['e^ɪ', 'A'],
  ['o^ʊ', 'O'],
  ['ə^ʊ', 'Q'],
  ['s^s', 'S'],
  ['t^s', 'ʦ'],
  ['t^ʃ', 'ʧ'],
  ['ɔ^ɪ', 'Y'],
  ['-', ''],
];
const RULES: Readonly<Record<KokoroLanguage, readonly Rule[]>> = {
  en: [...ENGLISH, ...AMERICAN, ...ENGLISH_END],
  'en-gb': [...ENGLISH, ...BRITISH, ...ENGLISH_END],
  es: OTHERS,
  fr: OTHERS,
  it: OTHERS,
  pt: OTHERS,
};
/** eSpeak NG marks a word of another language: `(en)weekend(fr)`, with ties between the letters. */
const SWITCH = /\([\p{L}^-]+\)/gu;

/**
 * Symbols of one word or more, separated by spaces.
 * @param ipa of eSpeak NG, with ties
 */
export function symbolsOf(ipa: string, language: KokoroLanguage): string {
  const mapped = RULES[language]
    .reduce((text, [from, to]) => text.replaceAll(from, to), ipa.normalize('NFC').replace(SWITCH, ''))
    .replaceAll('^', '');
  // A letter with a nasal mark is two symbols.
  const known = [...mapped].flatMap((letter) =>
    NUMBERS.has(letter) ? [letter] : [...letter.normalize('NFD')].filter((part) => NUMBERS.has(part)),
  );
  return known.join('').replace(/ +/g, ' ').trim();
}

/** Punctuation after a word, as symbols. */
export function pausesOf(punctuation: string): string {
  const mapped = punctuation
    .replace(/\.{2,}/g, '…')
    .replace(/[–―]/g, '—')
    .replace(/[。।]/g, '.')
    .replace(/[，、]/g, ',')
    .replace(/！/g, '!')
    .replace(/？/g, '?');
  return [...mapped]
    .filter((mark) => ';:,.!?—…'.includes(mark))
    .slice(0, 2)
    .join('');
}
