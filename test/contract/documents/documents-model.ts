import { expect } from '@jest/globals';
import { z } from 'zod';
import type { Collection, FindQuery, OutboxMessage, Versioned } from '../../../src/platform/documents/port.js';

const shape = z.object({
  owner: z.string(),
  at: z.number().optional(),
  title: z.string().nullable().optional(),
  open: z.boolean().optional(),
  deep: z.object({ size: z.number() }).optional(),
});
/** A document of the suite: every kind of field that an index may hold. */
export type Note = z.infer<typeof shape>;

export const decode = (stored: unknown): Note => shape.parse(stored);

/** The collection of the suite. */
export const NOTES = {
  name: 'notes_v1',
  indexes: [['owner', 'at'], ['owner', 'title'], ['owner', 'open', 'at'], ['at'], ['deep.size']],
};
export const ids = (found: { readonly items: readonly Pick<Versioned<unknown>, 'id'>[] }): string[] =>
  found.items.map(({ id }) => id);
/** A message about the document of that name. */
export const message = (id: string, type = 'NoteWritten'): OutboxMessage => ({ id, type, data: { about: id } });

/** Something done to a collection. `off` is how far the version it claims to have read is from the true one. */
export type Step =
  | { readonly kind: 'put'; readonly id: string; readonly note: Note; readonly off: number }
  | { readonly kind: 'delete'; readonly id: string; readonly off: number }
  | {
      readonly kind: 'find';
      readonly owner: string;
      readonly limit: number;
      readonly direction: 'ascending' | 'descending';
    };

/** Takes the steps on the collection and on a plain map, and compares every answer. */
export async function compareWithMap(
  collection: Collection<Note>,
  steps: readonly Step[],
  pages: (query: FindQuery) => Promise<string[][]>,
): Promise<void> {
  const model = new Map<string, { readonly version: number; readonly note: Note }>();
  for (const step of steps) {
    if (step.kind === 'find') {
      const { owner, limit, direction } = step;
      const own = [...model].filter(([, { note }]) => note.owner === owner);
      own.sort(
        ([idA, a], [idB, b]) =>
          (a.note.at ?? -Infinity) - (b.note.at ?? -Infinity) || Buffer.compare(Buffer.from(idA), Buffer.from(idB)),
      );
      if (direction === 'descending') own.reverse();
      const found = await pages({ where: { owner }, order: { field: 'at', direction }, limit });
      expect(found.flat()).toEqual(own.map(([id]) => id));
      expect(await collection.count({ owner })).toBe(own.length);
      continue;
    }
    const version = model.get(step.id)?.version ?? 0;
    const expectedVersion = version + step.off;
    const stands = step.off === 0 && (step.kind === 'put' || version > 0);
    const result =
      step.kind === 'put'
        ? await collection.put({ id: step.id, document: step.note, expectedVersion })
        : await collection.delete(step.id, expectedVersion);
    expect(result).toBe(stands ? 'written' : 'conflict');
    if (stands && step.kind === 'put') model.set(step.id, { version: version + 1, note: step.note });
    if (stands && step.kind === 'delete') model.delete(step.id);
    const expected = model.get(step.id);
    // −0 is 0 in JSON.
    const stored: unknown =
      expected && JSON.parse(JSON.stringify({ id: step.id, version: expected.version, document: expected.note }));
    expect(await collection.get(step.id)).toEqual(stored);
  }
}
