import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CATEGORIES, type Category } from '../../../src/moderation/category.shared.js';
import { LANGUAGES, type Language } from '../../../src/moderation/languages.shared.js';

/** A text, and what a person says about it. */
export interface LabelledText {
  readonly language: Language;
  readonly label: Category | 'safe';
  readonly text: string;
}

const line = z.tuple([z.enum(['safe', ...CATEGORIES]), z.string().min(1)]);

/** Reads a file with `[language]` headings and lines `label: text`. @throws Error for any other line */
export function readLabelled(name: string): readonly LabelledText[] {
  let language: Language | undefined;
  const texts: LabelledText[] = [];
  for (const written of readFileSync(new URL(name, import.meta.url), 'utf8').split('\n')) {
    const heading = /^\[(\w+)\]$/.exec(written)?.[1];
    if (heading !== undefined) language = z.enum(LANGUAGES).parse(heading);
    else if (written !== '') {
      const [label, text] = line.parse(/^([a-z-]+): (.+)$/.exec(written)?.slice(1));
      texts.push({ language: z.enum(LANGUAGES).parse(language), label, text });
    }
  }
  return texts;
}
