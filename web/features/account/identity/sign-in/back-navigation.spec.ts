import { expect, it } from '@jest/globals';
import { isBackNavigation } from './back-navigation';

const name = 'https://kinora.example/de/sign-in-google?callbackUrl=%2Faccount';

it('is so of a page that the browser went back to', () => {
  expect(isBackNavigation({ type: 'back_forward', name }, '/de/sign-in-google')).toBe(true);
});

it('is not so of a page that was followed to, loaded anew, or come to from the one that was gone back to', () => {
  expect(isBackNavigation({ type: 'navigate', name }, '/de/sign-in-google')).toBe(false);
  expect(isBackNavigation({ type: 'reload', name }, '/de/sign-in-google')).toBe(false);
  expect(
    isBackNavigation({ type: 'back_forward', name: 'https://kinora.example/de/sign-in' }, '/de/sign-in-google'),
  ).toBe(false);
  expect(isBackNavigation({ type: 'back_forward', name: 'document' }, '/de/sign-in-google')).toBe(false);
  expect(isBackNavigation(undefined, '/de/sign-in-google')).toBe(false);
});
