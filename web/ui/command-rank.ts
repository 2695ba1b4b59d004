import { defaultFilter } from 'cmdk';

const FUZZY_AT_MOST = 0.3;

/**
 * How well a command fits what is typed: by its name first, then by other words that find it, and last by letters in their order somewhere.
 * @param words its name, then the others
 * @returns 0 for not at all, to 1
 */
export function rankOf(id: string, typed: string, words: readonly string[] = []): number {
  const [asked, name = '', ...others] = [typed, ...words].map((text) => text.trim().toLocaleLowerCase());
  if (asked === undefined || asked === '' || name === asked) return 1;
  if (name.startsWith(asked)) return 0.9;
  if (name.includes(asked)) return 0.8;
  const parts = asked.split(/\s+/);
  if (parts.every((part) => name.includes(part))) return 0.7;
  if (others.some((other) => other.includes(asked))) return 0.5;
  if (parts.every((part) => [name, ...others].some((other) => other.includes(part)))) return 0.4;
  // The name alone: in a whole sentence the letters of nearly any word are found somewhere.
  return FUZZY_AT_MOST * (defaultFilter?.('', typed, [name]) ?? 0);
}
