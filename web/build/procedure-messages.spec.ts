import { describe, expect, it } from '@jest/globals';
import { addProcedures, procedureFiles, withProcedures } from './procedure-messages.cjs';

const RESTORE = {
  restore: {
    name: 'Restore',
    keywords: 'repair',
    line: 'Scratches filled.',
    ready: 'Start.',
    example: 'A lake',
    form: 'Restore a photo',
    button: 'Restore it',
    result: 'Restored',
    fields: { hint: 'Any photo' },
    options: { fading: { label: 'Fading' } },
    models: { restorer: 'Fills scratches' },
    refusals: { torn: 'The photo is torn.' },
  },
};

describe('the messages of an area with those of the calls', () => {
  it.each([
    [
      'tools',
      { title: 'Tools', names: { cut: 'Cut' } },
      {
        title: 'Tools',
        names: { cut: 'Cut', restore: 'Restore' },
        keywords: { restore: 'repair' },
        lines: { restore: 'Scratches filled.' },
        ready: { restore: 'Start.' },
        alts: { restore: 'A lake' },
        restore: { hint: 'Any photo' },
      },
    ],
    [
      'image',
      { title: 'Image' },
      {
        title: 'Image',
        formLabels: { restore: 'Restore a photo' },
        verbs: { restore: 'Restore it' },
        titles: { restore: 'Restored' },
      },
    ],
    ['options', { on: 'On' }, { on: 'On', fading: { label: 'Fading' } }],
    ['models', {}, { restorer: { description: 'Fills scratches' } }],
    ['uploads', { refused: { svg: 'No SVG.' } }, { refused: { svg: 'No SVG.', torn: 'The photo is torn.' } }],
    ['home', { title: 'Home' }, { title: 'Home' }],
  ] as const)('are put in their places: %s', (area, words, all) => {
    expect(withProcedures(area, words, [RESTORE])).toEqual(all);
  });

  it('are those of all calls, and what is given stays as it was', () => {
    const words = { names: { cut: 'Cut' } };
    expect(withProcedures('tools', words, [{ one: { name: 'One' } }, { two: { name: 'Two' } }])).toEqual({
      names: { cut: 'Cut', one: 'One', two: 'Two' },
    });
    expect(words).toEqual({ names: { cut: 'Cut' } });
  });

  it('stand in one place, and are of known parts', () => {
    expect(() => withProcedures('options', { fading: { label: 'Fading' } }, [RESTORE])).toThrow(
      'options.fading stands in two places',
    );
    expect(() => withProcedures('tools', {}, [RESTORE, RESTORE])).toThrow('tools.names.restore stands in two places');
    expect(() => withProcedures('tools', {}, [{ restore: { nmae: 'Restore' } }])).toThrow(
      'the texts of restore have no part “nmae”',
    );
  });

  it('are read from the folders of the calls; a language without any has those of its areas alone', () => {
    expect(procedureFiles('en').length).toBeGreaterThan(30);
    expect(addProcedures('en', 'tools', {})).toMatchObject({ names: { upscale: 'Upscale' } });
    expect(addProcedures('xx', 'tools', { title: 'Tools' })).toEqual({ title: 'Tools' });
  });
});
