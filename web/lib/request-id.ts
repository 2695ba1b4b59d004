/** The last request sent, with its id. */
export interface SentRequest {
  readonly content: string;
  readonly id: string;
}

/**
 * The request to send. The same content keeps its id, so that the server carries it out once; other content gets a new
 * id.
 * @param last undefined if nothing was sent, or the last request is settled
 * @param content compared by its JSON
 * @param newId makes an id
 */
export function sentRequestOf(last: SentRequest | undefined, content: unknown, newId: () => string): SentRequest {
  const json = JSON.stringify(content);
  return last?.content === json ? last : { content: json, id: newId() };
}
