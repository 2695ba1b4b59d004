import type { Given, GivenTo } from './given-inputs';

/** Images for which consent was declared in this browser, so that it is asked once per image. */

const KEY = 'kinora.likeness';
/** Maximum remembered; the oldest are dropped first. */
const MAX_CHARACTERS = 200;

/** An image by where it is. */
const keyOf = ({ ref }: Given): string =>
  ref.from === 'upload' ? ref.id : ref.from === 'output' ? `${ref.taskId}/${ref.index}` : `${ref.taskId}/${ref.role}`;

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
  return Object.fromEntries(
    Object.entries(given).map(([role, one]) => [
      role,
      one.consented !== true && known.includes(keyOf(one)) ? { ...one, consented: true as const } : one,
    ]),
  );
}

/** Remembers, or forgets, that the people in these images consent. */
export function declare(given: GivenTo, consented: boolean): void {
  const keys = Object.values(given).map(keyOf);
  const others = remembered().filter((one) => !keys.includes(one));
  try {
    localStorage.setItem(KEY, JSON.stringify((consented ? [...others, ...keys] : others).slice(-MAX_CHARACTERS)));
  } catch {
    // Storage is blocked: the declaration lasts as long as the form.
  }
}
