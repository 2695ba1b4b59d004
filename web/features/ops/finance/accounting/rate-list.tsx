'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AccountingView } from '@src/billing/accounting/changes.shared';
import type { Reporting } from '@src/billing/accounting/reporting.shared';
import type { MonthlyRate } from '@src/billing/accounting/settings.shared';
import { suggestedRate } from '@src/billing/accounting/suggested-rates.shared';
import { Button } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Notice } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { useProblems, useSave } from './use-accounting';

const SHOWN = 24;

/** The rates, newest month first. A rate that equals the suggestion is marked as approximate. */
export function RateList({ view, reporting }: { readonly view: AccountingView; readonly reporting: Reporting }) {
  const t = useTranslations('finance.accounting.reporting');
  const { month } = useFigures();
  const save = useSave(view);
  const { ofError } = useProblems();
  const [shown, setShown] = useState(SHOWN);
  const [problem, setProblem] = useState<string>();
  const remove = async ({ month: of, currency }: MonthlyRate): Promise<void> => {
    setProblem(undefined);
    try {
      await save({ part: 'rates', entered: [], removed: [{ month: of, currency }] });
    } catch (error) {
      setProblem(ofError(error).message);
    }
  };
  if (reporting.rates.length === 0) return <p className="text-sm text-ink-2">{t('noRates')}</p>;
  return (
    <>
      <Table label={t('table')} className="bg-surface-2">
        <thead>
          <tr>
            <HeadCell>{t('fields.month')}</HeadCell>
            <HeadCell>{t('fields.currency')}</HeadCell>
            <HeadCell figure>{t('rateIn', { own: reporting.currency.toUpperCase() })}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t('remove')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {reporting.rates.slice(0, shown).map((rate) => {
            const name = `${rate.month} ${rate.currency.toUpperCase()}`;
            return (
              <Row key={name}>
                <Cell className="num py-2 whitespace-nowrap">{month(rate.month)}</Cell>
                <Cell className="py-2">{rate.currency.toUpperCase()}</Cell>
                <Cell figure className="py-2">
                  {suggestedRate(reporting.currency, rate.currency) === rate.rate ? (
                    <Badge tone="warning" className="me-2">
                      {t('approximate')}
                    </Badge>
                  ) : null}
                  <bdi>{rate.rate}</bdi>
                </Cell>
                <Cell className="py-2 text-end">
                  <Button
                    size="sm"
                    tone="quiet"
                    aria-label={t('removeOne', { rate: name })}
                    onClick={() => void remove(rate)}
                  >
                    {t('remove')}
                  </Button>
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
      {problem === undefined ? null : (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      {shown < reporting.rates.length ? (
        <Button className="justify-self-center" onClick={() => setShown(shown + SHOWN * 5)}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
