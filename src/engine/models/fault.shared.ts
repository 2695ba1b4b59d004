/**
 * Why an optional model could not be installed: the disk has too little space; the registry's address is unknown; the
 * registry does not answer; it does not have the package; the download ended early; its contents are not those of the
 * list; the files could not be written.
 */
export const MODEL_FAULT_REASONS = ['no-room', 'no-registry', 'unreachable', 'absent', 'cut', 'hash', 'disk'] as const;
export type ModelFaultReason = (typeof MODEL_FAULT_REASONS)[number];

/** A model that could not be installed. Nothing of it is left. */
export class ModelFault extends Error {
  /** @param what the package or file */
  constructor(readonly reason: ModelFaultReason, readonly what: string, detail: string) {
    super(`${reason}: ${what}: ${detail}`);
    this.name = 'ModelFault';
  }
}
