const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The canonical JSON of a value (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Members that are undefined are left out.
 * @throws TypeError for what JSON cannot hold: NaN, the infinities, lone surrogates, undefined in an array, functions,
 *   symbols, bigints
 */
export function canonicalJson(value: unknown): string {
  if (isInOrder(value)) {
    const json = JSON.stringify(value);
    // `JSON.stringify` escapes only lone surrogates like this; the slow check separates them from text that looks
    // similar.
    if (!json.includes('\\ud')) return json;
  }
  return write(value);
}

/** Whether `JSON.stringify` already writes the value canonically. Most events are built with sorted keys. */
function isInOrder(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) {
    // Not `every`, which skips the gaps of a sparse array.
    for (let index = 0; index < value.length; index += 1) if (!isInOrder(value[index])) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let before = '';
  for (const key in value) {
    if (key < before || key === 'toJSON') return false;
    before = key;
    const member: unknown = Reflect.get(value, key);
    if (member !== undefined && !isInOrder(member)) return false;
  }
  return true;
}

function write(value: unknown): string {
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
    json += write(values[index]);
  }
  return `${json}]`;
}

function members(value: object): string {
  let json = '{';
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    json += `${json.length > 1 ? ',' : ''}${text(key)}:${write(member)}`;
  }
  return `${json}}`;
}
