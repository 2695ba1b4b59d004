import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { rankOf } from '@/ui/command-rank';

const words = z.object({ names: z.record(z.string(), z.string()), lines: z.record(z.string(), z.string()), keywords: z.record(z.string(), z.string()) });

/** The tools that a text finds, best first, as the palette ranks them. */
function found(language: string, typed: string): readonly string[] {
  const { names, lines, keywords } = words.parse(JSON.parse(readFileSync(`web/messages/${language}/tools.json`, 'utf8')));
  const ranks = Object.entries(names).map(([id, name]) => [id, rankOf(id, typed, [name, keywords[id] ?? '', lines[id] ?? ''])] as const);
  return ranks.filter(([, rank]) => rank >= 0.4).sort(([, one], [, other]) => other - one).map(([id]) => id);
}

it.each([
  ['en', 'upsc', ['upscale', 'upscaleFilm']], ['en', 'enlarge', ['upscale', 'upscaleFilm']], ['en', 'outpaint', ['widen']], ['de', 'hochskal', ['upscale', 'upscaleFilm']],
  ['de', 'freistellen', ['cutOut', 'cutOutFilm']], ['de', 'upsc', ['upscale', 'upscaleFilm']], ['ar', 'تكبير', ['upscale', 'upscaleFilm']], ['ar', 'دبلجة', ['lipSync']],
])('in %s “%s” finds %j', (language, typed, tools) => {
  expect(found(language, typed)).toEqual(expect.arrayContaining(tools));
});
