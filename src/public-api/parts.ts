import type { Logs } from '../platform/http/logs.js';
import type { Context } from '../platform/http/trpc/trpc.js';
import type { Random } from '../platform/random.js';
import type { AdmissionParts } from './admission.js';

export interface PublicApiParts extends AdmissionParts {
  /** Carries out a call of the typed-RPC endpoint. @throws TRPCError */
  readonly call: (context: Context, path: string, input: unknown) => Promise<unknown>;
  readonly random: Pick<Random, 'uuid'>;
  readonly logger: Logs;
}
