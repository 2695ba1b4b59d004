import { expect, it } from '@jest/globals';
import { presenceNow, presenceOf, setPresence } from './presence';

it('somebody is active, about to be away, or idle', () => {
  expect([
    presenceOf({ type: 'active' }),
    presenceOf({ type: 'active', prompted: true }),
    presenceOf({ type: 'idle' }),
    presenceOf({ type: 'idle', prompted: true }),
  ]).toEqual(['active', 'prompted', 'idle', 'idle']);
  setPresence('prompted');
  expect(presenceNow()).toBe('prompted');
  setPresence('active');
});
