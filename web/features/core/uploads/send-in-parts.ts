import { TRPCClientError } from '@trpc/client';
import { DetailedError, Upload } from 'tus-js-client';
import type { Sending } from './upload-state';

const ENDPOINT = '/api/uploads/tus';
/** Retry delays in milliseconds. The last one repeats. */
const PAUSES = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The server's refusal in the product's format; undefined if it did not answer. */
function refusalOf(error: Error): Readonly<Record<string, unknown>> | undefined {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  if (body === undefined || body === '') return undefined;
  try {
    const read: unknown = JSON.parse(body);
    return isRecord(read) && isRecord(read['error']) ? read['error'] : undefined;
  } catch {
    return undefined;
  }
}

const tryAgain = (error: DetailedError): boolean => {
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || status >= 500 || status === 409 || status === 423;
};

/** Converts an error to the form that the tRPC client throws, so that one place handles both. */
function asThrown(error: Error): Error {
  const refusal = refusalOf(error);
  if (refusal === undefined) return new TypeError('the upload was not answered', { cause: error });
  return TRPCClientError.from({ error: { code: -32_000, message: String(refusal['identifier']), data: refusal } });
}

/** Estimates the time left from the pace so far. */
function paced(on: Sending['on']): (sent: number, total: number) => void {
  let first: { readonly at: number; readonly sent: number } | undefined;
  return (sent, total) => {
    const now = performance.now();
    first ??= { at: now, sent };
    const perSecond = ((sent - first.sent) / Math.max(1, now - first.at)) * 1_000;
    on({
      kind: 'sending',
      sent,
      total,
      ...(perSecond > 0 && now - first.at > 1_000 ? { secondsLeft: (total - sent) / perSecond } : {}),
    });
  };
}

/**
 * Sends a file by the tus protocol (1.0.0).
 * @returns the id that `upload.finish` takes
 */
export function sendInParts(file: Blob, name: string, { purpose, on, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    let last = { sent: 0, total: file.size };
    const reportProgress = paced(on);
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      metadata: { filename: name, purpose },
      retryDelays: PAUSES,
      removeFingerprintOnSuccess: true,
      onShouldRetry: (error) => {
        const again = tryAgain(error);
        if (again) on({ kind: 'waiting', ...last });
        return again;
      },
      onProgress: (sent, total) => {
        last = { sent, total };
        reportProgress(sent, total);
      },
      onError: (error) => reject(asThrown(error)),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    const giveUp = (): void => {
      void upload.abort(true).catch(() => undefined);
      reject(new DOMException('given up', 'AbortError'));
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    on({ kind: 'sending', sent: 0, total: file.size });
    void upload.findPreviousUploads().then(([earlier]) => {
      if (signal.aborted) return;
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    }, reject);
    return undefined;
  });
}
