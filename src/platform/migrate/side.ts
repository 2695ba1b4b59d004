import type { Blobs } from '../blobs/port.js';
import type { DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';

/** One end of a move: the stores of an installation that no one else has open. */
export interface Side {
  /** As the operator calls it, e.g. `embedded`. */
  readonly name: string;
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly blobs: Blobs;
}

/** The target cannot take the source in; nothing of it was changed, or no more than an earlier run has brought. */
export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}
