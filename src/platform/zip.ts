import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFile } from './export-parts.js';

/**
 * Streams a zip. Only one file is open at a time, and a file that no longer exists is left out.
 * @throws errors of the file list or of a file's content
 */
export async function* zipOf(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const out = new PassThrough();
  const ended = new AbortController();
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  // A Node error may come from another realm, where `instanceof Error` is false. The stream needs an Error of this
  // realm.
  const filled = fill(zip, files, ended.signal).catch(
    (error: unknown) =>
      void out.destroy(error instanceof Error ? error : new Error('a file could not be read', { cause: error })),
  );
  try {
    // Without an encoding, the chunks of a byte stream are buffers.
    for await (const chunk of out as AsyncIterable<Buffer>) yield chunk;
  } finally {
    ended.abort();
    await filled;
  }
}

/** Adds the files one after another. */
async function fill(zip: ZipFile, files: AsyncIterable<ExportFile>, ended: AbortSignal): Promise<void> {
  for await (const { path, at, compress, content } of files) {
    ended.throwIfAborted();
    const bytes = await content();
    if (bytes === undefined) continue;
    const stream = Readable.from(bytes, { objectMode: false });
    try {
      // yazl does not notice a stream that fails while it is read.
      const read = finished(stream, { signal: ended });
      zip.addReadStream(stream, path, { mtime: new Date(at), compress });
      await read;
    } finally {
      stream.destroy();
    }
  }
  zip.end();
}
