'use client';

import { ArrowLeft, Keyboard, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback, useState, type ReactNode } from 'react';
import type { FormType } from '@src/analytics/places.shared';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useRouter } from '@/i18n/navigation';
import { useCreateFlow } from '@/lib/analytics/create-flow';
import { hasEnded } from '@/lib/data/task-pages';
import { selectProject } from '@/lib/data/selected-project';
import { useTasks } from '@/lib/data/tasks';
import { openPopup } from '@/lib/popups/queue';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Sheet } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { queryOf } from './draft/draft';
import { changeForm, useFormState, type FormState } from './draft/draft-store';
import { SessionStrip } from './stage/session-strip';
import { NextInLine, Stage } from './stage/stage';
import { StageLoading, StageStarting, StageTrouble } from './stage/stage-states';
import { OriginNote } from './form/origin-note';
import { toolOf } from './form/tools';
import { useCreate, type Creating } from './press/use-create';
import { pressToCompare } from '@/features/make/compare/choice';
import { useShortcuts } from './form/use-shortcuts';
import { useIsPhone } from '@/features/core/use-is-phone';
import { useQueryForm } from './draft/use-query-form';
import { mainOf, requestOfTask } from './draft/draft-request';

export interface WorkshopProps {
  readonly procedure: ProcedureName;
  /** The form; called anew for the sheet of a phone. */
  readonly renderForm: (creating: Creating) => ReactNode;
  /** Shown on the stage before the first creation. `open` shows the form if it is a sheet. */
  readonly empty: (open: () => void) => ReactNode;
  /** The input image, or the mask painter over it; shown on the stage until there is a result. */
  readonly worktop?: ReactNode;
  /** Whether the form is a sheet on phones, which suits forms without an input image. */
  readonly sheet?: boolean;
  /** The form type for analytics, if the call alone does not determine it. */
  readonly formType?: FormType;
}

/** The task to show: the selected one, else a running one of this call, else, without an input image, its newest. */
function looked(
  tasks: readonly TaskView[],
  procedure: ProcedureName,
  { shown, given }: FormState,
): TaskView | undefined {
  const shownTask = tasks.find((task) => task.id === shown);
  if (shownTask !== undefined || mainOf({ procedure, given }) !== undefined) return shownTask;
  const own = tasks.filter((task) => task.procedure === procedure);
  return own.findLast((task) => !hasEnded(task)) ?? own[0];
}

/** Repeats a creation here, or opens it in the form that created it. */
function useAgain(procedure: ProcedureName, creating: Creating, onOpened: () => void) {
  const router = useRouter();
  return {
    recreate: (made: TaskView): void => {
      creating.press(requestOfTask(made, true));
    },
    remix: (made: TaskView): void => {
      const { draft, given } = requestOfTask(made, false);
      selectProject(made.projectId);
      changeForm(made.procedure, { draft, given, shown: undefined });
      if (made.procedure !== procedure)
        return router.push({ pathname: toolOf(made.procedure).href, query: queryOf(draft, made.procedure) });
      return onOpened();
    },
  };
}

/** Keyboard shortcuts of a create page. @param open shows the form if it is a sheet */
function useKeys(
  procedure: ProcedureName,
  tasks: readonly TaskView[],
  at: TaskView | undefined,
  show: (id: string) => void,
  open: () => void,
): void {
  const go = (step: 1 | -1): void => {
    const next = tasks[at === undefined ? 0 : tasks.findIndex(({ id }) => id === at.id) + step];
    if (next !== undefined) show(next.id);
  };
  useShortcuts({
    create: () => document.querySelector<HTMLFormElement>('[data-page-form] form')?.requestSubmit(),
    prompt: open,
    history: () => openPopup('promptHistory', { procedure }),
    next: () => go(1),
    previous: () => go(-1),
    download: () => document.querySelector<HTMLAnchorElement>('[data-task] a[download]')?.click(),
    compare: pressToCompare,
    help: () => openPopup('shortcuts', {}),
  });
}

const formStyle = 'rounded-stage bg-surface-1 p-[18px]';

