import { expect, it } from '@jest/globals';
import { mayBecomeVisitor } from './history';

it('makes a visitor of whoever comes for the first time', () => {
  expect(mayBecomeVisitor('/', [])).toBe(true);
  expect(mayBecomeVisitor('/image', ['unauthenticated'])).toBe(true);
});

it('makes a visitor again when a visitor’s session has ended', () => {
  expect(mayBecomeVisitor('/', ['unauthenticated', 'anonymous', 'unauthenticated'])).toBe(true);
});

it('leaves whoever was signed in here to sign in again', () => {
  expect(mayBecomeVisitor('/', ['anonymous', 'authenticated', 'unauthenticated'])).toBe(false);
});

it('stays out of application pages', () => {
  expect(mayBecomeVisitor('/app/image-tools', [])).toBe(false);
});
