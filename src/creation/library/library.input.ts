import { z } from 'zod';
import { PROCEDURES } from '../procedures/registry.shared.js';
import { COSTS, FIND_MAX, libraryTagOf, RATINGS, TAGS_MAX } from './library.shared.js';

const tag = z
  .string()
  .max(200)
  .transform((text, context) => {
    const read = libraryTagOf(text);
    if (read !== undefined) return read;
    context.addIssue({ code: 'custom', message: 'no tag' });
    return z.NEVER;
  });
const tags = z.array(tag).max(TAGS_MAX).readonly();
const name = z.string().min(1).max(200);

/** Conditions of a search in one's own creations; all of them must be met. */
export const libraryFilter = z.object({
  /** Words of the prompt, texts, titles and tags. */
  text: z.string().trim().max(FIND_MAX).optional(),
  kind: z.enum(['image', 'video']).optional(),
  procedure: z.enum(PROCEDURES).optional(),
  model: name.optional(),
  style: name.optional(),
  tag: tag.optional(),
  isFavourite: z.literal(true).optional(),
  /** This rating or a higher one. */
  minRating: z.literal(RATINGS).optional(),
  cost: z.enum(COSTS).optional(),
  /** Created from this time, inclusive, to before the other; milliseconds since the epoch. */
  from: z.int().min(0).max(4_000_000_000_000).optional(),
  to: z.int().min(0).max(4_000_000_000_000).optional(),
});
export type LibraryFilter = z.infer<typeof libraryFilter>;

/** A change of one's own creations. */
export const libraryChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), add: tags.default([]), remove: tags.default([]) }),
  z.object({ kind: z.literal('favourite'), isSet: z.boolean() }),
  z.object({ kind: z.literal('rate'), rating: z.literal(RATINGS).nullable() }),
  z.object({ kind: z.literal('archive'), isSet: z.boolean() }),
  /** Moves to the trash. A running creation is cancelled. */
  z.object({ kind: z.literal('trash') }),
  /** Moves out of the trash. */
  z.object({ kind: z.literal('restore') }),
  /** Deletes for good. */
  z.object({ kind: z.literal('delete') }),
]);
export type LibraryChange = z.infer<typeof libraryChange>;
