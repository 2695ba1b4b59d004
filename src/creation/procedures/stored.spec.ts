import { describe, expect, it } from '@jest/globals';
import { FORMS, initialOf, PROCEDURES } from './params.shared.js';
import { storedParams } from './schema.shared.js';

const initial = (procedure: (typeof PROCEDURES)[number]) =>
  Object.fromEntries(
    Object.entries(FORMS[procedure].options).flatMap(([name, option]) =>
      'optional' in option ? [] : [[name, initialOf(option)]],
    ),
  );

describe('stored settings', () => {
  it.each(PROCEDURES)('of %s come back as they were', (procedure) => {
    const params = { procedure, ...initial(procedure) };
    expect(storedParams.parse(JSON.parse(JSON.stringify(params)))).toEqual(params);
  });
  it('of an upscale keep a width or a scale', () => {
    for (const size of [{ scale: 4 }, { width: 1_000 }])
      expect(storedParams.parse({ procedure: 'imageTools.upscale', ...size })).toEqual({
        procedure: 'imageTools.upscale',
        ...size,
      });
  });
  it('that are no longer offered read as at first', () => {
    expect(storedParams.parse({ procedure: 'text2Image.create', style: 'cubist', aspect: '7:1' })).toEqual({
      procedure: 'text2Image.create',
      style: 'natural',
      aspect: '1:1',
    });
  });
  it.each([
    [
      { kind: 'prompt', style: 'oil' },
      { behind: 'prompt', style: 'oil', colour: '#e9e4dc' },
    ],
    [{ kind: 'image' }, { behind: 'image', style: 'natural', colour: '#e9e4dc' }],
    [
      { kind: 'colour', colour: '#204060' },
      { behind: 'colour', style: 'natural', colour: '#204060' },
    ],
  ])('of a changed background are read as they were stored before: %j', (background, read) => {
    expect(storedParams.parse({ procedure: 'imageTools.backgroundChanger', background })).toEqual({
      procedure: 'imageTools.backgroundChanger',
      ...read,
    });
  });
});
