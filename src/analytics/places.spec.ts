import { describe, expect, it } from '@jest/globals';
import { PROCEDURES } from '../creation/procedures/params.shared.js';
import { areaOf, FORM_TYPES, formTypeOf, formTypeOfNode } from './places.shared.js';

describe('the area of a page', () => {
  it.each([
    ['/', 'home'],
    ['/home', 'home'],
    ['/image', 'ai_image'],
    ['/video/animate', 'ai_video'],
    ['/tools/upscaler', 'ai_tools'],
    ['/creations?task=1', 'my_creations'],
    ['/account', 'account_settings'],
    ['/logout', 'logout'],
    ['/app/pro-effects', 'ai_effects'],
    ['/app/image-tools', 'ai_tools'],
    ['/v/some-work', 'explore'],
    ['/credits', 'billing'],
  ])('of %s is %s', (path, area) => {
    expect(areaOf(path)).toBe(area);
  });

  it.each(['/sign-in', '/admin/analytics', '/nothing-here', '/constructor', '/app'])(
    'of %s is none of the areas',
    (path) => {
      expect(areaOf(path)).toBe('other');
    },
  );
});

describe('the form type of a creation call', () => {
  it('is another one for each, but that a call and its second version are one sub-mode', () => {
    const types = PROCEDURES.map(formTypeOf);
    const first = PROCEDURES.filter((procedure) => !procedure.endsWith('V2'));
    expect(new Set(types).size).toBe(first.length);
    expect(new Set(first.map(formTypeOf)).size).toBe(first.length);
    for (const procedure of PROCEDURES.filter((one) => one.endsWith('V2')))
      expect([procedure, first.filter((one) => `${one}V2` === procedure).map(formTypeOf)]).toEqual([
        procedure,
        [formTypeOf(procedure)],
      ]);
    expect(types.every((type) => FORM_TYPES.includes(type))).toBe(true);
  });

  it('of a conversation on a board is one of its own, that of every other creation there its form’s', () => {
    expect(formTypeOfNode({ procedure: 'image2Image.create', turn: 1 })).toBe('chat_to_image');
    expect(formTypeOfNode({ procedure: 'text2Image.create', turn: 0 })).toBe('chat_to_image');
    expect(PROCEDURES.map((procedure) => formTypeOfNode({ procedure }))).toEqual(PROCEDURES.map(formTypeOf));
  });
});
