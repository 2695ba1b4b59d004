import type { Blobs } from '../blobs/port.js';
import type { DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';

/** One side of a migration: an installation's stores, in use by no one else. */
export interface Side {
  /** The operator's name for it, e.g. `embedded`. */
  readonly name: string;
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly blobs: Blobs;
}

/** The target cannot accept the source. It is unchanged, or contains only what an earlier run copied. */
export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}
