import type { RemoteFileName, RemoteOperation } from '../operations.shared.js';

/** Licence of a model's results: `unstated` where no statement of its maker or of the service was found. */
export type HostedLicence = 'commercial' | 'non-commercial' | 'unstated';

/**
 * A model of a hosted service that is known: what it does, and how its input differs from what names tell. Pure data.
 */
export interface HostedModel {
  /** The service's own name of it, without a version. */
  readonly model: string;
  /** As people know it. */
  readonly name: string;
  readonly operations: readonly RemoteOperation[];
  /** Fields of files with unusual names. */
  readonly fields?: Readonly<Partial<Record<RemoteFileName, string>>>;
  /** Fields with a fixed value. */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
  /** Fewest pixels of an image. */
  readonly minPixels?: number;
  readonly licence: HostedLicence;
  /** The price that its page states: millionths of a US dollar, and the day it was read. Absent if none was found. */
  readonly price?: { readonly micros: number; readonly per: 'picture' | 'second'; readonly read: string };
}
