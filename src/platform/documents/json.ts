import type { Json } from './port.js';

/** Reads JSON text that this process or an earlier one has stored. @throws SyntaxError when it is none */
export function parseJson(text: string): Json {
  // Whatever JSON.parse answers is a Json by its own definition.
  return JSON.parse(text) as Json;
}
