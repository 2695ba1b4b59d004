import { parseRecipe, type RecipeV1 } from './recipe.shared.js';

/**
 * Maximum bytes of XMP that are read, which is the capacity of a JPEG segment (XMP specification part 3, section
 * 1.1.3).
 */
export const XMP_BYTES = 65_000;

const NAMESPACE = 'https://kinora.invalid/ns/recipe/1/';
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

// Characters that XML 1.0 forbids (section 2.2) were replaced by JSON escapes earlier.
const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => Object.keys(ENTITIES).find((entity) => ENTITIES[entity] === letter) ?? letter);
const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);

/** JSON with only those characters that every XML reader preserves. */
const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A recipe as an XMP packet (XMP specification part 1): in full under our own property, and as text in the properties
 * that other programs show (`dc:description`, `xmp:CreatorTool`).
 * @returns ASCII
 * @throws RangeError if it is longer than a file can hold, which no recipe within its limits is
 */
export function xmpOf(recipe: RecipeV1): Uint8Array {
  // Non-ASCII characters as references; lone surrogates, which are no characters, are dropped.
  const words = escapeXml([...recipe.prompt].slice(0, 600).join('')).replace(
    /[\ud800-\udfff](?![\udc00-\udfff])|[^\x20-\x7e]/gu,
    (letter) => {
      const point = letter.codePointAt(0) ?? 0;
      return point < 0x20 || (point >= 0xd800 && point <= 0xdfff) || (point >= 0xfffe && point <= 0xffff)
        ? ' '
        : `&#${point};`;
    },
  );
  const packet = [
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:kinora="${NAMESPACE}">`,
    '<xmp:CreatorTool>Kinora</xmp:CreatorTool>',
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${words}</rdf:li></rdf:Alt></dc:description>`,
    `<kinora:recipe>${escapeXml(plainJson(recipe))}</kinora:recipe>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('');
  if (packet.length > XMP_BYTES) throw new RangeError(`a recipe of ${packet.length} bytes`);
  return Buffer.from(packet, 'latin1');
}

/**
 * The recipe in an XMP packet from any source. It is searched as text: no XML is parsed, and no entity or address is
 * resolved.
 */
export function recipeInXmp(packet: Uint8Array): RecipeV1 | undefined {
  if (packet.byteLength > XMP_BYTES) return undefined;
  const text = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('utf8');
  const from = text.indexOf('<kinora:recipe>');
  const to = text.indexOf('</kinora:recipe>', from);
  return from < 0 || to < 0 ? undefined : parseRecipe(unescapeXml(text.slice(from + '<kinora:recipe>'.length, to)));
}
