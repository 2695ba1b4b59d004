import { describe, expect, it } from '@jest/globals';
import { isFound, longestOf, neededBy, WAY_PAGES } from './ways';

describe('ways to create', () => {
  it('say what they need, what is given before words', () => {
    expect(neededBy('text2Image.create')).toEqual(['words']);
    expect(neededBy('imageTools.painting')).toEqual(['image', 'words']);
    expect(neededBy('video.createActionImitation')).toEqual(['image', 'video']);
    expect(neededBy('lipSync.createLipSyncTask')).toEqual(['image', 'video']);
  });

  it('say how long what they make is at most, where that is theirs to say', () => {
    expect([
      longestOf('video.createVideoByText'),
      longestOf('aiShorts.create'),
      longestOf('imageTools.upscale'),
      longestOf('video.upscaleVideo'),
    ]).toEqual([10, 30, undefined, undefined]);
  });

  it('are found by any of their words, whatever case and marks they are written with', () => {
    const said = ['Vergrößern', 'Zwei- oder viermal so groß.'];
    expect([
      isFound('viermal GROSS', said),
      isFound('vergroß', said),
      isFound('', said),
      isFound('video', said),
    ]).toEqual([false, true, true, false]);
    expect(isFound('elargir', ['Élargir une image'])).toBe(true);
  });

  it('are each once on a page, and the page of everything has those of the other', () => {
    for (const { ways } of Object.values(WAY_PAGES))
      expect(new Set(ways.map(({ href }) => href)).size).toBe(ways.length);
    const all = new Set(WAY_PAGES.all.ways.map(({ href }) => href));
    expect(WAY_PAGES.imageTools.ways.every(({ href }) => all.has(href))).toBe(true);
  });
});