/** The page of one call: form, stage and session history. The form keeps its state when the user leaves and returns. */
export function Workshop({ procedure, renderForm, empty, worktop, sheet = false, formType }: WorkshopProps) {
  const t = useTranslations('image');
  const tk = useTranslations('instruments.keys');
  useQueryForm(procedure);
  useCreateFlow(procedure, formType);
  const form = useFormState(procedure);
  const [isSheetWanted, setSheet] = useState<boolean>();
  const phone = useIsPhone();
  const list = useTasks();
  const show = useCallback((id: string | undefined) => changeForm(procedure, { shown: id }), [procedure]);
  const creating = useCreate(
    procedure,
    (id) => {
      show(id);
      setSheet(false);
      window.scrollTo({ top: 0, behavior: 'smooth' });
    },
    procedure,
  );
  const openForm = (): void => {
    if (phone && sheet) setSheet(true);
    else document.querySelector<HTMLElement>('form textarea, form button')?.focus();
  };
  const { recreate, remix } = useAgain(procedure, creating, openForm);
  const task = looked(list.tasks, procedure, form);
  useKeys(procedure, list.tasks, task, show, openForm);
  const hasMain = mainOf({ procedure, given: form.given }) !== undefined;
  const atWork = task === undefined && hasMain && worktop !== undefined;
  const waiting = list.tasks.filter((other) => !hasEnded(other) && other.id !== task?.id);
  const asSheet = phone && sheet;
  const isStarting = creating.starting !== undefined;
  // On a phone without a creation yet, the form is what the user needs.
  const sheetOpen = asSheet && !isStarting && (isSheetWanted ?? (!list.loading && task === undefined));
  const back =
    !hasMain || worktop === undefined ? undefined : (
      <Button size="sm" icon={<Icon of={ArrowLeft} size="s" className="flip" />} onClick={() => show(undefined)}>
        {t('backToPicture')}
      </Button>
    );

  const shownForm = <OriginNote procedure={procedure} origin={form.draft.origin} form={renderForm(creating)} />;

  return (
    <div className="grid items-start gap-6 pe-6 ps-2 pb-12 md:grid-cols-[min(var(--form),38vw)_minmax(0,1fr)] max-md:gap-3.5 max-md:px-3 max-md:pb-24">
      {asSheet ? null : (
        // On a phone the input comes first; without one, the form does.
        <aside
          data-page-form
          className={cx(
            formStyle,
            'md:sticky md:top-[var(--topbar)] md:max-h-[calc(100dvh-var(--topbar)-var(--told)-12px)] md:overflow-y-auto md:overscroll-contain md:scrollbar-none max-md:rounded-media max-md:p-4',
            (atWork || task !== undefined) && 'max-md:order-last',
            sheet && 'max-md:hidden',
          )}
        >
          {shownForm}
        </aside>
      )}
      <div className="grid min-w-0 gap-[26px] max-md:contents">
        {creating.starting !== undefined ? (
          <StageStarting creating={creating} prompt={creating.starting.draft.prompt} />
        ) : list.isError ? (
          <StageTrouble onRetry={() => void list.refetch()} />
        ) : atWork ? (
          worktop
        ) : list.loading ? (
          <StageLoading />
        ) : task === undefined ? (
          empty(openForm)
        ) : (
          <Stage
            task={task}
            busy={creating.busy}
            aside={back}
            onRecreate={recreate}
            onRemix={remix}
            onMake={creating.press}
          />
        )}
        {waiting.map((other) => (
          <NextInLine key={other.id} task={other} onShow={show} />
        ))}
        <SessionStrip tasks={list.tasks} current={task?.id} busy={creating.busy} onShow={show} onRecreate={recreate} />
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-start max-md:hidden"
          icon={<Icon of={Keyboard} size="s" />}
          onClick={() => openPopup('shortcuts', {})}
        >
          {tk('open')}
        </Button>
      </div>
      {asSheet ? (
        <>
          <div className="fixed inset-x-3 bottom-[calc(var(--tabbar)+10px)] z-sticky">
            <Button
              tone="invert"
              size="lg"
              shape="block"
              icon={<Icon of={Plus} />}
              className="shadow-mid"
              onClick={() => setSheet(true)}
            >
              {t(`sheet.openFor.${procedure === 'video.createVideoByText' ? 'film' : 'text'}`)}
            </Button>
          </div>
          <Sheet
            open={sheetOpen}
            onOpenChange={setSheet}
            level={1}
            title={t(`formLabels.${toolOf(procedure).id}`)}
            closeLabel={t('sheet.close')}
          >
            {shownForm}
          </Sheet>
        </>
      ) : null}
    </div>
  );
}
