import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { addressGroup, networkGroup } from '../../platform/http/security/address.js';
import { addressHash, GRANT_COUNTERS, GrantCaps, grantCounter, NO_CAPS } from './grant-caps.js';
import type { Caps } from './grant-caps.shared.js';

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

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
  ])('%s is in %s', (ip, group) => {
    expect(networkGroup(ip)).toBe(group);
  });
});

describe('promotional grants', () => {
  const open = async (caps: Partial<Caps>) => {
    const collection = await createMemoryDocumentStore().collection(GRANT_COUNTERS, (stored) =>
      grantCounter.parse(stored),
    );
    return {
      collection,
      grants: new GrantCaps(collection, { visitor: { ...NO_CAPS, ...caps }, signUp: NO_CAPS, reward: NO_CAPS }, key),
    };
  };
  const takeAll = (grants: GrantCaps, ips: readonly string[]) =>
    Promise.all(ips.map((ip) => grants.take('visitor', ip, NOON)));

  it('are given up to the cap of an address, even when all ask at once', async () => {
    const { grants } = await open({ perAddress: 5 });
    expect((await takeAll(grants, Array<string>(12).fill('203.0.113.9'))).filter(Boolean)).toHaveLength(5);
    expect(await grants.take('visitor', '203.0.113.10', NOON)).toBe(true);
  });

  it('are given up to the cap of a network, however many addresses it has', async () => {
    const { grants } = await open({ perAddress: 5, perNetwork: 7 });
    expect(
      (
        await takeAll(
          grants,
          Array.from({ length: 50 }, (_, nth) => `203.0.113.${nth}`),
        )
      ).filter(Boolean),
    ).toHaveLength(7);
    expect(await grants.take('visitor', '203.0.114.1', NOON)).toBe(true);
  });

  it('are given up to the cap of a day, wherever they are asked for', async () => {
    const { grants } = await open({ perDay: 9 });
    expect(
      (
        await takeAll(
          grants,
          Array.from({ length: 50 }, (_, nth) => `203.0.${nth}.1`),
        )
      ).filter(Boolean),
    ).toHaveLength(9);
  });

  it('of an address beyond its cap use up nothing of its network', async () => {
    const { grants } = await open({ perAddress: 1, perNetwork: 2 });
    await takeAll(grants, Array<string>(10).fill('203.0.113.9'));
    expect(await grants.take('visitor', '203.0.113.10', NOON)).toBe(true);
  });

  it('beyond the cap of a day use up nothing of their address, nor does one that is given back', async () => {
    const { grants, collection } = await open({ perAddress: 2, perDay: 1 });
    const counts = async () =>
      (await collection.find({ limit: 10 })).items.map(({ document: { count } }) => count).sort();
    expect(await takeAll(grants, Array<string>(3).fill('203.0.113.9'))).toContain(true);
    expect(await counts()).toEqual([1, 1]);
    await grants.giveBack('visitor', '203.0.113.9', NOON);
    expect(await counts()).toEqual([0, 0]);
    expect(await grants.take('visitor', '203.0.113.9', NOON)).toBe(true);
  });

  it('are given again on the next day', async () => {
    const { grants } = await open({ perAddress: 1 });
    expect(await grants.take('visitor', '203.0.113.9', NOON)).toBe(true);
    expect(await grants.take('visitor', '203.0.113.9', NOON + DAY / 2 - 1)).toBe(false);
    expect(await grants.take('visitor', '203.0.113.9', NOON + DAY / 2)).toBe(true);
  });

  it('have no cap when it is 0, and then nothing is counted', async () => {
    const { grants, collection } = await open({});
    expect(await grants.take('visitor', '203.0.113.9', NOON)).toBe(true);
    expect(await collection.count()).toBe(0);
  });

  it('leave no trace of an address after its day', async () => {
    const { grants, collection } = await open({ perAddress: 1 });
    await grants.take('visitor', '203.0.113.9', NOON - DAY);
    await grants.take('visitor', '203.0.113.9', NOON);
    await grants.sweep(NOON);
    expect(await collection.count()).toBe(1);
    const { items } = await collection.find({ limit: 10 });
    expect(JSON.stringify(items)).not.toContain('203.0');
  });
});
