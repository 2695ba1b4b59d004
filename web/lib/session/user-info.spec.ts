import { expect, it } from '@jest/globals';
import { userGroupCookie, userInfoCookie } from './user-info';

const ada = { id: 'u1', email: 'ada@example.org', name: 'Ada King Lovelace', roles: ['admin'] } as const;
const valueOf = (cookie: string): unknown =>
  JSON.parse(decodeURIComponent(/^user-info=([^;]*)/.exec(cookie)?.[1] ?? ''));

it('user-info has id, name, email, names and image of who is signed in, and nothing else, for 90 days', () => {
  const cookie = userInfoCookie(ada, null, false);
  expect(valueOf(cookie)).toEqual({
    id: 'u1',
    name: 'Ada King Lovelace',
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'King Lovelace',
    image: '',
  });
  expect(cookie).toMatch(/; path=\/; max-age=7776000; samesite=lax$/);
  expect(valueOf(userInfoCookie(ada, { firstName: 'Ada King', lastName: 'Lovelace' }, false))).toMatchObject({
    firstName: 'Ada King',
    lastName: 'Lovelace',
  });
});

it('user-info of a visitor has the id alone', () => {
  expect(valueOf(userInfoCookie({ id: 'v1', roles: [], trigger: 'signUp' }, undefined, false))).toEqual({
    id: 'v1',
    name: '',
    email: '',
    firstName: '',
    lastName: '',
    image: '',
  });
});

it('user-info is taken away when nobody is signed in', () => {
  expect(userInfoCookie(undefined, undefined, true)).toBe('user-info=; path=/; max-age=0; samesite=lax; secure');
});

it('user_group is kept for about two years on every path, by HTTPS alone where the page came by it', () => {
  expect(userGroupCookie(117, false)).toBe('user_group=117; path=/; max-age=63072000; samesite=lax');
  expect(userGroupCookie(117, true)).toBe('user_group=117; path=/; max-age=63072000; samesite=lax; secure');
});
