import { describe, expect, it } from '@jest/globals';
import { PROCEDURES } from '../creation/picture.shared.js';
import { areaOf, FORM_TYPES, formTypeOf } from './places.shared.js';

describe('the area of a page', () => {
  it.each([
    ['/', 'home'], ['/home', 'home'], ['/image', 'ai_image'], ['/video/animate', 'ai_video'], ['/tools/upscaler', 'ai_tools'], ['/creations?task=1', 'my_creations'], ['/account', 'account_settings'],
    ['/app/pro-effects', 'ai_effects'], ['/app/image-tools', 'ai_tools'], ['/v/some-work', 'explore'], ['/credits', 'billing'],
  ])('of %s is %s', (path, area) => {
    expect(areaOf(path)).toBe(area);
  });

  it.each(['/sign-in', '/admin/analytics', '/nothing-here', '/constructor', '/app'])('of %s is none of the areas', (path) => {
    expect(areaOf(path)).toBe('other');
  });
});

describe('the form type of a creation call', () => {
  it('is another one for each', () => {
    const types = PROCEDURES.map(formTypeOf);
    expect(new Set(types).size).toBe(PROCEDURES.length);
    expect(types.every((type) => FORM_TYPES.includes(type))).toBe(true);
  });
});
