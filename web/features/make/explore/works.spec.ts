import { describe, expect, it } from '@jest/globals';
import { defined } from '@src/kernel/defined.shared';
import { GALLERY } from '@/features/make/home/showcase';
import { filterOf, KINDS, ORDERS, queryOf, tagsOf, TOOLS, worksIn, type Filter } from './works';

describe('what Explore shows', () => {
  it('is everything when nothing was asked for, or nothing that it knows', () => {
    for (const query of ['', 'kind=song&tag=baroque', 'tag=constructor'])
      expect(worksIn(GALLERY, filterOf(new URLSearchParams(query)))).toEqual(GALLERY);
  });

  it('is images and videos, each apart', () => {
    const [images, videos] = [worksIn(GALLERY, { kind: 'image' }), worksIn(GALLERY, { kind: 'video' })];
    expect(images.length).toBeGreaterThan(0);
    expect(videos.length).toBeGreaterThan(0);
    expect(videos.every((work) => work.video !== undefined)).toBe(true);
    expect(images.length + videos.length).toBe(GALLERY.length);
  });

  it.each(tagsOf(GALLERY).map((tag) => [tag]))('is something in the style %s', (tag) => {
    const works = worksIn(GALLERY, { kind: 'all', tag });
    expect(works.length).toBeGreaterThan(0);
    expect(works.every((work) => work.style === tag)).toBe(true);
  });

  it('can be read back from its own address', () => {
    for (const kind of KINDS)
      for (const tag of [undefined, ...tagsOf(GALLERY)]) {
        const filter = { kind, ...defined({ tag }) };
        expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter);
      }
    for (const order of ORDERS)
      for (const tool of [undefined, ...TOOLS.map(({ procedure }) => procedure)]) {
        const filter: Filter = { kind: 'all', ...(order === 'new' ? {} : { order }), ...defined({ tool }) };
        expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter);
      }
  });

  it('is every post on the page of all: of an order, a kind or a tool, without a style and lists of the user', () => {
    for (const query of ['tag=ink', 'order=saved', 'order=following'])
      expect(filterOf(new URLSearchParams(query), '/all')).toEqual({ kind: 'all' });
    expect(filterOf(new URLSearchParams('order=trending&kind=video'), '/all')).toEqual({
      kind: 'video',
      order: 'trending',
    });
  });

  it('is what was searched, of a kind, whatever else the address says', () => {
    for (const kind of KINDS) {
      const filter: Filter = { kind, text: 'red & “blue”' };
      expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter);
    }
    expect(filterOf(new URLSearchParams('q=%20fox%20&order=trending&tool=imageTools.upscale&tag=ink'))).toEqual({
      kind: 'all',
      text: 'fox',
    });
    expect(filterOf(new URLSearchParams('q=%20'))).toEqual({ kind: 'all' });
  });
});
