import { expect, it } from '@jest/globals';
import { nodeFacts } from './node-facts';

const models = [{ id: 'preview', name: 'Preview' }];

it('a node tells its model, and the shape and length that are set for it', () => {
  expect(nodeFacts({ model: 'preview', settings: { aspect: '3:2', style: 'oil', seconds: 5 } }, models)).toEqual({
    model: 'Preview',
    aspect: '3:2',
    seconds: 5,
  });
  expect(nodeFacts({ model: 'gone', settings: { scale: 2 } }, models)).toEqual({});
});
