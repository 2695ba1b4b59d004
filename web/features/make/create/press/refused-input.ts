import { createContext, useContext } from 'react';
import type { Failure } from '@/lib/errors/failure';
import type { SourceRole } from '@src/creation/procedures/params.shared';
import type { Given } from '../draft/given-inputs';
import type { DraftRequest } from '../draft/draft-request';

/** What the server has refused, and the request it was of. */
export interface RefusedRequest {
  readonly failure: Extract<Failure, { kind: 'product' }>;
  readonly request: DraftRequest;
}

export const RefusedInput = createContext<RefusedRequest | undefined>(undefined);

/** Why this image of the form was refused; nothing for another one than that was sent. */
export function useRefusedInput(role: SourceRole, given: Given | undefined): RefusedRequest['failure'] | undefined {
  const refused = useContext(RefusedInput);
  return refused !== undefined && given !== undefined && refused.failure.params['input'] === role && refused.request.given[role] === given ? refused.failure : undefined;
}
