/** What the server says of an export; times in milliseconds since the epoch. */
export interface ExportFacts {
  readonly state: 'waiting' | 'ready' | 'failed';
  readonly until?: number;
}

/** State of a data export. */
export type DataExportState = { readonly is: 'none' | 'waiting' | 'failed' } | { readonly is: 'ready'; readonly until: number };

/** How often it is asked whether the file is made; milliseconds. */
const AGAIN_MS = 5_000;

/**
 * What is shown of an export.
 * @param facts null without one, and so is one that cannot be fetched any more
 * @param now milliseconds since the epoch
 */
export function dataExportStateOf(facts: ExportFacts | null | undefined, now: number): DataExportState {
  if (facts === null || facts === undefined) return { is: 'none' };
  if (facts.state !== 'ready') return { is: facts.state };
  return facts.until === undefined || facts.until <= now ? { is: 'none' } : { is: 'ready', until: facts.until };
}

/** Poll interval of an export, milliseconds; false if it is not waiting. */
export const refetchIntervalOf = (facts: ExportFacts | null | undefined): number | false => (facts?.state === 'waiting' ? AGAIN_MS : false);
