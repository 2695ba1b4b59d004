import { z } from 'zod';
import { OPTIONAL_MODEL_IDS, type OptionalModelId } from '../../engine/models/catalogue.shared.js';
import type { PackageReason } from '../../engine/install/faults.shared.js';

/** Whether a model is installed. `received` are bytes of the download. */
export type OptionalModelState =
  | { readonly is: 'absent' | 'installed' }
  | { readonly is: 'installing'; readonly received: number }
  | { readonly is: 'failed'; readonly reason: PackageReason };

/** An optional model as the administration page shows it. Sizes in bytes. */
export interface OptionalModelView {
  readonly id: OptionalModelId;
  readonly name: string;
  readonly download: number;
  readonly disk: number;
  readonly licences: readonly string[];
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  readonly state: OptionalModelState;
}

export const byOptionalModel = z.object({ id: z.enum(OPTIONAL_MODEL_IDS) });
