import { readFileSync } from 'node:fs';

/** What stands in the product in English, by its whole key: `account.verify.title`. @throws Error for a key without words */
export function say(key: string): string {
  const [area = '', ...path] = key.split('.');
  let at: unknown = JSON.parse(readFileSync(`web/messages/en/${area}.json`, 'utf8'));
  for (const part of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined;
  if (typeof at !== 'string') throw new Error(`no words for ${key}`);
  return at;
}
