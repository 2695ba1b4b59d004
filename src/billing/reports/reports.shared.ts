import { z } from 'zod';

/**
 * Ranges of days that are stored by name, so that a saved report covers the days that the name means when it is opened.
 */
export const REPORT_RANGES = ['lastMonth', 'month', 'quarter', 'year'] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];

export const MAX_REPORTS = 200;
export const MAX_NAME = 80;

const reportId = z.uuid();
const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME)
  .regex(/^\P{Cc}+$/u);

/** A finance page with its filters: `query` is that of its address, without the days if they are a named range. */
export const savedReport = z.strictObject({
  reportId,
  name,
  path: z
    .string()
    .max(100)
    .regex(/^\/finance(\/[a-z]+)*$/),
  query: z.string().max(2_000),
  range: z.enum(REPORT_RANGES).nullable(),
});
export type SavedReport = z.infer<typeof savedReport>;

/** `reports.list`: by name. */
export const savedReports = z.array(savedReport);

/** `reports.rename`. */
export const renameReportInput = z.strictObject({ reportId, name });

/** `reports.remove`. */
export const removeReportInput = z.strictObject({ reportId });
