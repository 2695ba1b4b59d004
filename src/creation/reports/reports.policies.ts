import { USER_PURGED, userLeftData } from '../../identity/index.js';
import type { MessageConsumer } from '../../platform/documents/relay.js';
import { CASE_DECIDED, caseNews, REPORT_FILED, reportNews, type CaseStore } from './case.store.js';
import type { Reports } from './reports.js';

export interface ReportPolicyDeps {
  readonly reports: Pick<Reports, 'register' | 'follow'>;
  readonly cases: Pick<CaseStore, 'forget'>;
}

/**
 * Policies on stored messages: reports are counted, decisions take effect, and a purged user's reports and cases are
 * deleted.
 */
export function reportPolicies({ reports, cases }: ReportPolicyDeps): readonly MessageConsumer[] {
  return [
    {
      name: 'creation.count-reports',
      types: [REPORT_FILED],
      handle: ({ data }) => reports.register(reportNews.parse(data).reportId),
    },
    {
      name: 'creation.follow-decisions',
      types: [CASE_DECIDED],
      handle: ({ data }) => reports.follow(caseNews.parse(data)),
    },
    {
      name: 'creation.purge-reports',
      types: [USER_PURGED],
      handle: ({ data }) => cases.forget(userLeftData.parse(data).userId),
    },
  ];
}
