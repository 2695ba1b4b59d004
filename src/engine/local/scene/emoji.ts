import { createRequire } from 'node:module';
import { z } from 'zod';

/** One emoji of a prompt, or several of the same in a row. Offsets are UTF-16 indexes of the run. */
export interface Emoji {
  readonly start: number;
  readonly end: number;
  /** What its English name in the Unicode CLDR names, thing by thing ("night", "stars"); none where it shows no thing. */
  readonly things: readonly string[];
  /** Whether it shows people: their names say first who it is and then what they do ("man cook"), all others end with what it is ("guide dog"). */
  readonly people: boolean;
  readonly count: number;
}

const table = z.record(z.string(), z.object({ name: z.string(), group: z.string() }));
const names = createRequire(import.meta.url);
let known: z.infer<typeof table> | undefined;

/** What is of a person's skin or of how a sign is drawn: names stand without it. */
const DRAWN_AS = /\p{Emoji_Modifier}|\uFE0E|\uFE0F/gu;
/** Faces say how someone feels, hands what they mean, signs what is allowed, and flags a country: none is a thing to be drawn. */
const NO_THING: Readonly<Record<string, RegExp>> = {
  Flags: /./, Symbols: /./, 'Smileys & Emotion': /\b(?:face|eyes|mouth|bubble|balloon|cloud|droplets)\b/, 'People & Body': /\b(?:hands?|palms?|fingers?|fist|gesture)\b/,
};
/** Names whose last word is another thing than what is shown. */
const MISNAMED: ReadonlySet<string> = new Set(['hot dog', 'hot springs']);
const isThing = ({ name, group }: { readonly name: string; readonly group: string }): boolean => NO_THING[group]?.test(name) !== true && !MISNAMED.has(name);

function shown(sign: string): Pick<Emoji, 'things' | 'people'> {
  known ??= table.parse(names('unicode-emoji-json/data-by-emoji.json'));
  const plain = sign.replace(DRAWN_AS, '');
  const found = known[sign] ?? known[plain] ?? known[`${plain}\uFE0F`];
  if (found === undefined || !isThing(found)) return { things: [], people: false };
  return { things: found.name.toLowerCase().replace(/ face$/, '').split(/, | (?:with|over|at|in|on|and|behind|of|showing) /), people: found.group === 'People & Body' };
}

/** The emoji of a run of signs, in order, by the names that Unicode gives them (CLDR short names). */
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
