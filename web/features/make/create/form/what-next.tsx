'use client';

import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { Link } from '@/i18n/navigation';
import { useModels } from '@/lib/data/account';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { written } from '../draft/draft';
import { firstDraft, firstOptions } from '../draft/first-draft';
import { ofOutput } from '../draft/given-inputs';
import { chosenModel, priceOf } from '../press/quote';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { isOfferedFirst, nextTools } from './next-tools';
import type { Tool } from './tools';
import { workRole } from '../draft/draft-request';

/** The address of a tool's page with a result as its input. */
export const inToolHref = (tool: Pick<Tool, 'href'>, task: Pick<TaskView, 'id'>, index: number) => ({
  pathname: tool.href,
  query: { from: task.id, ...(index === 0 ? {} : { picture: String(index) }) },
});

/** Next steps for a result: each tool that a model serves, with its price. Renders nothing without a result. */
export function WhatNext({
  task,
  index,
}: {
  readonly task: TaskView;
  /** Index of the output. */
  readonly index: number;
}) {
  const t = useTranslations('image');
  const names = useTranslations('tools.names');
  const { models } = useModels();
  const [showsAll, setShowsAll] = useState(false);
  const output = task.outputs[index];
  if (output?.state !== 'ready') return null;
  const result = ofOutput(task, output);
  const all = nextTools(task, result.kind).flatMap((tool) => {
    const serving = models.filter((model) => model.procedures.includes(tool.procedure));
    const role = workRole(tool.procedure);
    if (role === undefined) return [];
    const request = { procedure: tool.procedure, draft: firstDraft(tool.procedure, result), given: { [role]: result } };
    const model = chosenModel(serving, undefined, request);
    const price = model === undefined ? undefined : priceOf(model, request);
    const { pathname, query } = inToolHref(tool, task, output.index);
    const set = Object.entries(firstOptions(tool.procedure, result)).map(
      ([name, value]) => [name, written(value)] as const,
    );
    return price === undefined
      ? []
      : [{ tool, price, href: { pathname, query: { ...query, ...Object.fromEntries(set) } } }];
  });
  const first = all.filter(({ tool }) => isOfferedFirst(tool));
  const offers = showsAll || first.length === 0 ? [...first, ...all.filter((offer) => !first.includes(offer))] : first;
  if (offers.length === 0) return null;
  const title = task.outputs.length > 1 ? t('next.titleOf', { number: output.index + 1 }) : t('next.title');
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-sm font-medium">{title}</h2>
      <ul className="flex flex-wrap gap-2 max-md:-mx-3 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-3 max-md:scrollbar-none">
        {offers.map(({ tool, price, href }) => (
          <li key={tool.id} className="shrink-0">
            <Link
              href={href}
              className="flex min-h-[42px] items-center gap-2.5 rounded-card bg-surface-2 px-3 text-sm transition-colors quick hover:bg-surface-3"
            >
              <Icon of={TOOL_ICONS[tool.id]} size="s" className="text-ink-2" />
              {names(tool.id)}
              <span className="num text-xs text-ink-3">{t('price', { count: price })}</span>
            </Link>
          </li>
        ))}
        {offers.length === all.length ? null : (
          <li className="shrink-0">
            <Button tone="quiet" icon={<Icon of={ChevronDown} size="s" />} onClick={() => setShowsAll(true)}>
              {t('next.more')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
