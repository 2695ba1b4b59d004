import { IMAGE, TOOLS, VIDEO, type Area } from '@/features/core/areas';
import type { NavLink } from '@/features/core/nav-links';

/** Areas of the site whose feature does not exist. */
export type UnbuiltId = 'api';

/** Existing pages that are closest to each. */
export const RELATED_LINKS: { readonly [Id in UnbuiltId]: readonly (Area | NavLink)[] } = {
  api: [IMAGE, VIDEO, TOOLS],
};

/** Their routes, without language prefix. A folder under `app/[locale]` overrides a route here. */
export const UNBUILT_ROUTES: Readonly<Record<string, UnbuiltId>> = { '/api-platform/explore': 'api' };

/** The unbuilt area at a path; undefined if there is none. */
export const unbuiltAt = (path: string): UnbuiltId | undefined =>
  Object.hasOwn(UNBUILT_ROUTES, path) ? UNBUILT_ROUTES[path] : undefined;
