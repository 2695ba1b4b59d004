/** The table of a collection; `checkDefinition` has validated its name. */
export function tableOf(collection: string): string {
  return `documents_${collection}`;
}

/**
 * The SQL expression of a field inside a document. It must equal the text in the index definition, or the index is not
 * used.
 */
export function fieldSql(field: string): string {
  return `json_extract(body, '$.${field}')`;
}
