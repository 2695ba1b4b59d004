/** A nominal type over a primitive: `Brand<string, 'UserId'>` cannot be mixed up with other strings. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
