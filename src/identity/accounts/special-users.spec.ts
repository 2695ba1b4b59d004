import { expect, it } from '@jest/globals';
import { isSpecialUser, SPECIAL_USERS } from './special-users.shared.js';
import { isGone, newUser } from './user.js';
import type { UserId } from '../../kernel/ids.js';

it('the special users are anonymous-user, system-user and house-user, and nobody can be signed in as one', () => {
  expect(SPECIAL_USERS).toEqual(['anonymous-user', 'system-user', 'house-user']);
  // a test's own user
  for (const id of SPECIAL_USERS) expect(isGone(newUser(id as UserId, { userGroup: 101, at: 0 }))).toBe(true);
  expect(isGone(newUser('somebody' as UserId, { userGroup: 101, at: 0 }))).toBe(false); // a test's own user
  expect(['anonymous-user', 'Anonymous-User', '', 'admin'].map(isSpecialUser)).toEqual([true, false, false, false]);
});
