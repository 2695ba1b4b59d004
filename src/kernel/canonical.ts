const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The canonical JSON of a value (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Members that are undefined are left out.
 * @throws TypeError for what JSON cannot hold: NaN, the infinities, lone surrogates, undefined in an array, functions, symbols, bigints
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? list(value) : members(value);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

function text(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new TypeError('not a JSON string: it holds a lone surrogate');
  return JSON.stringify(value);
}

function list(values: readonly unknown[]): string {
  let json = '[';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) json += ',';
    json += canonicalJson(values[index]);
  }
  return `${json}]`;
}

function members(value: object): string {
  let json = '{';
  for (const key of sortedKeys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    json += `${json.length > 1 ? ',' : ''}${text(key)}:${canonicalJson(member)}`;
  }
  return `${json}}`;
}

/** Events are mostly built with their keys in order already, and looking costs less than sorting. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let index = 1; index < keys.length; index += 1) {
    const before = keys[index - 1];
    const key = keys[index];
    if (before !== undefined && key !== undefined && before > key) return keys.sort();
  }
  return keys;
}
