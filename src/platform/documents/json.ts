import type { Json, OutboxMessage, PendingMessage } from './port.js';

/** Reads JSON text that this process or an earlier one has stored. @throws SyntaxError when it is none */
export function parseJson(text: string): Json {
  // Whatever JSON.parse answers is a Json by its own definition.
  return JSON.parse(text) as Json;
}

/** The messages of each document, in their order, without where they stand. */
export function messagesByDocument(pending: readonly PendingMessage[]): Map<string, OutboxMessage[]> {
  const documents = new Map<string, OutboxMessage[]>();
  for (const { documentId, id, type, data } of pending) {
    const own = documents.get(documentId);
    if (own === undefined) documents.set(documentId, [{ id, type, data }]);
    else own.push({ id, type, data });
  }
  return documents;
}
