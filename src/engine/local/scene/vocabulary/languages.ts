/** The interface languages in which a prompt may be written, and their word endings. */

export const LANGUAGES = [
  'en',
  'zh',
  'th',
  'it',
  'pl',
  'tr',
  'fr',
  'ko',
  'de',
  'ja',
  'ru',
  'pt',
  'ar',
  'no',
  'nl',
  'da',
  'es',
  'id',
  'tw',
] as const;
/** `zh` is Simplified, `tw` Traditional Chinese. */
export type Language = (typeof LANGUAGES)[number];

/**
 * Words of one concept: for each language, synonyms separated by bars. `stem~` requires an ending of its language;
 * `+word` is a plural. Written in normal spelling; case and accents are folded on lookup.
 */
export type Words = { readonly [language in Language]?: string };

/** Related languages: a word of one in a prompt of the other is plausible. */
export const KIN: Readonly<Partial<Record<Language, readonly Language[]>>> = {
  no: ['da'],
  da: ['no'],
  es: ['pt'],
  pt: ['es'],
  zh: ['tw', 'ja'],
  tw: ['zh', 'ja'],
  ja: ['tw', 'zh'],
};

/** Languages in which adjectives follow the noun ("casa roja"). */
export const AFTER_NOUN: ReadonlySet<Language> = new Set(['th', 'it', 'fr', 'pt', 'ar', 'es', 'id']);
/** Languages in which the number follows the noun ("นกสองตัว", "새 두 마리"). */
export const COUNT_AFTER_NOUN: ReadonlySet<Language> = new Set(['th', 'ko', 'ja']);
/** Languages in which "without" follows the excluded word ("雲なし"). */
export const WITHOUT_AFTER_NOUN: ReadonlySet<Language> = new Set(['ja', 'ko', 'tr']);
/** Languages that compound nouns into one word ("Winterwald"). */
export const COMPOUNDING: ReadonlySet<Language> = new Set(['de', 'nl', 'da', 'no']);

interface Endings {
  /** After a whole word. */
  readonly word: readonly string[];
  /** After a stem marked `~`. */
  readonly stem: readonly string[];
  /** Those of either list that mark a plural. */
  readonly plural: readonly string[];
}

const endings = (word: string, stem: string, plural: string): Endings => ({
  word: split(word),
  stem: split(stem),
  plural: split(plural),
});
const split = (text: string): readonly string[] => text.split(' ').filter((part) => part !== '');
const SLAVIC_PL =
  'a ą e ę i o u y om ami ach ów em ie owi owie ym ymi ego emu ej ych im imi ich iem ią ię ia iu iach iami iom ii';
const SLAVIC_RU =
  'а я ы и у ю е о ь ой ей ою ею ом ем ам ям ами ями ах ях ов ев ий ый ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ью ия ии ию ией ием';

/** Endings by language. English (s, es, ies), Turkish and Korean have separate rules in `lexicon.ts`. */
export const ENDINGS: Readonly<Record<Language, Endings>> = {
  en: endings('s es', 'y ies', 's es ies'),
  it: endings('', 'o a i e hi he io ia', 'i e hi he'),
  es: endings('s es', 'o a os as e es ito ita itos itas', 's es os as itos itas'),
  pt: endings('s es', 'o a os as ão ões e es', 's es os as ões'),
  fr: endings('s x e es', 'e es s x', 's x es'),
  de: endings('e en er n s es em ern', 'e en er n s es em ern', ''),
  nl: endings('en s e je jes', 'en s e je jes', 'en s jes'),
  da: endings('e en et er ene erne ne n r t s ens ets', 'e en et er ene erne ne n r t s ens ets', 'er ene erne ne r'),
  no: endings('e en et er a ene ne n r t s ens ets', 'e en et er a ene ne n r t s ens ets', 'er ene ne r'),
  pl: endings(SLAVIC_PL, SLAVIC_PL, 'i y ów ami ach om owie iach iami iom ych ich ymi imi'),
  ru: endings(SLAVIC_RU, SLAVIC_RU, 'ы и ов ев ей ами ями ах ях ам ям ые ие ых их'),
  id: endings('nya', 'nya', ''),
  ar: endings('ات ين ون ها ان', 'ه ات ين ون ها ان ي', 'ات ين ون'),
  tr: endings('', '', ''),
  ko: endings('', '', ''),
  zh: endings('', '', ''),
  tw: endings('', '', ''),
  ja: endings('', '', ''),
  th: endings('', '', ''),
};

/** Turkish case, person and plural endings in order; vowel harmony is not checked. */
export const TURKISH_ENDING =
  /^(?:l[ae]r)?(?:[ıiuü]m[ıiuü]z|[ıiuü]n[ıiuü]z|s[ıiuü]|[ıiuü]m|[ıiuü]n|[ıiuü])?(?:n?d[ae]n?|t[ae]n?|[yn]?[ae]|[yn]?[ıiuü]|n?[ıiuü]n|y?l[ae]|l[ıiuü]|d[ae]ki|t[ae]ki)?$/;
/** Korean particles that may follow a noun at the end of a word. */
export const KOREAN_PARTICLES: ReadonlySet<string> = new Set(
  '을 를 이 가 은 는 의 에 에서 에게 와 과 로 으로 도 만 들 들이 들을 들의 들과 들은 위 위에 위의 위로 위를 속 속의 속에 옆 옆에 옆의 앞 앞에 앞의 아래 아래의 아래에 뒤 뒤에 한 인 이랑 랑 하고 까지 처럼 같은 풍경 사이 사이로 가에 가의 진 나는 든 색 색의 빛 빛의'.split(
    ' ',
  ),
);

/** Words that exclude the next word (or the previous one, see WITHOUT_AFTER_NOUN). */
export const WITHOUT_WORDS: Words = {
  en: 'no|without|not|minus|except|excluding|free of|none',
  zh: '没有|无|不要|不含|没',
  tw: '沒有|無|不要|不含|沒',
  th: 'ไม่มี|ปราศจาก|ไม่เอา',
  it: 'senza|niente|nessun|nessuna|nessuno',
  pl: 'bez|żadnych',
  tr: 'olmadan|olmayan|yok|hariç|sız',
  fr: 'sans|pas de|aucun|aucune',
  ko: '없는|없이|없음|없고|제외',
  de: 'ohne|kein|keine|keinen|nicht',
  ja: 'なし|のない|無し|ない|抜き',
  ru: 'без|нет|никаких',
  pt: 'sem|nenhum|nenhuma|não',
  ar: 'بدون|بلا|من دون|دون|لا',
  no: 'uten|ingen|ikke',
  nl: 'zonder|geen|niet',
  da: 'uden|ingen|ikke',
  es: 'sin|ningún|ninguna|nada de',
  id: 'tanpa|tidak ada|bukan',
};
