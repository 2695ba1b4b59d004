import { describe, expect, it } from '@jest/globals';
import { createMemoryRateLimit } from '../../platform/rate-limit/memory.js';
import { LIMITS, Limits } from './limits.js';

describe('visits that are begun', () => {
  it('are limited by who begins them, and by their address whoever it is', async () => {
    const limits = new Limits(createMemoryRateLimit({ now: () => 0 }), Buffer.from('salt'));
    const { limit } = LIMITS.visit;
    for (let times = 0; times < limit; times += 1)
      expect(await limits.visit('u0', '192.0.2.1')).toMatchObject({ ok: true });
    expect(await limits.visit('u0', '192.0.2.2')).toMatchObject({
      ok: false,
      error: { identifier: 'TOO_MANY_ATTEMPTS' },
    });
    for (let times = limit; times < LIMITS.visitsAnAddress.limit; times += 1)
      expect(await limits.visit(`u${Math.floor(times / limit)}`, '192.0.2.1')).toMatchObject({ ok: true });
    expect(await limits.visit('somebody-else', '192.0.2.1')).toMatchObject({
      ok: false,
      error: { identifier: 'TOO_MANY_ATTEMPTS' },
    });
    expect(await limits.visit('somebody-else', '192.0.2.2')).toMatchObject({ ok: true });
  });
});

describe('files of all that one has', () => {
  it('are limited by who asks, and for visitors by their address whoever it is', async () => {
    const limits = new Limits(createMemoryRateLimit({ now: () => 0 }), Buffer.from('salt'));
    const { limit } = LIMITS.visitorsExport;
    for (let times = 0; times < limit; times += 1)
      expect(await limits.export(`visitor-${times}`, '192.0.2.1')).toMatchObject({ ok: true });
    expect(await limits.export('one-more', '192.0.2.1')).toMatchObject({
      ok: false,
      error: { identifier: 'TOO_MANY_ATTEMPTS' },
    });
    expect(await limits.export('one-more', '192.0.2.2')).toMatchObject({ ok: true });
    for (let times = 0; times < LIMITS.export.limit; times += 1)
      expect(await limits.export('a-member')).toMatchObject({ ok: true });
    expect(await limits.export('a-member')).toMatchObject({ ok: false });
  });
});
