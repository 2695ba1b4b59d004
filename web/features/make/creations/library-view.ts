import { PROCEDURES, type ProcedureName } from '@src/creation/procedures/params.shared';
import {
  COSTS,
  LIBRARY_ORDERS,
  RATINGS,
  SHELVES,
  type Cost,
  type LibraryOrder,
  type Rating,
  type Shelf,
} from '@src/creation/library/library.shared';
import { defined } from '@src/kernel/defined.shared';
import type { LibraryInput } from '@/lib/data/library';

/** Days of which creations may be wanted. */
export const AGES = [1, 7, 30, 365] as const;
export type Age = (typeof AGES)[number];
const DAY_MS = 86_400_000;

/** What the library shows. The address holds it. */
export interface LibraryView {
  readonly text?: string;
  readonly kind?: 'image' | 'video';
  readonly tool?: ProcedureName;
  readonly tag?: string;
  readonly isFavourite?: true;
  readonly minRating?: Rating;
  readonly cost?: Cost;
  readonly age?: Age;
  readonly project?: string;
  /** Absent for the library, and for the newest first. */
  readonly shelf?: Exclude<Shelf, 'library'>;
  readonly order?: Exclude<LibraryOrder, 'newest'>;
}

type Query = { readonly get: (name: string) => string | null };
const oneOf = <T extends string | number>(known: readonly T[], text: string | null): T | undefined =>
  known.find((value) => String(value) === text);

/** Reads an address; what is unknown in it counts as absent. */
export function viewOf(query: Query): LibraryView {
  const shelf = oneOf(SHELVES, query.get('shelf'));
  const order = oneOf(LIBRARY_ORDERS, query.get('order'));
  return defined({
    text: query.get('q')?.trim() || undefined,
    kind: oneOf(['image', 'video'] as const, query.get('kind')),
    tool: oneOf(PROCEDURES, query.get('tool')),
    tag: query.get('tag') || undefined,
    isFavourite: query.get('favourites') === '1' ? (true as const) : undefined,
    minRating: oneOf(RATINGS, query.get('rating')),
    cost: oneOf(COSTS, query.get('cost')),
    age: oneOf(AGES, query.get('days')),
    project: query.get('project') ?? undefined,
    shelf: shelf === 'library' ? undefined : shelf,
    order: order === 'newest' ? undefined : order,
  });
}

/** The query of the address of a view. */
export function queryOf(view: LibraryView): Readonly<Record<string, string>> {
  const { text, kind, tool, tag, isFavourite, minRating, cost, age, project, shelf, order } = view;
  return defined({
    q: text,
    kind,
    tool,
    tag,
    favourites: isFavourite === true ? '1' : undefined,
    rating: minRating?.toString(),
    cost,
    days: age?.toString(),
    project,
    shelf,
    order,
  });
}

/** Whether the view leaves anything out by conditions. */
export function isFiltered({ project: _project, shelf: _shelf, order: _order, ...conditions }: LibraryView): boolean {
  return Object.keys(conditions).length > 0;
}

/**
 * The input of the list for a view.
 * @param today local midnight, milliseconds since the epoch
 */
export function inputOf(view: LibraryView, today: number): LibraryInput {
  const { text, kind, tool, tag, isFavourite, minRating, cost, age, project, shelf, order } = view;
  const from = age === undefined ? undefined : today - (age - 1) * DAY_MS;
  // The trash takes no conditions.
  const filter =
    shelf === 'trash' ? {} : defined({ text, kind, procedure: tool, tag, isFavourite, minRating, cost, from });
  return { ...defined({ projectId: project, shelf, order }), ...(Object.keys(filter).length === 0 ? {} : { filter }) };
}
