import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '@/features/core/areas';
import { TOOL_PLACES } from '@/features/core/places';
import { UNBUILT_ROUTES, unbuiltAt, WAYS_ON } from './unbuilt';

const ids = [...new Set(Object.values(UNBUILT_ROUTES))];

describe('areas that do not exist yet', () => {
  it('are not linked by the frame', () => {
    expect([...AREAS, ...TOOL_PLACES].filter(({ href }) => unbuiltAt(href) !== undefined)).toEqual([]);
  });

  it.each(ids)('lead on from %s to what exists', (id) => {
    expect(WAYS_ON[id].length).toBeGreaterThanOrEqual(2);
    expect(WAYS_ON[id].filter(({ href }) => unbuiltAt(href) !== undefined)).toEqual([]);
    expect(new Set(WAYS_ON[id].map(({ href }) => href)).size).toBe(WAYS_ON[id].length);
  });

  it('are known by their whole path alone', () => {
    expect(unbuiltAt('/api-platform/explore')).toBe('api');
    expect(unbuiltAt('/api-platform')).toBeUndefined();
    expect(unbuiltAt('/constructor')).toBeUndefined();
  });

  it.each(Object.keys(UNBUILT_ROUTES))('stand at %s no longer than there is no page of its own', (path) => {
    expect(existsSync(join(import.meta.dirname, '../../../app/[locale]', path, 'page.tsx'))).toBe(false);
  });
});
