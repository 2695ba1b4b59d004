import { z } from 'zod';

/** Page size and cursor of the lists of finance. */
export const listLimit = z.int().min(1).max(200).default(50);
export const listCursor = z.string().max(1_000).optional();
