import { expect, it } from '@jest/globals';
import { restorableUntil, signInNoticeOf } from './sign-in-notice';

it('says why somebody is back, and of what it has no words for that it failed', () => {
  expect(signInNoticeOf(new URLSearchParams())).toBeUndefined();
  expect(signInNoticeOf(new URLSearchParams({ error: 'USER_DELETED' }))).toBe('deleted');
  expect(signInNoticeOf(new URLSearchParams({ error: 'made up' }))).toBe('failed');
});

it('knows until when an account can be taken back where it is told a time, and nothing else', () => {
  expect(restorableUntil(new URLSearchParams({ until: '1767225600000' }))).toBe(1_767_225_600_000);
  for (const until of ['', 'soon', '-1', '1e99', '99999999999999999999'])
    expect(restorableUntil(new URLSearchParams({ until }))).toBeUndefined();
  expect(restorableUntil(new URLSearchParams())).toBeUndefined();
});
