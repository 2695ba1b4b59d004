/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/**
 * Other tags for Traditional Chinese. `tw` is the value of the `user-language` header; without the others, the language
 * of Hong Kong would be taken for Simplified Chinese.
 */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['tw', 'zh-tw'],
  ['zh-hant', 'zh-tw'],
  ['zh-hk', 'zh-tw'],
  ['zh-mo', 'zh-tw'],
]);

/**
 * Whether a language is written from right to left.
 * @param locale BCP 47, e.g. `ar` or `ar-EG`
 */
export const isRightToLeft = (locale: string): boolean =>
  RIGHT_TO_LEFT.has(locale.toLowerCase().split('-', 1)[0] ?? '');

/** The direction of a language, as the value of the attribute `dir`. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (isRightToLeft(locale) ? 'rtl' : 'ltr');

/**
 * The supported locale that matches best (RFC 4647, lookup): the same tag, or the longest one that begins it.
 * @param wanted BCP 47 or a value of the `user-language` header, in any case
 * @returns undefined if none matches
 */
export function matchLocale<Locale extends string>(wanted: string, supported: readonly Locale[]): Locale | undefined {
  let tag = wanted.trim().toLowerCase();
  while (tag !== '') {
    tag = ALIASES.get(tag) ?? tag;
    const found = supported.find((locale) => locale.toLowerCase() === tag);
    if (found !== undefined) return found;
    tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')));
  }
  return undefined;
}

/**
 * The supported locale that a client prefers.
 * @param accepted an `Accept-Language` header
 * @returns undefined if none matches
 */
export function acceptedLocale<Locale extends string>(
  accepted: string,
  supported: readonly Locale[],
): Locale | undefined {
  const ranges = accepted
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
      return { tag, weight };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight);
  for (const { tag } of ranges) {
    const found = matchLocale(tag, supported);
    if (found !== undefined) return found;
  }
  return undefined;
}
