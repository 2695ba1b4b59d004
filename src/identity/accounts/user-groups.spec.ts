import { expect, it } from '@jest/globals';
import { DEFAULT_USER_GROUP_TAG, USER_GROUP_RANGES, USER_GROUPS, userGroupTag } from './user-groups.shared.js';

it('sixty groups are in six tags, ten each and none in two', () => {
  expect(USER_GROUP_RANGES.map(({ tag, from, to }) => `${tag} ${from}-${to}`)).toEqual([
    'A 101-110',
    'B 111-120',
    'C 121-130',
    'D 131-140',
    'E 141-150',
    'F 151-160',
  ]);
  for (let group: number = USER_GROUPS.from; group <= USER_GROUPS.to; group += 1) {
    expect(USER_GROUP_RANGES.filter(({ from, to }) => group >= from && group <= to).map(({ tag }) => tag)).toEqual([
      userGroupTag(group),
    ]);
  }
});

it('what is no group has the default one’s tag', () => {
  for (const none of [100, 161, 110.5, Number.NaN, '120', null, undefined])
    expect(userGroupTag(none)).toBe(DEFAULT_USER_GROUP_TAG);
});
