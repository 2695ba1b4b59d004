import { describe, expect, it } from '@jest/globals';
import { areasOf, cachedPaths, CACHED_PATHS, PATHS_WITH_WORDS } from './page-areas';

describe('the words of a page', () => {
  it('are those of the longest path that it is below', () => {
    expect(areasOf('/tools/upscaler')).toEqual(areasOf('/tools'));
    expect(areasOf('/sign-in-google')).not.toEqual([]);
    expect(areasOf('/toolshed')).toEqual([]);
    expect(areasOf('/constructor')).toEqual([]);
    expect(areasOf('/')).toContain('home');
    expect(areasOf('/elsewhere')).toEqual([]);
  });

  it('are each named once', () => {
    for (const path of PATHS_WITH_WORDS) expect(new Set(areasOf(path)).size).toBe(areasOf(path).length);
  });

  it('are kept for 500 paths, and no more', () => {
    for (let at = 0; at < CACHED_PATHS * 2; at += 1) areasOf(`/elsewhere/${at}`);
    expect(cachedPaths()).toBe(CACHED_PATHS);
    expect(areasOf('/image')).toContain('image');
    expect(cachedPaths()).toBe(CACHED_PATHS);
  });
});
