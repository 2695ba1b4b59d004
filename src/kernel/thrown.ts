/** The `code` of what was thrown, when it has one that is text: Node's and the drivers' errors. */
export function codeOf(thrown: unknown): string | undefined {
  const code: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** What was thrown in its own words: an error's message, anything else as text. By form, for an error of another realm is no instance of this one's Error. */
export function wordsOf(thrown: unknown): string {
  const message: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'message') : undefined;
  return typeof message === 'string' ? message : String(thrown);
}
