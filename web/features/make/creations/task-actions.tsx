'use client';

import { Download, RefreshCw, Repeat2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { API_CREDITS_PER_CREDIT } from '@src/kernel/payers.shared';
import { changeForm } from '@/features/make/create/draft/draft-store';
import { queryOf } from '@/features/make/create/draft/draft';
import { DeleteTask, ExtendVideo } from '@/features/make/create/stage/finished-actions';
import { MakeDraft } from '@/features/make/create/stage/make-draft';
import { MakeFinal } from '@/features/make/create/stage/make-final';
import { toolOf } from '@/features/make/create/form/tools';
import { PressNote } from '@/features/make/create/press/press-note';
import { PressQuestion } from '@/features/make/create/press/press-question';
import { useCreate } from '@/features/make/create/press/use-create';
import { requestOfTask } from '@/features/make/create/draft/draft-request';
import { Link } from '@/i18n/navigation';
import { useModels } from '@/lib/data/account';
import { hasEnded } from '@/lib/data/task-pages';
import { selectProject } from '@/lib/data/selected-project';
import { useCancelTask } from '@/lib/data/tasks';
import { Button, buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** The actions for a creation. */
export function TaskActions({
  task,
  index,
  onCreated,
  onDeleted,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly onCreated: (id: string) => void;
  readonly onDeleted: () => void;
}) {
  const t = useTranslations('creations.drawer');
  const price = useTranslations('image');
  const { models } = useModels(task.procedure);
  const creating = useCreate(`again ${task.id}`, onCreated);
  const { press, busy, note, question } = creating;
  const cancel = useCancelTask();
  const output = task.outputs[index];
  const model = models.find((one) => one.id === task.input.model);
  if (!hasEnded(task)) {
    return (
      <Button icon={<Icon of={X} size="s" />} busy={cancel.isPending} onClick={() => cancel.mutate({ id: task.id })}>
        {t(task.paysWith === undefined ? 'cancel' : 'apiCancel', { count: task.price })}
      </Button>
    );
  }
  const { draft, given } = requestOfTask(task, true);
  // Pages pay with credits.
  const again = (task.price + (task.deducted ?? 0)) / (task.paysWith === undefined ? 1 : API_CREDITS_PER_CREDIT);
  const hasFailed = task.status === 'failed';
  const isSeedless = output?.state === 'ready' && output.seedless === true;
  return (
    <div className="flex flex-wrap gap-2">
      <MakeFinal task={task} index={index} busy={busy} onMake={press} />
      <MakeDraft task={task} busy={busy} onMake={press} />
      {output?.state === 'ready' ? (
        <a href={`${output.url}?download=1`} download className={buttonStyle({ tone: 'invert' })}>
          <Icon of={Download} size="s" />
          {t('download')}
        </a>
      ) : null}
      <Link
        href={{ pathname: toolOf(task.procedure).href, query: queryOf(draft, task.procedure) }}
        onClick={() => {
          changeForm(task.procedure, { given, shown: undefined });
          selectProject(task.projectId);
        }}
        className={buttonStyle({ tone: hasFailed ? 'invert' : 'plain' })}
      >
        <Icon of={hasFailed ? RefreshCw : Repeat2} size="s" />
        {t(hasFailed ? 'tryAgain' : 'remix')}
      </Link>
      {model === undefined || hasFailed ? null : (
        <Button
          tone="quiet"
          icon={<Icon of={RefreshCw} size="s" />}
          busy={busy}
          title={t(isSeedless ? 'recreateHintSeedless' : task.media === 'video' ? 'recreateHintVideo' : 'recreateHint')}
          price={price('price', { count: again })}
          onClick={() => press(requestOfTask(task, true), again)}
        >
          {t('recreate')}
        </Button>
      )}
      <ExtendVideo task={task} index={index} />
      <DeleteTask task={task} onDeleted={onDeleted} />
      {note === undefined ? null : (
        <div className="basis-full">
          <PressNote creating={creating} />
        </div>
      )}
      {question === undefined ? null : (
        <div className="basis-full">
          <PressQuestion question={question} />
        </div>
      )}
    </div>
  );
}
