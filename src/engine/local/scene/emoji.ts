import { createRequire } from 'node:module';
import { z } from 'zod';

/** One emoji of a prompt, or several of the same in a row. Offsets are UTF-16 indices of the run. */
export interface Emoji {
  readonly start: number;
  readonly end: number;
  /** Things in its English name from the Unicode CLDR ("night", "stars"); empty when it shows no thing. */
  readonly things: readonly string[];
  /**
   * Whether it shows people. Their names begin with the person and continue with the activity ("man cook"); all others
   * end with the thing itself ("guide dog").
   */
  readonly people: boolean;
  readonly count: number;
}

const table = z.record(z.string(), z.object({ name: z.string(), group: z.string() }));
const names = createRequire(import.meta.url);
let known: z.infer<typeof table> | undefined;

/** Skin tones and presentation selectors, which are not part of the name. */
const DRAWN_AS = /\p{Emoji_Modifier}|\uFE0E|\uFE0F/gu;
/**
 * Faces express feelings, hands express gestures, signs express rules, and flags represent countries: none is a thing
 * to draw.
 */
const NO_THING: Readonly<Record<string, RegExp>> = {
  Flags: /./,
  Symbols: /./,
  'Smileys & Emotion': /\b(?:face|eyes|mouth|bubble|balloon|cloud|droplets)\b/,
  'People & Body': /\b(?:hands?|palms?|fingers?|fist|gesture)\b/,
};
/** Names whose last word is a different thing from the one shown. */
const MISNAMED: ReadonlySet<string> = new Set(['hot dog', 'hot springs']);
const isThing = ({ name, group }: { readonly name: string; readonly group: string }): boolean =>
  NO_THING[group]?.test(name) !== true && !MISNAMED.has(name);

function shown(sign: string): Pick<Emoji, 'things' | 'people'> {
  known ??= table.parse(names('unicode-emoji-json/data-by-emoji.json'));
  const plain = sign.replace(DRAWN_AS, '');
  const found = known[sign] ?? known[plain] ?? known[`${plain}\uFE0F`];
  if (found === undefined || !isThing(found)) return { things: [], people: false };
  return {
    things: found.name
      .toLowerCase()
      .replace(/ face$/, '')
      .split(/, | (?:with|over|at|in|on|and|behind|of|showing) /),
    people: found.group === 'People & Body',
  };
}

/** The emoji of a run of symbols, in order, by their Unicode names (CLDR short names). */
export function emojiOf(run: string): readonly Emoji[] {
  const out: Emoji[] = [];
  let before: string | undefined;
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(run)) {
    const last = out.at(-1);
    const end = index + segment.length;
    if (last !== undefined && segment === before) out[out.length - 1] = { ...last, end, count: last.count + 1 };
    else out.push({ start: index, end, ...shown(segment), count: 1 });
    before = segment;
  }
  return out;
}
