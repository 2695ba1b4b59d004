import { isVideoOperation, operationFor, type RemoteOperation } from '../../engine/remote/operations.shared.js';
import { PROCEDURES, remoteUseOf, type ProcedureName } from '../procedures/registry.shared.js';

export {
  ENGINE_KINDS,
  HOSTED_ADDRESSES,
  type EngineKind,
  type RemoteFeature,
} from '../../engine/remote/kinds.shared.js';

/** Procedures that a connected engine may serve: those with `remote` in their definition. */
export const ENGINE_PROCEDURES: readonly ProcedureName[] = PROCEDURES.filter(
  (procedure) => remoteUseOf(procedure) !== undefined,
);

const servesVideo = (procedure: ProcedureName): boolean =>
  remoteUseOf(procedure)?.operations.some(isVideoOperation) === true;

/** The same by output. A model makes either images or videos. */
export const ENGINE_SERVES = {
  image: ENGINE_PROCEDURES.filter((one) => !servesVideo(one)),
  video: ENGINE_PROCEDURES.filter(servesVideo),
} as const;

/** Whether an offer is for videos. */
export const makesVideos = ({ procedures }: { readonly procedures: readonly ProcedureName[] }): boolean =>
  procedures.some(servesVideo);

/** The procedures that a model serves with these operations, in the registry's order. */
export const proceduresFor = (operations: readonly RemoteOperation[]): readonly ProcedureName[] =>
  ENGINE_PROCEDURES.filter((procedure) => {
    const use = remoteUseOf(procedure);
    return use !== undefined && operationFor(use, operations) !== undefined;
  });
