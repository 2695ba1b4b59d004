import { expect, it } from '@jest/globals';
import { analyticsEvent } from '@src/analytics/events.shared';
import { creationInputOf } from './creation-input';

it('a creation is told of by what was chosen, and by nothing that was written, drawn or brought along', () => {
  const input = {
    requestId: 'r',
    projectId: 'p',
    model: 'product-stage',
    prompt: 'my words',
    negativePrompt: 'my others',
    headline: 'my headline',
    sub: 'x',
    image: { from: 'upload', id: 'u' },
    arrangement: 'centre',
    palette: 'coral',
    plinth: true,
    aspect: '4:5',
  };
  const chosen = creationInputOf('template2Image.productPromotionalImage', input);
  expect(chosen).toEqual({
    model: 'product-stage',
    arrangement: 'centre',
    palette: 'coral',
    plinth: true,
    aspect: '4:5',
  });
  expect(
    analyticsEvent.safeParse({
      name: 'creation_started',
      record_id: 'r',
      procedure: 'template2Image.productPromotionalImage',
      input: chosen,
    }).success,
  ).toBe(true);
});

it('a call with settings of its own is told of by its style, shape and number', () => {
  expect(
    creationInputOf('text2Image.create', {
      prompt: 'x',
      style: 'oil',
      aspect: '3:2',
      count: 2,
      model: 'preview',
      seed: 7,
    }),
  ).toEqual({ style: 'oil', aspect: '3:2', count: 2, model: 'preview' });
});
