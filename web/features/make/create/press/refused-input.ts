import { createContext, useContext } from 'react';
import type { Failure } from '@/lib/errors/failure';
import type { SourceRole } from '@src/creation/procedures/params.shared';
import type { Given } from '../draft/given-inputs';
import type { DraftRequest } from '../draft/draft-request';

/** A refusal of the server and the request that it refused. */
export interface RefusedRequest {
  readonly failure: Extract<Failure, { kind: 'product' }>;
  readonly request: DraftRequest;
}

export const RefusedInput = createContext<RefusedRequest | undefined>(undefined);

/** Why this input was refused; undefined if it was replaced since. */
export function useRefusedInput(role: SourceRole, given: Given | undefined): RefusedRequest['failure'] | undefined {
  const refused = useContext(RefusedInput);
  return refused !== undefined &&
    given !== undefined &&
    refused.failure.params['input'] === role &&
    refused.request.given[role] === given
    ? refused.failure
    : undefined;
}
