import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import { viewDecision } from './case.js';
import type { CaseStore } from './case.store.js';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * Exports what a user has reported, and what was decided on them and their works. It names no other reporter and no
 * administrator. A user without either has no such part.
 */
export function reportsPart({ cases }: { readonly cases: Pick<CaseStore, 'by' | 'of'> }): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const reports = [];
    // The id of an author's case has their user id.
    for await (const { subject, reason, comment, at } of cases.by(userId))
      reports.push({ about: subject, reason, ...(comment === undefined ? {} : { comment }), at });
    const decisions = (await cases.of(userId)).flatMap(({ document: { subject, decisions: all } }) =>
      all.flatMap((decision, index) =>
        decision.action === 'dismiss' ? [] : [{ about: subject, ...viewDecision(decision, index + 1, decision.at) }],
      ),
    );
    const last = Math.max(-1, ...[...reports, ...decisions].map(({ at }) => at));
    if (last < 0) return;
    yield jsonFile('reports-and-decisions.json', last, {
      reports: reports.map(({ at, ...rest }) => ({ ...rest, at: iso(at) })),
      decisions: decisions.map(({ at, number: _number, isInForce: _isInForce, until, appeal, ...rest }) => ({
        ...rest,
        at: iso(at),
        ...(until === undefined ? {} : { until: iso(until) }),
        ...(appeal === undefined
          ? {}
          : {
              appeal: {
                ...appeal,
                at: iso(appeal.at),
                ...(appeal.answer === undefined ? {} : { answer: { ...appeal.answer, at: iso(appeal.answer.at) } }),
              },
            }),
      })),
    });
  }
  return { name: 'reports', files };
}
