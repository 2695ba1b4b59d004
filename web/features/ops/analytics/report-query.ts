import { EVENT_NAMES, USER_STATUSES, type EventName, type UserStatus } from '@src/analytics/names.shared';
import { readFilters, type Parameters } from '@/features/ops/finance/filters';

/** Parameters of a report, kept in the address so that it can be shared. Days are UTC, both included. */
export interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly status: UserStatus | undefined;
  readonly event: EventName;
}

/** Reads the address; missing or invalid values get defaults: page views of the last thirty days. */
export function readReportQuery(parameters: Parameters, today: string): ReportQuery {
  const { from, to } = readFilters(parameters, today);
  return {
    from,
    to,
    status: USER_STATUSES.find((one) => one === parameters.get('status')),
    event: EVENT_NAMES.find((one) => one === parameters.get('event')) ?? 'page_view',
  };
}

/** A part as a share of a whole, 0 to 1; undefined if the whole is 0. */
export const shareOf = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);
