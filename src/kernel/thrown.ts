/** The text `code` of a thrown value, as set by Node and drivers, if any. */
export function codeOf(thrown: unknown): string | undefined {
  const code: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * The message of a thrown value. Checked by shape, because an error of another realm is no instance of this realm's
 * Error.
 */
export function wordsOf(thrown: unknown): string {
  const message: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'message') : undefined;
  return typeof message === 'string' ? message : String(thrown);
}
