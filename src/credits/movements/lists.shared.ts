import { z } from 'zod';

/**
 * Page size and cursor of the lists of finance. A page has at most as many items as the limit. It may have fewer, or
 * none, although there are more: entries that a filter excludes are passed over, and a call reads only so many. The
 * last page has no `next`.
 */
export const listLimit = z.int().min(1).max(200).default(50);
export const listCursor = z.string().max(1_000).optional();
