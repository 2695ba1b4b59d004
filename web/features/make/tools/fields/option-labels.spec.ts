import { describe, expect, it } from '@jest/globals';
import { PROCEDURES, SLOT_NAMES } from '@src/creation/procedures/params.shared';
import { ENGLISH } from '@/i18n/messages';
import { wordedOptions } from './option-labels';

type Words = { readonly [key: string]: Words | string };
const isTree = (value: Words | string | undefined): value is Words => typeof value === 'object';
const at = (tree: Words, ...path: readonly string[]): Words | string | undefined => path.reduce<Words | string | undefined>((inside, key) => (isTree(inside) ? inside[key] : undefined), tree);

describe('what can be set for a creation', () => {
  it.each(PROCEDURES.flatMap(wordedOptions))('has words: %s', (name, option) => {
    expect(at(ENGLISH.options, name, 'label')).toEqual(expect.any(String));
    if (option.kind !== 'choice') return;
    for (const value of option.values) if (typeof value === 'string') expect([value, at(ENGLISH.options, name, 'values', value)]).toEqual([value, expect.any(String)]);
  });
  it('has a row of its own in a recipe, where it has a control of its own', () => {
    for (const name of ['style', 'size', 'length', 'seconds', 'resolution']) expect([name, at(ENGLISH.creations, 'recipe', name)]).toEqual([name, expect.any(String)]);
  });
  it('has words for each place that something is given in', () => {
    for (const name of SLOT_NAMES) expect([name, at(ENGLISH.tools, 'slots', name)]).toEqual([name, expect.any(String)]);
  });
});
