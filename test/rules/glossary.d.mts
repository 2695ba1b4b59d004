import type { ESLint } from 'eslint';

/** Fields that are stored or sent, and thus keep a name with a refused word: the files that declare them, and the words. */
export const KEPT_FIELDS: readonly { readonly files: readonly string[]; readonly allow: readonly string[] }[];
export function refusedWord(
  name: string,
  allowed?: readonly string[],
): { readonly word: string; readonly instead: string } | undefined;
export const glossary: ESLint.Plugin;
