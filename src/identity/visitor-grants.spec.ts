import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../platform/documents/memory.js';
import { addressGroup } from '../platform/http/address.js';
import { addressHash, VisitorGrants, VISITOR_GRANTS, visitorGrantsDocument } from './visitor-grants.js';

const NOON = Date.UTC(2026, 0, 31, 12);
const DAY = 86_400_000;
const key = Buffer.alloc(32, 1);

describe('the address of a visitor', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (ip, group) => {
    expect(addressGroup(ip)).toBe(group);
  });

  it('is kept as a hash that another key does not give', () => {
    expect(addressHash('203.0.113.9', key)).toMatch(/^[0-9a-f]{64}$/);
    expect(addressHash('203.0.113.9', key)).not.toBe(addressHash('203.0.113.9', Buffer.alloc(32, 2)));
    expect(addressHash('2001:db8:1:2::a', key)).toBe(addressHash('2001:db8:1:2::b', key));
  });
});

describe('credits for the visitors of an address', () => {
  const open = async (cap: number) => {
    const collection = await createMemoryDocumentStore().collection(VISITOR_GRANTS, (stored) => visitorGrantsDocument.parse(stored));
    return { collection, grants: new VisitorGrants(collection, cap, key) };
  };

  it('are given up to the cap, even when all ask at once', async () => {
    const { grants } = await open(5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => grants.take('203.0.113.9', NOON)));
    expect(answers.filter(Boolean)).toHaveLength(5);
    expect(await grants.take('203.0.113.10', NOON)).toBe(true);
  });

  it('are given again on the next day', async () => {
    const { grants } = await open(1);
    expect(await grants.take('203.0.113.9', NOON)).toBe(true);
    expect(await grants.take('203.0.113.9', NOON + DAY / 2 - 1)).toBe(false);
    expect(await grants.take('203.0.113.9', NOON + DAY / 2)).toBe(true);
  });

  it('have no cap when it is 0, and then nothing is counted', async () => {
    const { grants, collection } = await open(0);
    expect(await grants.take('203.0.113.9', NOON)).toBe(true);
    expect(await collection.count()).toBe(0);
  });

  it('leave no trace of an address after its day', async () => {
    const { grants, collection } = await open(1);
    await grants.take('203.0.113.9', NOON - DAY);
    await grants.take('203.0.113.9', NOON);
    await grants.sweep(NOON);
    expect(await collection.count()).toBe(1);
    const { items } = await collection.find({ limit: 10 });
    expect(JSON.stringify(items)).not.toContain('203.0');
  });
});
