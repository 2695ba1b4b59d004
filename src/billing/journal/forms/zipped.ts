import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Small files in one ZIP file. @param at time of the files */
export function zipped(
  files: readonly { readonly name: string; readonly content: Buffer }[],
  at: Date,
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content } of files) zip.addBuffer(content, name, { mtime: at });
  zip.end();
  return buffer(zip.outputStream);
}
