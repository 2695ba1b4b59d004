import type { Given, GivenTo } from './given-inputs';

/** Images whose people consent that their likeness is used, as the user of this browser has declared: asked once an image. */

const KEY = 'kinora.likeness';
/** More than these are asked about anew; the oldest are forgotten first. */
const MAX_CHARACTERS = 200;

/** An image by where it is. */
const keyOf = ({ ref }: Given): string => (ref.from === 'upload' ? ref.id : ref.from === 'output' ? `${ref.taskId}/${ref.index}` : `${ref.taskId}/${ref.role}`);

function remembered(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** What is given, with the consent that was declared for it before. */
export function recalled(given: GivenTo): GivenTo {
  const known = remembered();
  return Object.fromEntries(Object.entries(given).map(([role, one]) => [role, one.consented !== true && known.includes(keyOf(one)) ? { ...one, consented: true as const } : one]));
}

/** Remembers, or forgets, that the people in these images consent. */
export function declare(given: GivenTo, consented: boolean): void {
  const keys = Object.values(given).map(keyOf);
  const others = remembered().filter((one) => !keys.includes(one));
  try {
    localStorage.setItem(KEY, JSON.stringify((consented ? [...others, ...keys] : others).slice(-MAX_CHARACTERS)));
  } catch {
    // No right to store: it holds as long as the form does.
  }
}
