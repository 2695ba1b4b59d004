'use client';

import { Check, Copy } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { isRemoteModel } from '@src/creation/engines/model-id.shared';
import { repeatOf } from '@src/creation/provenance/recipe.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { toolOf } from '@/features/make/create/form/tools';
import { localZone } from '@/features/core/days';
import { useRecipeRows } from './recipe-rows';

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-ink-3">{name}</dt>
      <dd className="num min-w-0 text-end break-words">{children}</dd>
    </div>
  );
}

/** The full recipe of a creation, with which it can be made again. */
export function Recipe({
  task,
  index,
  modelName,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly modelName: string;
}) {
  const t = useTranslations('creations.recipe');
  const names = useTranslations('tools.names');
  const format = useFormatter();
  const rows = useRecipeRows()(task);
  const [copied, setCopied] = useState(false);
  const { input } = task;
  const output = task.outputs[index];
  const isSeedless = output?.state === 'ready' && output.seedless === true;
  const defect = output?.state === 'ready' ? output.defect : undefined;
  const isCropped = output?.state === 'ready' && output.cropped === true;
  const seed = isSeedless ? t('seedless') : format.number(output?.seed ?? input.seed);
  const repeat = t(`repeats.${repeatOf(input.model, isSeedless)}`);
  const tool = names(toolOf(task.procedure).id);
  const text = [
    ...(input.prompt === '' ? [] : [input.prompt]),
    ...(input.negativePrompt === '' ? [] : [t('without', { words: input.negativePrompt })]),
    `${t('tool')}: ${tool}`,
    `${t('model')}: ${input.model}`,
    ...rows.map(({ name, value }) => `${name}: ${value}`),
    `${t('seed')}: ${isSeedless ? seed : (output?.seed ?? input.seed)}`,
    `${t('repeat')}: ${repeat}`,
  ].join('\n');
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <section aria-label={t('title')} className="grid gap-2">
      <div className="flex items-center justify-between">
        <h3 className="text-lg font-strong tracking-title">{t('title')}</h3>
        <Button
          tone="quiet"
          size="sm"
          icon={<Icon of={copied ? Check : Copy} size="s" />}
          onClick={copy}
          aria-live="polite"
        >
          {t(copied ? 'copied' : 'copy')}
        </Button>
      </div>
      {defect === undefined ? null : <p className="text-sm text-ink-2">{t('defect', { defect })}</p>}
      {isCropped ? <p className="text-sm text-ink-2">{t('cropped')}</p> : null}
      {input.prompt === '' ? null : (
        <p className="text-sm text-ink-2">
          <bdi>{input.prompt}</bdi>
        </p>
      )}
      {input.negativePrompt === '' ? null : (
        <p className="text-xs text-ink-3">
          <bdi>{t('without', { words: input.negativePrompt })}</bdi>
        </p>
      )}
      <dl className="text-sm">
        <Row name={t('tool')}>{tool}</Row>
        <Row name={t('model')}>
          {isRemoteModel(input.model) && modelName === input.model ? t('modelGone') : modelName}
        </Row>
        {rows.map(({ name, value }) => (
          <Row key={name} name={name}>
            <bdi>{value}</bdi>
          </Row>
        ))}
        <Row name={t('seed')}>
          <bdi>{seed}</bdi>
        </Row>
        <Row name={t('repeat')}>{repeat}</Row>
        {task.draft === undefined ? null : (
          <Row name={t('draft')}>{t(task.draft.free ? 'draftFree' : 'draftPaid')}</Row>
        )}
        {task.deducted === undefined ? null : <Row name={t('deducted')}>{t('credits', { count: task.deducted })}</Row>}
        {task.media === 'video' ? null : <Row name={t('count')}>{format.number(input.count)}</Row>}
        <Row name={t('made')}>
          {format.dateTime(task.createdAt, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() })}
        </Row>
      </dl>
    </section>
  );
}
