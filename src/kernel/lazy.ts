/** A value that is made when it is first requested, and kept. What throws is tried again. */
export function lazy<T>(create: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: create() }).value;
}
