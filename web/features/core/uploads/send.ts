import type { UploadView } from '@src/creation/uploads/upload.shared';
import { client } from '@/lib/trpc/client';
import type { Sending } from './upload-state';

/**
 * Maximum upload size in bytes (100 MB), and the size up to which a file is sent in one request. Larger files are
 * stored on disk in parts, because the server holds few whole files in memory at a time. The server checks its own
 * limits.
 */
export const MAX_BYTES = 104_857_600;
const WHOLE_BYTES = 1_000_000;

/**
 * Sends a file. A small one goes in one request. A larger one goes in parts, which resume after an interruption, and
 * after a reload if the user chooses the same file again.
 * @throws the server's refusal as a client error; AbortError after a cancellation
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
