/**
 * An object type without undefined values: properties that may be undefined become optional, also under
 * `exactOptionalPropertyTypes`.
 */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes properties that are undefined, e.g. `{ id, ...defined({ name, image }) }`. */
export function defined<T extends object>(values: T): Defined<T>;
export function defined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key];
  return kept;
}
