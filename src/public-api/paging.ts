import { z } from 'zod';

/** Parameters of a list. */
export const page = z.object({
  cursor: z.string().optional().describe('`next` of the page before.'),
  limit: z.coerce.number().int().min(1).max(100).optional().describe('1 to 100; default 24.'),
});

/** A query's number; anything else stays as it is, and is refused by the call. */
export const numeric = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
