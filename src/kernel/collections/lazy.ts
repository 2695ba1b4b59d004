/** Creates a value on first use and caches it. An error is not cached. */
export function lazy<T>(create: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: create() }).value;
}
