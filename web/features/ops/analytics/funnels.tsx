'use client';

import { useTranslations } from 'next-intl';
import type { AnalyticsReport } from '@src/analytics/report.shared';
import { useFigures } from '@/features/ops/finance/charts/use-figures';
import { Card } from '@/ui/content/card';
import { shareOf } from './report-query';
import { ShareBar } from './share-bar';

/** How far visits came. A step counts only visits that reached all before it. */
export function Funnels({ funnels }: { readonly funnels: AnalyticsReport['funnels'] }) {
  const t = useTranslations('analytics');
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {funnels.map(({ funnel, steps }) => (
        <Card key={funnel} className="grid content-start gap-4">
          <h2 className="text-sm text-ink-2">{t(`funnels.${funnel}`)}</h2>
          <ol className="grid gap-3.5">
            {steps.map(({ step, n }, index) => (
              <Step
                key={step}
                name={step === 'visit' ? t('visits') : t(`steps.${step}`)}
                n={n}
                of={steps[0]?.n ?? 0}
                before={index === 0 ? undefined : steps[index - 1]?.n}
              />
            ))}
          </ol>
        </Card>
      ))}
    </div>
  );
}

function Step({
  name,
  n,
  of,
  before,
}: {
  readonly name: string;
  readonly n: number;
  readonly of: number;
  readonly before: number | undefined;
}) {
  const t = useTranslations('analytics');
  const { number, share } = useFigures();
  const kept = before === undefined ? undefined : shareOf(n, before);
  return (
    <li className="grid gap-1.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm font-medium">{name}</span>
        <span className="num text-sm">
          <bdi>{number(n)}</bdi>
          {kept === undefined ? null : (
            <span className="ps-2 text-xs text-ink-3">{t('ofStepBefore', { share: share(kept) })}</span>
          )}
        </span>
      </span>
      <ShareBar share={shareOf(n, of) ?? 0} />
    </li>
  );
}
