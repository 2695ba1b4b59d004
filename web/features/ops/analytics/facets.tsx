'use client';

import { useTranslations } from 'next-intl';
import type { EventName } from '@src/analytics/names.shared';
import { OTHER, OPEN_FACETS, type AnalyticsReport, type ShownFacet } from '@src/analytics/report.shared';
import { useFigures } from '@/features/ops/finance/charts/use-figures';
import { Card } from '@/ui/content/card';
import { ShareBar } from './share-bar';

/** The chosen event, broken down by its properties. */
export function Facets({ facets, event }: { readonly facets: AnalyticsReport['facets']; readonly event: EventName }) {
  const t = useTranslations('analytics');
  if (facets.length === 0)
    return <Card className="text-sm text-ink-2">{t('noneOfEvent', { event: t(`events.${event}`) })}</Card>;
  return (
    <Card className="grid content-start gap-5">
      <h2 className="text-sm text-ink-2">{t('facets.title', { event: t(`events.${event}`) })}</h2>
      {facets.map(({ facet, values }) => (
        <Values key={facet} facet={facet} values={values} />
      ))}
    </Card>
  );
}

function Values({ facet, values }: AnalyticsReport['facets'][number]) {
  const t = useTranslations('analytics');
  const { number } = useFigures();
  const nameOf = useValueName(facet);
  const max = values[0]?.n ?? 1;
  return (
    <section aria-label={t(`facets.${facet}`)} className="grid gap-2">
      <h3 className="text-xs font-medium text-ink-3">{t(`facets.${facet}`)}</h3>
      <ul className="grid gap-2">
        {values.map(({ value, n }) => (
          <li key={value} className="grid gap-1">
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <bdi className="min-w-0 truncate">{nameOf(value)}</bdi>
              <bdi className="num">{number(n)}</bdi>
            </span>
            <ShareBar share={n / max} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Facets whose values have messages. */
const WORDED = [
  'area',
  'after',
  'method',
  'form_type',
  'flow',
  'resource_type',
  'period_type',
  'plan_type',
  'submit_type',
  'payment_method',
] as const;

/** The name of a value: its message if it has one, else the value. */
function useValueName(facet: ShownFacet): (value: string) => string {
  const t = useTranslations('analytics');
  const worded = WORDED.find((one) => one === facet);
  if (worded !== undefined) {
    return (value) => {
      const key = `values.${worded}.${value}` as 'title'; // the key may not exist; checked below
      return t.has(key) ? t(key) : value;
    };
  }
  if (facet === 'group') return (value) => t('values.group', { tag: value });
  return (value) => (value === OTHER && OPEN_FACETS.has(facet) ? t('values.other') : value);
}
