'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { surprisePrompt } from '@src/creation/engine/scene/surprise.shared';
import type { TaskView } from '@src/creation/task.shared';
import { usePathname, useRouter } from '@/i18n/navigation';
import { useImageModels } from '@/lib/data/account';
import { hasEnded, useTasks } from '@/lib/data/tasks';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/dialog';
import { Icon } from '@/ui/icon';
import { draftFromQuery, draftOf, type Draft } from './draft';
import { changeDraft } from './draft-store';
import { ImageForm } from './image-form';
import { chosenModel } from './quote';
import { SessionStrip } from './session-strip';
import { NextInLine, Stage } from './stage';
import { StageEmpty, StageLoading, StageTrouble } from './stage-states';
import { useCreate } from './use-create';
import { useIsPhone } from './use-is-phone';
import { takeHandOff } from './hand-off';

/** Fills the form from the address, once, and leaves the address clean. */
function useQueryDraft(): void {
  const query = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  useEffect(() => {
    if (query.size === 0) return;
    const asked = draftFromQuery(new URLSearchParams(query));
    if (asked !== undefined) changeDraft(asked);
    else if (query.get('surprise') !== null) changeDraft({ prompt: surprisePrompt(Math.random) });
    router.replace(path, { scroll: false });
  }, [query, router, path]);
}

/** The task that is looked at: the one asked for, else the one that runs, else the newest. */
function looked(tasks: readonly TaskView[], id: string | undefined): TaskView | undefined {
  return tasks.find((task) => task.id === id) ?? tasks.findLast((task) => !hasEnded(task)) ?? tasks[0];
}

/** The form, the stage and this session's history. On phones the form is a sheet. */
export function ImageWorkshop() {
  const t = useTranslations('image');
  useQueryDraft();
  const [shown, setShown] = useState<string>();
  const [sheet, setSheet] = useState<boolean>();
  const phone = useIsPhone();
  const list = useTasks();
  const { models } = useImageModels();
  const onCreated = useCallback((id: string) => {
    setShown(id);
    setSheet(false);
    window.scrollTo({ top: 0, behavior: 'smooth' });
  }, []);
  const creating = useCreate(onCreated);
  const task = looked(list.tasks, shown);
  const waiting = list.tasks.filter((other) => !hasEnded(other) && other.id !== task?.id);
  // On a phone with nothing made yet the form is what one came for.
  const sheetOpen = phone && (sheet ?? (!list.loading && list.tasks.length === 0));

  const { create } = creating;
  useEffect(() => {
    if (models.length === 0) return;
    const handed = takeHandOff();
    const model = chosenModel(models, handed?.model);
    if (handed !== undefined && model !== undefined) void create(handed, model);
  }, [models, create]);

  const recreate = (made: TaskView): void => {
    const model = chosenModel(models, made.input.model);
    if (model !== undefined) void creating.create(draftOf(made, true), model);
  };
  const remix = (made: TaskView): void => {
    changeDraft(draftOf(made, false));
    if (phone) setSheet(true);
    else document.querySelector<HTMLTextAreaElement>('textarea[name=prompt]')?.focus();
  };
  const use = (example: Pick<Draft, 'prompt' | 'style' | 'aspect'>): void => {
    changeDraft(example);
    if (phone) setSheet(true);
  };

  return (
    <div className="grid items-start gap-6 pe-6 ps-2 pb-12 md:grid-cols-[min(var(--form),38vw)_minmax(0,1fr)] max-md:gap-3.5 max-md:px-3 max-md:pb-24">
      <aside className="sticky top-[var(--topbar)] max-h-[calc(100dvh-var(--topbar)-12px)] overflow-y-auto overscroll-contain rounded-stage bg-surface-1 p-[18px] scrollbar-none max-md:hidden">{phone ? null : <ImageForm creating={creating} />}</aside>
      <div className="grid min-w-0 gap-[26px]">
        {list.isError ? <StageTrouble onRetry={() => void list.refetch()} /> : list.loading ? <StageLoading /> : task === undefined ? <StageEmpty onPick={use} /> : <Stage task={task} busy={creating.busy} onRecreate={recreate} onRemix={remix} />}
        {waiting.map((other) => (
          <NextInLine key={other.id} task={other} onShow={setShown} />
        ))}
        <SessionStrip tasks={list.tasks} current={task?.id} busy={creating.busy} onShow={setShown} onRecreate={recreate} />
      </div>
      {phone ? (
        <>
          <div className="fixed inset-x-3 bottom-[calc(var(--tabbar)+10px)] z-sticky">
            <Button tone="invert" size="lg" shape="block" icon={<Icon of={Plus} />} className="shadow-mid" onClick={() => setSheet(true)}>
              {t('sheet.open')}
            </Button>
          </div>
          <Sheet open={sheetOpen} onOpenChange={setSheet} level={1} title={t('sheet.title')} closeLabel={t('sheet.close')}>
            <ImageForm creating={creating} />
          </Sheet>
        </>
      ) : null}
    </div>
  );
}
