/**
 * Reads packages: npm tarballs (POSIX ustar in gzip) and Python wheels (ZIP). Entries are only read, never unpacked by
 * name.
 */
import { promisify } from 'node:util';
import { createGunzip, inflateRaw } from 'node:zlib';

/** Bytes of the entries that were asked for, by name. An entry that the archive lacks is absent. */
export type Entries = ReadonlyMap<string, Uint8Array>;

/** Maximum bytes of each entry that is read. */
export type Wanted = ReadonlyMap<string, number>;

const BLOCK = 512;
/** Bytes of each step of decompression. A large entry is held in few pieces. */
const CHUNK_BYTES = 1_048_576;

/** A text field of a header, up to its first NUL. */
const textOf = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
};

/**
 * Reads entries of a gzipped tarball without holding the rest of it.
 * @throws Error for bytes that are no gzip, RangeError for those that are no tarball or an entry that is too long
 */
export async function readTarball(bytes: Uint8Array, wanted: Wanted): Promise<Entries> {
  const found = new Map<string, Uint8Array>();
  let held: Buffer = Buffer.alloc(0);
  let skip = 0;
  let entry: { readonly name: string; readonly size: number } | undefined;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(bytes);
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      if (skip > 0) {
        const passed = Math.min(skip, held.length);
        skip -= passed;
        held = held.subarray(passed);
        if (skip > 0) break;
      }
      if (entry !== undefined) {
        if (held.length < entry.size) break;
        found.set(entry.name, Uint8Array.from(held.subarray(0, entry.size)));
        held = held.subarray(entry.size);
        skip = padding(entry.size);
        entry = undefined;
        continue;
      }
      if (held.length < BLOCK) break;
      const { name, size } = headerOf(held.subarray(0, BLOCK));
      held = held.subarray(BLOCK);
      const max = wanted.get(name);
      if (max !== undefined && size > max) throw new RangeError(`${name} has ${size} bytes`);
      if (max === undefined) skip = size + padding(size);
      else entry = { name, size };
    }
  }
  return found;
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** @throws RangeError for a block that is no header. The empty blocks at the end are headers without a name. */
function headerOf(block: Buffer): { readonly name: string; readonly size: number } {
  const prefix = block.toString('latin1', 257, 262) === 'ustar' ? textOf(block.subarray(345, 500)) : '';
  const name = textOf(block.subarray(0, 100));
  const size = Number.parseInt(textOf(block.subarray(124, 136)).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('not a tarball');
  return { name: prefix === '' ? name : `${prefix}/${name}`, size };
}

const END = { signature: 0x06054b50, bytes: 22, comment: 65_535 } as const;
const CENTRAL = { signature: 0x02014b50, bytes: 46 } as const;
const LOCAL = { signature: 0x04034b50, bytes: 30 } as const;
const inflate = promisify(inflateRaw) as (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer>;

/**
 * Reads entries of a ZIP file (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16; no ZIP64).
 * @throws RangeError for bytes that are no ZIP file or an entry that is too long; Error for one that cannot be inflated
 */
export async function readZip(bytes: Uint8Array, wanted: Wanted): Promise<Entries> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = zip.length - END.bytes;
  while (end >= 0 && end >= zip.length - END.bytes - END.comment && zip.readUInt32LE(end) !== END.signature) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END.signature) throw new RangeError('not a ZIP file');
  const found = new Map<string, Uint8Array>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== CENTRAL.signature) throw new RangeError('not a ZIP file');
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [method, named, extra, comment] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const name = zip.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + named);
    const max = wanted.get(name);
    if (max !== undefined) {
      if (size > max) throw new RangeError(`${name} has ${size} bytes`);
      const from = bodyAt(zip, zip.readUInt32LE(at + 42));
      const body = zip.subarray(from, from + packed);
      found.set(name, method === 0 ? body : await inflate(body, { maxOutputLength: Math.max(1, size) }));
    }
    at += CENTRAL.bytes + named + extra + comment;
  }
  return found;
}

/** Where an entry's body begins: its local header may have other extra fields than the central one. */
function bodyAt(zip: Buffer, local: number): number {
  if (zip.readUInt32LE(local) !== LOCAL.signature) throw new RangeError('not a ZIP file');
  return local + LOCAL.bytes + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
}
