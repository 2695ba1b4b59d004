import { expect, it } from '@jest/globals';
import { asksToSignIn, mayBecomeVisitor } from './history';

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

it.each([
  '/image',
  '/tools/upscaler',
  '/projects/x',
  '/creations',
  '/account',
  '/profile',
  '/notifications',
  '/finance',
  '/finance/export',
  '/admin',
  '/admin/mail',
])('asks whoever was signed in to sign in again at %s', (path) => {
  expect(asksToSignIn(path)).toBe(true);
});

it.each([
  '/',
  '/home',
  '/sign-in',
  '/verify-email',
  '/reset-password',
  '/admin/first',
  '/images-of-others',
  '/explore',
  '/contact-us',
  '/app/pro-effects',
])('lets everybody stay at %s', (path) => {
  expect(asksToSignIn(path)).toBe(false);
});
