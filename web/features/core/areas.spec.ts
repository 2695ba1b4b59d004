import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, EFFECTS, HOME, IMAGE, isInside } from './areas';
import { ACCOUNT, ADMIN_LINKS, SIGN_IN, SIGN_UP, TOOL_LINKS } from './nav-links';

const places = [...AREAS, ...TOOL_LINKS, SIGN_IN, SIGN_UP, ACCOUNT, ...ADMIN_LINKS];

describe('what the frame links', () => {
  it.each(places.map((place) => place.href))('has a page at %s', (href) => {
    const folder = join(import.meta.dirname, '../../app/[locale]', href);
    // The tools share one page, named by the last part of the path.
    const shared = join(folder, '..', '[tool]', 'page.tsx');
    expect(existsSync(join(folder, 'page.tsx')) || (href.startsWith('/tools/') && existsSync(shared))).toBe(true);
  });

  it('knows which area a path belongs to', () => {
    expect(isInside(IMAGE, '/image')).toBe(true);
    expect(isInside(IMAGE, '/images')).toBe(false);
    expect(isInside(HOME, '/home')).toBe(true);
    expect(isInside(HOME, '/image')).toBe(false);
    expect(isInside(EFFECTS, '/app/pro-effects')).toBe(true);
  });
});
