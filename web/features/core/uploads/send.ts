import type { UploadView } from '@src/creation/uploads/upload.shared';
import { client } from '@/lib/trpc/client';
import type { Sending } from './upload-state';

/**
 * What may be sent, bytes (100 MB), and up to where it is sent whole: what is larger goes to the server's disk in parts, as it holds
 * few whole files in memory at a time. The server's own limits are checked there again.
 */
export const MAX_BYTES = 104_857_600;
const WHOLE_BYTES = 1_000_000;

/**
 * Sends a file: a small one whole, a larger one in parts that go on after a break, and after a reload when the same file is
 * chosen again.
 * @throws what the server refused, as the client's own errors; AbortError when it was given up
 */
export async function sendFile(file: Blob, name: string, sending: Sending): Promise<UploadView> {
  if (file.size > WHOLE_BYTES) {
    const { sendInParts } = await import('./send-in-parts');
    const tusId = await sendInParts(file, name, sending);
    sending.on({ kind: 'checking' });
    return client.upload.finish.mutate({ tusId }, { signal: sending.signal });
  }
  const form = new FormData();
  form.set('file', file, name);
  form.set('purpose', sending.purpose);
  sending.on({ kind: 'checking' });
  return client.upload.create.mutate(form, { signal: sending.signal });
}
