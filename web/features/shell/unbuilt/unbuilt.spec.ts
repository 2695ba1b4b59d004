import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '@/features/core/areas';
import { TOOL_LINKS } from '@/features/core/nav-links';
import { UNBUILT_ROUTES, unbuiltAt, RELATED_LINKS } from './unbuilt';

const ids = [...new Set(Object.values(UNBUILT_ROUTES))];

describe('areas that do not exist yet', () => {
  it('are not linked by the frame', () => {
    expect([...AREAS, ...TOOL_LINKS].filter(({ href }) => unbuiltAt(href) !== undefined)).toEqual([]);
  });

  it.each(ids)('lead on from %s to what exists', (id) => {
    expect(RELATED_LINKS[id].length).toBeGreaterThanOrEqual(2);
    expect(RELATED_LINKS[id].filter(({ href }) => unbuiltAt(href) !== undefined)).toEqual([]);
    expect(new Set(RELATED_LINKS[id].map(({ href }) => href)).size).toBe(RELATED_LINKS[id].length);
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
