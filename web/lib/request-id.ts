/** What was sent last, and under which id. */
export interface SentRequest {
  readonly content: string;
  readonly id: string;
}

/**
 * What is about to be sent, with its id: that of the last sending when it is the same again, so that the server takes it once; a new
 * one when anything in it differs.
 * @param last undefined when nothing was sent, or what was is done with
 * @param content what is sent; told apart by its JSON
 * @param newId makes an id
 */
export function sentRequestOf(last: SentRequest | undefined, content: unknown, newId: () => string): SentRequest {
  const json = JSON.stringify(content);
  return last?.content === json ? last : { content: json, id: newId() };
}
