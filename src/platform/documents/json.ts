import type { Json, OutboxMessage, PendingMessage } from './port.js';

/** Parses JSON text that was stored by this or an earlier process. @throws SyntaxError for invalid JSON */
export function parseJson(text: string): Json {
  // The result of JSON.parse is a Json by definition.
  return JSON.parse(text) as Json;
}

/** The messages of each document in order, without their positions. */
export function messagesByDocument(pending: readonly PendingMessage[]): Map<string, OutboxMessage[]> {
  const documents = new Map<string, OutboxMessage[]>();
  for (const { documentId, id, type, data } of pending) {
    const own = documents.get(documentId);
    if (own === undefined) documents.set(documentId, [{ id, type, data }]);
    else own.push({ id, type, data });
  }
  return documents;
}
