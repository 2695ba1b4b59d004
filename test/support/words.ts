import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addProcedures, type Texts } from '../../web/build/procedure-messages.cjs';

export const MESSAGES = 'web/messages';

/** The areas of a language, by the names of its files. */
export const areasOf = (language: string): string[] =>
  readdirSync(join(MESSAGES, language))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

/** The texts of an area in a language, with those of the creation calls, as the build has them. */
export function textsOf(language: string, area: string): Texts {
  // A file of messages: texts, or groups of them.
  return addProcedures(
    language,
    area,
    JSON.parse(readFileSync(join(MESSAGES, language, `${area}.json`), 'utf8')) as Texts,
  );
}

/** A language's messages, each under its whole key: `image.stage.waiting`. */
export function messagesOf(language: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (key: string, value: unknown): void => {
    if (typeof value === 'string') found.set(key, value);
    else if (typeof value === 'object' && value !== null)
      for (const [part, inner] of Object.entries(value)) walk(`${key}.${part}`, inner);
    else throw new Error(`${language}: ${key} is not a message`);
  };
  for (const area of areasOf(language)) walk(area, textsOf(language, area));
  return found;
}

/** The product's text in a language, by its whole key: `account.verify.title`. @throws Error for a key without text */
export function say(key: string, language = 'en'): string {
  const [area = '', ...path] = key.split('.');
  const text = path.reduce<Texts | string | undefined>(
    (at, part) => (typeof at === 'object' ? at[part] : undefined),
    textsOf(language, area),
  );
  if (typeof text !== 'string') throw new Error(`no text for ${key} in ${language}`);
  return text;
}
