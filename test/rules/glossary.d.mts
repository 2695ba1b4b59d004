import type { ESLint } from 'eslint';

/** Words that names under `src` still contain. The list only shrinks. */
export const LEFT_IN_SRC: readonly string[];
export function refusedWord(name: string, allowed?: readonly string[]): { readonly word: string; readonly instead: string } | undefined;
export const glossary: ESLint.Plugin;
