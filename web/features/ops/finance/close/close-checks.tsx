'use client';

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { daysOfMonth } from '@src/billing/close/month.shared';
import type { CheckResult, CloseCheckName } from '@src/billing/close/close.shared';
import { Link } from '@/i18n/navigation';
import { Icon } from '@/ui/icon';
import { useFigures } from '../charts/use-figures';

/** The page that shows what a check is about. */
const PLACES: Readonly<
  Record<CloseCheckName, ((of: { readonly from: string; readonly to: string }) => string) | undefined>
> = {
  over: undefined,
  previous: undefined,
  complete: () => '/finance/checks',
  reconciled: () => '/finance/checks',
  balanced: ({ from, to }) => `/finance?from=${from}&to=${to}`,
  adjustments: () => '/finance/adjustments?state=awaiting-approval',
  roots: () => '/finance/export',
  transactions: ({ from, to }) => `/finance/gateway?from=${from}&to=${to}`,
  journal: ({ from, to }) => `/finance/journal?from=${from}&to=${to}`,
};

/** The values of a problem, days and months in the page's language. */
export function useProblemText(): (result: CheckResult) => string {
  const t = useTranslations('finance.close.problems');
  const { day, month } = useFigures();
  return ({ problem, params }) => {
    if (problem === null) return '';
    return t(problem, {
      count: Number(params['count'] ?? 0),
      gateway: String(params['gateway'] ?? ''),
      day: params['day'] === undefined ? '' : day(String(params['day'])),
      month: params['month'] === undefined ? '' : month(String(params['month'])),
    });
  };
}

/** The checks before a month is closed: passed, to be accepted, or failed. */
export function CloseChecks({ month, checks }: { readonly month: string; readonly checks: readonly CheckResult[] }) {
  const t = useTranslations('finance.close');
  const problemText = useProblemText();
  return (
    <ul className="grid gap-1" aria-label={t('checksTitle')}>
      {checks.map((check) => {
        const { name, problem, acceptable } = check;
        const href = PLACES[name]?.(daysOfMonth(month));
        const look =
          problem === null
            ? { of: CircleCheck, className: 'text-success' }
            : acceptable
              ? { of: TriangleAlert, className: 'text-warning' }
              : { of: CircleX, className: 'text-danger' };
        return (
          <li key={name} className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0">
            <Icon of={look.of} className={`mt-px shrink-0 ${look.className}`} />
            <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
              <p className="font-medium">
                {t(`checks.${name}`)}
                <span className="sr-only">: {t(problem === null ? 'passed' : 'notPassed')}</span>
              </p>
              {problem === null ? null : (
                <p className="text-ink-2">
                  {problemText(check)}
                  {acceptable ? ` ${t('acceptable')}` : ''}
                </p>
              )}
            </div>
            {problem === null || href === undefined ? null : (
              <Link
                href={href}
                className="shrink-0 text-sm underline underline-offset-4"
                aria-label={t('showOf', { check: t(`checks.${name}`) })}
              >
                {t('show')}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
