/** The server's facts on an export. Times are milliseconds since the epoch. */
export interface ExportFacts {
  readonly state: 'waiting' | 'ready' | 'failed';
  readonly until?: number;
}

/** State of a data export. */
export type DataExportState =
  { readonly is: 'none' | 'waiting' | 'failed' } | { readonly is: 'ready'; readonly until: number };

/** Poll interval while the file is being made, in milliseconds. */
const AGAIN_MS = 5_000;

/**
 * The state to show for an export.
 * @param facts null without one; an expired one counts as none
 * @param now milliseconds since the epoch
 */
export function dataExportStateOf(facts: ExportFacts | null | undefined, now: number): DataExportState {
  if (facts === null || facts === undefined) return { is: 'none' };
  if (facts.state !== 'ready') return { is: facts.state };
  return facts.until === undefined || facts.until <= now ? { is: 'none' } : { is: 'ready', until: facts.until };
}

/** Poll interval of an export, milliseconds; false if it is not waiting. */
export const refetchIntervalOf = (facts: ExportFacts | null | undefined): number | false =>
  facts?.state === 'waiting' ? AGAIN_MS : false;
