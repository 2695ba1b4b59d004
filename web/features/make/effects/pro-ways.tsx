'use client';

import { ChevronRight, Crown, Lock, MonitorPlay } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PROCEDURES } from '@src/creation/procedures/params.shared';
import { toolOf } from '@/features/make/create/form/tools';
import { Link } from '@/i18n/navigation';
import { useCatalogue } from '@/lib/data/account';
import { openPopup } from '@/lib/popups/queue';
import { Button, buttonStyle } from '@/ui/button';
import { Icon, type LucideIcon } from '@/ui/icon';

function Way({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-media bg-surface-1 p-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-card bg-surface-2 text-ink-2">
        <Icon of={icon} />
      </span>
      <span className="grid min-w-48 flex-1 gap-0.5">
        <bdi className="font-medium">{title}</bdi>
        <span className="text-sm text-ink-2">{text}</span>
      </span>
      {children}
    </li>
  );
}

/** Other features of paid plans: resolutions above 720p, and the paid models on offer, if any. */
export function ProWays({ locked }: { readonly locked: boolean }) {
  const t = useTranslations('effects.ways');
  const { data } = useCatalogue();
  const models = (data?.models ?? []).filter(({ tier }) => tier === 'pro');
  return (
    <section aria-labelledby="pro-ways" className="grid gap-4">
      <h2 id="pro-ways" className="text-lg font-strong tracking-title">
        {t('title')}
      </h2>
      <ul className="grid gap-2.5">
        <Way icon={MonitorPlay} title={t('fine')} text={t('fineText')}>
          {locked ? (
            <Button
              icon={<Icon of={Lock} size="s" />}
              onClick={() => openPopup('upgradePlan', { reason: 'VideoMode', resolution: '1080p' })}
            >
              {t('open')}
            </Button>
          ) : (
            <Link
              href={{ pathname: toolOf('video.createVideoByTemplate').href, query: { resolution: '1080p' } }}
              className={buttonStyle()}
            >
              {t('use')}
              <Icon of={ChevronRight} size="s" className="flip" />
            </Link>
          )}
        </Way>
        {models.map((model) => {
          const procedure = PROCEDURES.find((one) => model.procedures.includes(one));
          return procedure === undefined ? null : (
            <Way key={model.id} icon={Crown} title={model.name} text={t('model')}>
              {locked ? (
                <Button
                  icon={<Icon of={Lock} size="s" />}
                  onClick={() => openPopup('upgradePlan', { reason: 'ProFeature' })}
                >
                  {t('open')}
                </Button>
              ) : (
                <Link href={{ pathname: toolOf(procedure).href, query: { model: model.id } }} className={buttonStyle()}>
                  {t('use')}
                  <Icon of={ChevronRight} size="s" className="flip" />
                </Link>
              )}
            </Way>
          );
        })}
      </ul>
      <Link href="/pricing" className={`${buttonStyle({ tone: 'accent' })} justify-self-start`}>
        {t('plans')}
      </Link>
    </section>
  );
}
