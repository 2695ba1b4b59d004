import type { CollectionDefinition, Collection } from '../../platform/documents/port.js';
import { DEFAULT_SETTINGS, type AccountingSettings } from './settings.shared.js';

export const ACCOUNTING: CollectionDefinition = { name: 'billing_accounting', indexes: [] };
const ID = 'settings';

/** The operator's settings of bookkeeping: one document, or the defaults. */
export class AccountingStore {
  constructor(private readonly documents: Collection<AccountingSettings>) {}

  /** The settings with their version; 0 while nothing was set. @throws StoreUnavailable */
  async read(): Promise<{ readonly settings: AccountingSettings; readonly version: number }> {
    const stored = await this.documents.get(ID);
    return stored === undefined
      ? { settings: DEFAULT_SETTINGS, version: 0 }
      : { settings: stored.document, version: stored.version };
  }

  /**
   * Replaces the settings.
   * @param version the version that was read
   * @returns false when somebody else changed them meanwhile
   * @throws StoreUnavailable
   */
  async replace(settings: AccountingSettings, version: number): Promise<boolean> {
    return (await this.documents.put({ id: ID, document: settings, expectedVersion: version })) === 'written';
  }
}
