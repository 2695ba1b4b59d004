import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportFile } from '../../platform/export-parts.js';

/** A zip of files, made as it is read: one file is open at a time. @throws what a file's content throws */
export async function* zipOf(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  for await (const file of files) {
    zip.addReadStreamLazy(file.path, { mtime: new Date(file.at), compress: file.compress }, (give) => {
      file.content().then((bytes) => {
        const stream = Readable.from(bytes, { objectMode: false });
        // The library hears nothing of a stream that fails under way.
        stream.on('error', (error) => out.destroy(error));
        give(null, stream);
      }, (error: unknown) => out.destroy(error instanceof Error ? error : new Error('a file could not be read', { cause: error })));
    });
  }
  zip.end();
  // A stream of bytes without an encoding gives buffers.
  for await (const chunk of out as AsyncIterable<Buffer>) yield chunk;
}
