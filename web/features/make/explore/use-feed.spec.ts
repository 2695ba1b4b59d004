import { describe, expect, it } from '@jest/globals';
import type { WorkCard } from '@src/creation/explore/explore.shared';
import { joined } from './use-feed';

const card = (id: string): WorkCard => ({
  id,
  title: id,
  media: 'image',
  type: 'image/png',
  procedure: 'text2Image.create',
  tags: [],
  url: `/api/works/${id}/media`,
  width: 1,
  height: 1,
  publishedAt: 1,
  author: { id: 'a', name: null },
});

describe('pages of a feed', () => {
  it('are shown one after the other, a work that comes twice only where it was first', () => {
    const [a, b, c] = [card('a'), card('b'), card('c')];
    expect(joined([a, b], [b, c])).toEqual([a, b, c]);
    expect(joined([], [])).toEqual([]);
  });
});
