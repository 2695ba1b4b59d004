import { describe, expect, it } from '@jest/globals';
import { PROCEDURES, SLOT_NAMES } from '@src/creation/procedures/params.shared';
import { messagesOf } from '../../../../../test/support/words';
import { wordedOptions } from './option-labels';

const english = messagesOf('en');

describe('what can be set for a creation', () => {
  it.each(PROCEDURES.flatMap(wordedOptions))('has words: %s', (name, option) => {
    expect(english.get(`options.${name}.label`)).toEqual(expect.any(String));
    if (option.kind !== 'choice') return;
    for (const value of option.values)
      if (typeof value === 'string')
        expect([value, english.get(`options.${name}.values.${value}`)]).toEqual([value, expect.any(String)]);
  });
  it('has a row of its own in a recipe, where it has a control of its own', () => {
    for (const name of ['style', 'size', 'length', 'seconds', 'resolution'])
      expect([name, english.get(`creations.recipe.${name}`)]).toEqual([name, expect.any(String)]);
  });
  it('has words for each place that something is given in', () => {
    for (const name of SLOT_NAMES)
      expect([name, english.get(`tools.slots.${name}`)]).toEqual([name, expect.any(String)]);
  });
});
