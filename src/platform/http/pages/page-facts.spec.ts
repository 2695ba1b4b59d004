import { describe, expect, it } from '@jest/globals';
import { factsOf, isDrawnWithFacts } from './page-facts.js';

describe('what a page is drawn with', () => {
  it.each([
    ['/v/0a-1', '/api/works/0a-1'],
    ['/de/v/0a-1?_rsc=x', '/api/works/0a-1'],
    ['/zh-TW/v/0a-1', '/api/works/0a-1'],
    ['/de/explore?kind=image', '/api/explore?kind=image'],
    ['/de/all?kind=image', '/api/explore?kind=image'],
  ])('%s: %s', (page, call) => {
    expect(factsOf(page)).toBe(call);
  });

  it.each(['/', '/v', '/v/', '/v/a/b', '/v/../api', '/creations', '/x/y/v/0a-1'])('nothing for %s', (page) => {
    expect(factsOf(page)).toBeUndefined();
  });

  it.each([
    ['/v', true],
    ['/de/v/', true],
    ['/v/a/b?x=1', true],
    ['/ar/all', true],
    ['/all/of', false],
    ['/video', false],
    ['/x/y/v/0a-1', false],
  ])('is asked for at %s: %s', (page, needed) => {
    expect(isDrawnWithFacts(page)).toBe(needed);
  });
});
