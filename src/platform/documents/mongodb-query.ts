import type { Document, Filter } from 'mongodb';
import { defined } from '../../kernel/defined.shared.js';
import type { Stored } from './mongodb-stored.js';
import type { Scalar } from './port.js';
import type { QueryPlan } from './query.js';

/** One segment of a list: all documents of one query, before those of the next. */
export interface Part {
  readonly filter: Filter<Stored>;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** Path of a field inside the stored document. */
export const pathOf = (field: string): string => `d.${field}`;

/** Documents that are not deleted and have these values. */
export function matching(equals: readonly (readonly [string, Scalar])[]): Filter<Stored> {
  return allOf([{ v: { $gt: 0 } }, ...equals.map(([field, value]) => ({ [pathOf(field)]: { $eq: value } }))]);
}

/**
 * The queries that together produce the list after the cursor. Documents whose order field is null need a separate
 * query, because in MongoDB nothing compares greater than null.
 */
export function partsOf(plan: QueryPlan): readonly Part[] {
  const base: Document[] = [matching(plan.equals)];
  const { terms } = plan;
  if (terms !== undefined) base.push(...terms.groups.map((group) => ({ [pathOf(terms.field)]: { $in: [...group] } })));
  if (plan.range !== undefined) {
    const { field, above, below } = plan.range;
    if (above === null || below === null) return [];
    base.push({ [pathOf(field)]: { $ne: null, ...defined({ $gt: above, $lt: below }) } });
  }
  const { after, orderField, descending } = plan;
  const direction = descending ? -1 : 1;
  const beyond = descending ? '$lt' : '$gt';
  const part = (conditions: readonly Document[], ...fields: readonly string[]): Part => ({
    filter: allOf([...base, ...conditions]),
    sort: Object.fromEntries([...fields, '_id'].map((field) => [field, direction])),
  });
  if (orderField === undefined) return [part(after === undefined ? [] : [{ _id: { [beyond]: after.id } }])];
  const path = pathOf(orderField);
  if (after === undefined) return [part([], path)];
  if (after.value === null) {
    const nulls = part([{ [path]: null }, { _id: { [beyond]: after.id } }]);
    return descending ? [nulls] : [nulls, part([{ [path]: { $ne: null } }], path)];
  }
  const others = part(
    [
      { [path]: { [`${beyond}e`]: after.value } },
      { $or: [{ [path]: { [beyond]: after.value } }, { _id: { [beyond]: after.id } }] },
    ],
    path,
  );
  return descending && plan.range === undefined ? [others, part([{ [path]: null }])] : [others];
}

/** The compiler does not know paths into documents; `planQuery` has checked the fields. */
function allOf(conditions: readonly Document[]): Filter<Stored> {
  return { $and: [...conditions] };
}
