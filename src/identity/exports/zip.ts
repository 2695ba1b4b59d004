import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFile } from '../../platform/export-parts.js';

/** A zip of files, made as it is read: one file is open at a time, and one that has gone is left out. @throws what the files or a file's content throw */
export async function* zipOf(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const out = new PassThrough();
  const ended = new AbortController();
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  // An error of Node's own may be of another realm; a stream is destroyed with whatever it is.
  const filled = fill(zip, files, ended.signal).catch((error: unknown) => void out.destroy(error instanceof Error ? error : new Error('a file could not be read', { cause: error })));
  try {
    // A stream of bytes without an encoding gives buffers.
    for await (const chunk of out as AsyncIterable<Buffer>) yield chunk;
  } finally {
    ended.abort();
    await filled;
  }
}

/** Adds the files, one after the other. */
async function fill(zip: ZipFile, files: AsyncIterable<ExportFile>, ended: AbortSignal): Promise<void> {
  for await (const { path, at, compress, content } of files) {
    ended.throwIfAborted();
    const bytes = await content();
    if (bytes === undefined) continue;
    const stream = Readable.from(bytes, { objectMode: false });
    try {
      // The library hears nothing of a stream that fails in progress.
      const read = finished(stream, { signal: ended });
      zip.addReadStream(stream, path, { mtime: new Date(at), compress });
      await read;
    } finally {
      stream.destroy();
    }
  }
  zip.end();
}
