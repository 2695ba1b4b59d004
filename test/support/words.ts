import { readFileSync } from 'node:fs';

/** The product's text in a language, by its whole key: `account.verify.title`. @throws Error for a key without text */
export function say(key: string, language = 'en'): string {
  const [area = '', ...path] = key.split('.');
  let at: unknown = JSON.parse(readFileSync(`web/messages/${language}/${area}.json`, 'utf8'));
  for (const part of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined;
  if (typeof at !== 'string') throw new Error(`no text for ${key} in ${language}`);
  return at;
}
