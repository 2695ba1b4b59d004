import { Check } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { CHECK_IN_CREDITS, CHECK_IN_LASTS_DAYS, type TodaysCheckIn } from '@src/rewards/check-in/streak.shared';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Credits } from '@/ui/content/credits';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';

type DayState = 'done' | 'today' | 'later';

interface CheckInProps {
  readonly today: TodaysCheckIn;
  readonly busy: boolean;
  readonly onCheckIn: () => void;
}

/** The streak with its explanation. */
export function CheckInCard(props: CheckInProps) {
  const t = useTranslations('rewards.checkIn');
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">{t('text', { days: CHECK_IN_LASTS_DAYS })}</p>
      </div>
      <CheckInDays {...props} />
    </Card>
  );
}

/** The seven days of the streak, and the button for today's credits. */
export function CheckInDays({ today, busy, onCheckIn }: CheckInProps) {
  const t = useTranslations('rewards.checkIn');
  const stateOf = (day: number): DayState => {
    if (day < today.day || (day === today.day && today.state === 'done')) return 'done';
    return day === today.day ? 'today' : 'later';
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ol className="grid grid-cols-7 gap-2 max-sm:grid-cols-4">
        {CHECK_IN_CREDITS.map((credits, index) => (
          <Day key={index} day={index + 1} credits={credits} state={stateOf(index + 1)} />
        ))}
      </ol>
      {today.state === 'done' ? (
        <p className="text-sm text-ink-2">{t('done')}</p>
      ) : (
        <Button tone="accent" busy={busy} onClick={onCheckIn} className="justify-self-start">
          {t('press', { count: today.credits })}
        </Button>
      )}
    </div>
  );
}

function Day({ day, credits, state }: { readonly day: number; readonly credits: number; readonly state: DayState }) {
  const t = useTranslations('rewards.checkIn');
  const format = useFormatter();
  return (
    <li
      aria-current={state === 'today' ? 'date' : undefined}
      className={cx(
        'grid justify-items-center gap-1.5 rounded-card bg-surface-2 px-1 py-3 text-sm',
        state === 'today' && 'outline-2 -outline-offset-2 outline-ink',
        state === 'done' && 'text-ink-2',
      )}
    >
      <span className="text-xs text-ink-2">{t('day', { day })}</span>
      <Credits amount={format.number(credits)} word={t('credits', { count: credits })} className="font-strong" />
      <span className="grid h-[15px] place-items-center text-ink">
        {state === 'done' ? (
          <>
            <Icon of={Check} size="s" />
            <span className="sr-only">{t('received')}</span>
          </>
        ) : null}
      </span>
    </li>
  );
}
