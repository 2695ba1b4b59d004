import type { Logs } from '../platform/http/logs.js';
import type { Streams } from '../platform/http/limits/streams.js';
import type { Context } from '../platform/http/trpc/trpc.js';
import type { Random } from '../platform/random.js';
import type { AdmissionParts } from './admission.js';

export interface PublicApiParts extends AdmissionParts {
  /** Carries out a call of the typed-RPC endpoint. @throws TRPCError */
  readonly call: (context: Context, path: string, input: unknown, signal?: AbortSignal) => Promise<unknown>;
  /** The live streams of this process, of pages and of keys. */
  readonly live: Streams;
  readonly random: Pick<Random, 'uuid'>;
  readonly logger: Logs;
}
