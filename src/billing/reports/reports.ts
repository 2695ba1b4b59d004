import { z } from 'zod';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { decide } from '../../platform/documents/update.js';
import { MAX_REPORTS, savedReports, type SavedReport } from './reports.shared.js';

export const REPORTS: CollectionDefinition = { name: 'billing_saved_reports', indexes: [] };
const ID = 'reports';

type Saved = readonly SavedReport[];

export const storedReports = z.object({ reports: savedReports });
export type StoredReports = z.infer<typeof storedReports>;

/** Saved reports of everybody with the role finance: one document, so that their number is limited exactly. */
export class Reports {
  constructor(private readonly documents: Pick<Collection<StoredReports>, 'name' | 'get' | 'put'>) {}

  /** By name. @throws StoreUnavailable */
  async list(): Promise<Saved> {
    const stored = (await this.documents.get(ID))?.document.reports ?? [];
    return stored.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.reportId < b.reportId ? -1 : 1));
  }

  /**
   * Adds a report; a repeat with the same id changes nothing.
   * @returns SAVED_REPORT_LIMIT {limit}
   * @throws StoreUnavailable, DocumentContended
   */
  save(report: SavedReport): Promise<Result<void, ProductError>> {
    return this.change((before) => {
      if (before.some(({ reportId }) => reportId === report.reportId)) return ok(before);
      return before.length >= MAX_REPORTS
        ? err(productError('SAVED_REPORT_LIMIT', { limit: MAX_REPORTS }))
        : ok([...before, report]);
    });
  }

  /** @returns SAVED_REPORT_NOT_FOUND @throws StoreUnavailable, DocumentContended */
  rename(reportId: string, name: string): Promise<Result<void, ProductError>> {
    return this.change((before) =>
      before.some((one) => one.reportId === reportId)
        ? ok(before.map((one) => (one.reportId === reportId ? { ...one, name } : one)))
        : err(productError('SAVED_REPORT_NOT_FOUND')),
    );
  }

  /** Succeeds too if there is no such report. @throws StoreUnavailable, DocumentContended */
  remove(reportId: string): Promise<Result<void, ProductError>> {
    return this.change((before) => ok(before.filter((one) => one.reportId !== reportId)));
  }

  private change(next: (before: Saved) => Result<Saved, ProductError>): Promise<Result<void, ProductError>> {
    return decide<StoredReports, Result<void, ProductError>>(this.documents, ID, (stored) => {
      const changed = next(stored?.document.reports ?? []);
      return changed.ok
        ? { answer: ok(undefined), write: { document: { reports: [...changed.value] } } }
        : { answer: changed };
    });
  }
}
