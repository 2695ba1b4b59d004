'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { CheckedClosing } from '@src/billing/close/close.shared';
import { buttonStyle } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { useFigures } from '../charts/use-figures';

/** Every closing of a month with its signed file, newest first. */
export function ClosingHistory({
  month,
  history,
}: {
  readonly month: string;
  readonly history: readonly CheckedClosing[];
}) {
  const t = useTranslations('finance.close');
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid max-w-[64ch] gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('history')}</h2>
        <p className="text-sm text-ink-2">{t('historyLead')}</p>
      </div>
      <ol className="grid gap-1" aria-label={t('history')}>
        {history.map((one) => (
          <ClosingItem key={one.closing} month={month} closing={one} />
        ))}
      </ol>
    </Card>
  );
}

function ClosingItem({
  month,
  closing: { closing, at, actor, accepted, reopened, document, fault },
}: {
  readonly month: string;
  readonly closing: CheckedClosing;
}) {
  const t = useTranslations('finance.close');
  const { moment } = useFigures();
  const bdi = (text: React.ReactNode) => <bdi>{text}</bdi>;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-3 first:border-t-0">
      <div className="grid min-w-0 gap-1 text-sm">
        <p className="font-medium">
          {t.rich('signedBy', { number: closing, who: actor.name ?? actor.id, when: moment(at), bdi })}
        </p>
        {accepted.map(({ check, reason, case: about }) => (
          <p key={check} className="text-ink-2">
            {t.rich('accepted', {
              check: t(`checks.${check}`),
              reason: t(`acceptReasons.${reason}`),
              case: about,
              bdi,
            })}
          </p>
        ))}
        {reopened === null ? null : (
          <p className="text-ink-2">
            {t.rich('reopenedBy', {
              who: reopened.actor.name ?? reopened.actor.id,
              when: moment(reopened.at),
              reason: t(`reopenReasons.${reopened.reason}`),
              case: reopened.case,
              bdi,
            })}
          </p>
        )}
        <p className="num text-xs break-all text-ink-3">{t.rich('hash', { hash: document, bdi })}</p>
      </div>
      {fault !== null ? (
        <Badge tone="danger">{t(`faults.${fault}.short`)}</Badge>
      ) : (
        <a href={`/api/finance/closings/${month}.${closing}.json`} download className={buttonStyle({ size: 'sm' })}>
          <Icon of={Download} size="s" />
          {t('download', { number: closing })}
        </a>
      )}
    </li>
  );
}
