import { Check } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { RewardsView } from '@src/rewards/rewards.view.shared';
import { Link } from '@/i18n/navigation';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Credits } from '@/ui/content/credits';
import { Icon } from '@/ui/icon';

type MissionView = RewardsView['missions'][number];

interface MissionsProps {
  readonly missions: readonly MissionView[];
  readonly claiming: string | undefined;
  readonly onClaim: (mission: MissionView['id']) => void;
}

/** The missions with their title. */
export function MissionList(props: MissionsProps) {
  const t = useTranslations('rewards.missions');
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <Missions {...props} />
    </Card>
  );
}

/** All missions with their credits: where to do them, or the button that claims them. */
export function Missions({ missions, claiming, onClaim }: MissionsProps) {
  const t = useTranslations('rewards.missions');
  const format = useFormatter();
  return (
    <ul className="grid gap-2">
      {missions.map((mission) => (
        <li
          key={mission.id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface-2 px-4 py-3"
        >
          <div className="grid gap-0.5">
            <h3 className="text-sm font-strong">{t(`of.${mission.id}`)}</h3>
            <Credits
              amount={format.number(mission.credits)}
              word={t('credits', { count: mission.credits })}
              className="text-sm text-ink-2"
            />
          </div>
          <Action mission={mission} busy={claiming === mission.id} onClaim={() => onClaim(mission.id)} />
        </li>
      ))}
    </ul>
  );
}

function Action({
  mission,
  busy,
  onClaim,
}: {
  readonly mission: MissionView;
  readonly busy: boolean;
  readonly onClaim: () => void;
}) {
  const t = useTranslations('rewards.missions');
  switch (mission.state) {
    case 'open':
      return (
        <Link href={mission.page} className={buttonStyle({ tone: 'quiet' })}>
          {t('go')}
          <span className="sr-only">: {t(`of.${mission.id}`)}</span>
        </Link>
      );
    case 'completed':
      return (
        <Button busy={busy} onClick={onClaim}>
          {t('claim')}
          <span className="sr-only">: {t(`of.${mission.id}`)}</span>
        </Button>
      );
    case 'claimed':
      return (
        <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
          <Icon of={Check} size="s" />
          {t('claimed')}
        </span>
      );
  }
}
