'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Link2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { toast } from 'sonner';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { VISIBILITIES, type OwnWork } from '@src/creation/publishing/work.shared';
import { localZone } from '@/features/core/days';
import { SurchargeField } from '@/features/make/works/surcharge-field';
import { StatusBadge } from '@/features/make/works/status-badge';
import { Link } from '@/i18n/navigation';
import { useAskSurcharge, useListWork, useWithdrawWork } from '@/lib/data/works';
import type { PopupProps } from '@/lib/popups/names';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { RadioChoices } from '@/ui/form/choices';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Review status of a published work, with a link to its page and a way to withdraw it. */
export default function PublishStatus({ taskId, index, onClose, swap }: PopupProps['publishStatus'] & PopupFrame) {
  const t = useTranslations('works.own');
  const { data: task } = useQuery(trpc.task.get.queryOptions({ id: taskId }));
  const output = task?.outputs[index];
  const work = output?.state === 'ready' ? output.work : undefined;
  return (
    <Popup title={t('title')} onClose={onClose}>
      {task === undefined || work === undefined ? (
        <Skeleton className="h-40 rounded-card" />
      ) : (
        <PublicationStatus task={task} index={index} work={work} onAgain={() => swap('publish', { taskId, index })} />
      )}
    </Popup>
  );
}

function PublicationStatus({
  task,
  index,
  work,
  onAgain,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly work: OwnWork;
  readonly onAgain: () => void;
}) {
  const t = useTranslations('works.own');
  const sharings = useTranslations('works.publish.sharings');
  const reasons = useTranslations('works.reasons');
  const format = useFormatter();
  const visibilities = useTranslations('works.visibility');
  const withdraw = useWithdrawWork();
  const list = useListWork();
  const ask = useAskSurcharge();
  const path = `/v/${work.id}`;
  const isShown = work.status === 'published';
  const mayTakeBack = isShown || work.status === 'in_review';
  const copy = (): void => {
    void navigator.clipboard
      .writeText(new URL(path, window.location.origin).href)
      .then(() => toast.success(t('copied')));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={work.status} />
          <bdi className="min-w-0 font-medium wrap-anywhere">{work.title}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {isShown && work.visibility === 'public' ? t('listed') : t(`text.${work.status}`)}
        </p>
        {work.reason === undefined ? null : <p className="text-sm">{t('reason', { reason: reasons(work.reason) })}</p>}
        <p className="text-xs text-ink-3">
          {t('submitted', {
            date: format.dateTime(work.submittedAt, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() }),
          })}{' '}
          · {sharings(`${work.sharing}.label`)}
        </p>
      </div>
      {isShown ? (
        <RadioChoices
          label={visibilities('label')}
          value={work.visibility}
          disabled={list.isPending}
          onChange={(visibility) => list.mutate({ taskId: task.id, index, visibility })}
          choices={VISIBILITIES.map((value) => ({ value, label: visibilities(`${value}.label`) }))}
        />
      ) : null}
      {isShown && work.sharing === 'recipe' ? (
        <SurchargeField
          value={work.surcharge}
          onChange={(surcharge) => ask.mutate({ taskId: task.id, index, surcharge })}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Link href={path} className={buttonStyle({ tone: isShown ? 'invert' : 'plain' })}>
          <Icon of={ExternalLink} size="s" />
          {t(isShown ? 'page' : 'preview')}
        </Link>
        {isShown ? (
          <Button icon={<Icon of={Link2} size="s" />} onClick={copy}>
            {t('copy')}
          </Button>
        ) : null}
        {mayTakeBack ? (
          <Button tone="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate({ taskId: task.id, index })}>
            {t(isShown ? 'unpublish' : 'takeBack')}
          </Button>
        ) : work.status === 'removed' ? (
          <Link href="/account/decisions" className={buttonStyle({ tone: 'plain' })}>
            {t('appeal')}
          </Link>
        ) : (
          <Button onClick={onAgain}>{t('again')}</Button>
        )}
      </div>
    </div>
  );
}
