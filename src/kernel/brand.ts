/** A primitive that cannot be mixed up with another of the same kind: `Brand<string, 'UserId'>`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
