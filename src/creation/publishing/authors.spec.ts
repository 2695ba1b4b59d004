import { expect, it } from '@jest/globals';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { Authors } from './authors.js';

const ADA = 'ada' as UserId; // the test's own
const EVE = 'eve' as UserId; // the test's own
const withKey = (key: string, banned?: UserId): Authors =>
  new Authors({
    key: Buffer.from(key),
    namesOf: async (ids) => new Map(ids.filter((id) => id === ADA).map((id) => [id, null])),
    bannedAmong: async (ids) => new Set(ids.filter((id) => id === banned)),
  });

it('gives an author one public id, which nobody without the key can compute', async () => {
  const authors = withKey('one');
  const id = authors.idOf(ADA);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(withKey('one').idOf(ADA)).toBe(id);
  for (const other of [authors.idOf(EVE), withKey('two').idOf(ADA), derivedId('author', ADA)])
    expect(other).not.toBe(id);
});

it('finds authors who are here, without their user ids', async () => {
  const authors = withKey('one');
  expect(await authors.find(ADA)).toEqual({ id: authors.idOf(ADA), name: null });
  expect([...(await authors.findAll([EVE, ADA, EVE]))]).toEqual([
    [EVE, undefined],
    [ADA, { id: authors.idOf(ADA), name: null }],
  ]);
});

it('finds a banned author for themselves and for moderators only', async () => {
  const authors = withKey('one', ADA);
  expect(await authors.find(ADA)).toBeUndefined();
  expect(await authors.find(ADA, { owner: false, moderator: false })).toBeUndefined();
  for (const by of [
    { owner: true, moderator: false },
    { owner: false, moderator: true },
  ])
    expect(await authors.find(ADA, by)).toEqual({ id: authors.idOf(ADA), name: null });
});
