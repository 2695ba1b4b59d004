import { Upload } from 'tus-js-client';
import type { Visitor } from '../people/visitor.js';

export interface Sent {
  /** Where it went, without the server. */
  readonly path: string;
  readonly id: string;
}

const TUS = '/api/uploads/tus';

/** Sends a file by the browser's own library, whole. @throws what the library says when it is refused */
export function sendByTus(
  url: string,
  visitor: Visitor,
  file: Buffer,
  metadata: Record<string, string> = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${url}${TUS}`,
      chunkSize: 256 * 1024,
      metadata,
      headers: { cookie: visitor.cookie() },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onError: reject,
      onSuccess: () => {
        const path = new URL(upload.url ?? '', url).pathname;
        resolve({ path, id: path.slice(TUS.length + 1) });
      },
    });
    upload.start();
  });
}

/** Asks the server to take in so many bytes. */
export function beginTus(visitor: Visitor, bytes: number, purpose?: string): Promise<Response> {
  const metadata =
    purpose === undefined ? {} : { 'upload-metadata': `purpose ${Buffer.from(purpose).toString('base64')}` };
  return visitor.fetch(TUS, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes), ...metadata },
  });
}

/** Sends a part by hand. */
export function patchTus(visitor: Visitor, path: string, offset: number, part: Uint8Array): Promise<Response> {
  return visitor.fetch(path, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(part),
  });
}

/** How far it has come. */
export function headTus(visitor: Visitor, path: string): Promise<Response> {
  return visitor.fetch(path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
}
