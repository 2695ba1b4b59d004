'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { allowedBy, LANE_TURNS } from '@src/billing/plans/entitlements.shared';
import type { Tier } from '@src/billing/plans/product.shared';
import { limitOf, NO_LIMIT, callerKindsOf } from '@src/kernel/permissions.shared';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { countOf, type CreditUse } from './credit-uses';
import { productFor, type PlanOffer } from './plans';

const creditsOf = (plan: PlanOffer): number => productFor(plan, 'monthly')?.usageCount ?? 0;
/** Plan names begin with the product's name. The last word identifies the plan. */
const shortName = ({ name }: PlanOffer): string => name.split(' ').at(-1) ?? name;

/** What each plan's monthly credits make, if spent on one kind only. */
export function MakesTable({
  plans,
  makes,
}: {
  readonly plans: readonly PlanOffer[];
  readonly makes: readonly CreditUse[];
}) {
  const t = useTranslations('pricing.makes');
  const format = useFormatter();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <h2 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h2>
      <Table label={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('only')}</HeadCell>
            <HeadCell figure>{t('each')}</HeadCell>
            {plans.map((plan) => (
              <HeadCell key={plan.name} figure>
                <bdi>{shortName(plan)}</bdi>
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {makes.map((make) => (
            <Row key={`${make.kind} ${make.model}`}>
              <Cell className="min-w-[150px]">
                {t(make.kind, { model: make.model, seconds: make.seconds ?? 0, resolution: make.resolution ?? '' })}
              </Cell>
              <Cell figure className="text-ink-3">
                {format.number(make.each)}
              </Cell>
              {plans.map((plan) => (
                <Cell key={plan.name} figure>
                  {make.isRelaxed && allowedBy(plan.tier).relaxedFree
                    ? t('free', { count: allowedBy(plan.tier).relaxedADay })
                    : format.number(countOf(make, creditsOf(plan)))}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="text-xs text-ink-3">{t('note')}</p>
    </section>
  );
}

/** A user with an account. Plans require one. */
const MEMBER = { email: '', roles: [] };

function useRows(): readonly {
  readonly key: string;
  readonly label: string;
  readonly of: (plan: PlanOffer) => string;
}[] {
  const t = useTranslations('pricing.compare');
  const format = useFormatter();
  const allowed = ({ tier }: PlanOffer) => allowedBy(tier);
  const videos = (tier: Tier): number =>
    limitOf('freeVideosADay', callerKindsOf(MEMBER, tier === 'free' ? undefined : tier));
  return [
    { key: 'credits', label: t('credits'), of: (plan) => format.number(creditsOf(plan)) },
    { key: 'parallel', label: t('parallel'), of: (plan) => format.number(allowed(plan).parallelTasks) },
    { key: 'models', label: t('models'), of: (plan) => (allowed(plan).proModels ? t('modelsAll') : t('modelsFree')) },
    {
      key: 'size',
      label: t('size'),
      of: (plan) =>
        ((side) => (side === 'any' ? t('sizeAny') : t('sizeUpTo', { side: String(side) })))(allowed(plan).maxShortSide),
    },
    { key: 'mark', label: t('mark'), of: (plan) => (allowed(plan).watermark ? t('yes') : t('no')) },
    { key: 'queue', label: t('queue'), of: (plan) => format.number(LANE_TURNS[allowed(plan).lane]) },
    {
      key: 'films',
      label: t('films'),
      of: ({ tier }) => (videos(tier) === NO_LIMIT ? t('noLimit') : format.number(videos(tier))),
    },
    {
      key: 'relaxed',
      label: t('relaxed'),
      of: (plan) =>
        allowed(plan).relaxedFree ? t('relaxedFree', { count: allowed(plan).relaxedADay }) : t('relaxedCost'),
    },
  ];
}

/** Compares all plans. On phones, the cards contain the same facts. */
export function CompareTable({ plans }: { readonly plans: readonly PlanOffer[] }) {
  const t = useTranslations('pricing.compare');
  const rows = useRows();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5 max-md:hidden">
      <h2 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h2>
      <Table label={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('what')}</HeadCell>
            {plans.map((plan) => (
              <HeadCell key={plan.name}>
                <bdi>{shortName(plan)}</bdi>
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, of }) => (
            <Row key={key}>
              <th scope="row" className="border-t border-line px-5 py-3 text-start font-body text-ink-2">
                {label}
              </th>
              {plans.map((plan) => (
                <Cell key={plan.name} className="num">
                  {of(plan)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
