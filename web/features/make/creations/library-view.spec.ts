import { describe, expect, it } from '@jest/globals';
import { inputOf, isFiltered, queryOf, viewOf, type LibraryView } from './library-view';

const read = (text: string): LibraryView => viewOf(new URLSearchParams(text));
const DAY = 86_400_000;

describe('the view of the library', () => {
  it.each<LibraryView>([
    {},
    { text: 'red castle', kind: 'video' },
    { tool: 'imageTools.upscale', tag: 'sea side', isFavourite: true, minRating: 3, cost: 'low', age: 30 },
    { shelf: 'trash', order: 'oldest', project: 'p' },
  ])('is the same after it was in an address: %j', (view) => {
    expect(read(new URLSearchParams(queryOf(view)).toString())).toEqual(view);
  });

  it('leaves out what an address does not name, or names wrongly', () => {
    expect(read('kind=sound&tool=none&rating=9&cost=much&days=3&shelf=library&order=newest&q=%20')).toEqual({});
  });

  it('asks for no conditions by default, so that it shares the list that live updates keep', () => {
    expect(inputOf({}, DAY)).toEqual({});
    expect(inputOf({ project: 'p' }, DAY)).toEqual({ projectId: 'p' });
    expect(isFiltered({ project: 'p', shelf: 'archive', order: 'oldest' })).toBe(false);
  });

  it('counts days from local midnight, today included', () => {
    expect(inputOf({ age: 1 }, 9 * DAY)).toEqual({ filter: { from: 9 * DAY } });
    expect(inputOf({ age: 7 }, 9 * DAY)).toEqual({ filter: { from: 3 * DAY } });
  });

  it('sets no conditions on the trash', () => {
    expect(inputOf({ shelf: 'trash', text: 'castle' }, DAY)).toEqual({ shelf: 'trash' });
  });
});
