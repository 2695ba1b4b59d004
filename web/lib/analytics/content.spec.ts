import { describe, expect, it } from '@jest/globals';
import { analyticsEvent } from '@src/analytics/events.shared';
import { markedEvent } from './content';
import { contentMarks, resourceMarks } from './marks';

/** Attributes as in a browser's `dataset`. */
const datasetOf = (marks: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(marks).map(([name, value]) => [
      name.slice('data-'.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

describe('what is marked on a page', () => {
  it('is told of as it was marked', () => {
    expect(
      markedEvent(datasetOf(contentMarks({ id: '01-sunset', author: 'kinora', tags: ['neon', 'film'] })), 'exposure'),
    ).toEqual({
      name: 'content_exposure',
      content_id: '01-sunset',
      author_id: 'kinora',
      content_tags: ['neon', 'film'],
    });
    expect(markedEvent(datasetOf(contentMarks({ id: 'a', author: 'self', tags: [] })), 'click')).toEqual({
      name: 'content_click',
      content_id: 'a',
      author_id: 'self',
      content_tags: [],
    });
    expect(markedEvent(datasetOf(resourceMarks({ type: 'tool', id: 'upscale' })), 'click')).toEqual({
      name: 'resource_click',
      resource_type: 'tool',
      resource_id: 'upscale',
    });
  });

  it('is something that the server takes', () => {
    for (const marks of [
      contentMarks({ id: '01-sunset-over-mountains-and-a-lake', author: 'kinora', tags: ['watercolour'] }),
      resourceMarks({ type: 'tool', id: 'cutOut' }),
    ]) {
      expect(analyticsEvent.safeParse(markedEvent(datasetOf(marks), 'exposure')).success).toBe(true);
    }
  });

  it.each([[{}], [{ contentId: 'a' }], [{ resourceId: 'a' }], [{ resourceId: 'a', resourceType: 'page' }]])(
    'is nothing with %j alone',
    (marks) => {
      expect(markedEvent(marks, 'click')).toBeUndefined();
    },
  );
});
