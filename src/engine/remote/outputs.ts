import type { RemoteHttp } from './http.js';
import { OUTPUT_BYTES, RemoteFault, type RemoteOutput } from './port.js';

/** Maximum depth searched in an answer, and maximum results taken. */
const DEPTH = 4;
const MAX_OUTPUTS = 8;

/** Finds results in an answer of unknown shape: an address, a list of addresses, or objects containing one. */
export function outputsIn(answer: unknown): readonly RemoteOutput[] {
  return [...found(answer, 0)].slice(0, MAX_OUTPUTS);
}

function* found(value: unknown, depth: number): Generator<RemoteOutput> {
  if (typeof value === 'string') {
    if (/^https?:\/\//.test(value)) yield { url: value };
    else if (/^data:[^,]{0,100};base64,/.test(value))
      yield { bytes: Buffer.from(value.slice(value.indexOf(',') + 1), 'base64') };
  } else if (typeof value === 'object' && value !== null && depth < DEPTH) {
    for (const part of Object.values(value)) yield* found(part, depth + 1);
  }
}

/** Downloads a result without sending the key: files are hosted elsewhere. @throws RemoteFault; the signal's reason */
export async function fetchOutput(http: RemoteHttp, output: RemoteOutput, signal: AbortSignal): Promise<Uint8Array> {
  if ('url' in output) return http.output(output.url, signal);
  if (output.bytes.byteLength > OUTPUT_BYTES)
    throw new RemoteFault('misunderstood', `an output larger than ${OUTPUT_BYTES} bytes`);
  return output.bytes;
}
