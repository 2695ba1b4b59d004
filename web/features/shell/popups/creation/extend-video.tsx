'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { definitionOf } from '@src/creation/procedures/params.shared';
import type { ReadyOutputView, TaskView } from '@src/creation/tasks/task.shared';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { ofOutput } from '@/features/make/create/draft/given-inputs';
import { chosenModel, quoteOf } from '@/features/make/create/press/quote';
import { PressNote } from '@/features/make/create/press/press-note';
import { PressQuestion } from '@/features/make/create/press/press-question';
import { useCreate } from '@/features/make/create/press/use-create';
import type { DraftRequest } from '@/features/make/create/draft/draft-request';
import { useBalance, useModels } from '@/lib/data/account';
import { isMissing } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import type { PopupProps } from '@/lib/popups/names';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

const PROCEDURE = 'video.videoExtender';
const { values: LENGTHS, initial: FIRST } = definitionOf(PROCEDURE).options.added;
type Added = (typeof LENGTHS)[number];

/** The request that extends a video. */
function extensionRequest(task: TaskView, output: ReadyOutputView, added: Added): DraftRequest {
  const draft = emptyDraft(PROCEDURE);
  return {
    procedure: PROCEDURE,
    draft: { ...draft, options: { ...draft.options, added } },
    given: { video: ofOutput(task, output) },
    projectId: task.projectId,
  };
}

function Extending({
  task,
  output,
  model,
  swap,
}: { readonly task: TaskView; readonly output: ReadyOutputView; readonly model: ModelView } & Pick<
  PopupFrame,
  'swap'
>) {
  const t = useTranslations('popups.extendVideo');
  const price = useTranslations('image');
  const format = useFormatter();
  const { ofFailure, ofIdentifier } = useErrorWords();
  const [added, setAdded] = useState<Added>(FIRST);
  const balance = useBalance();
  const creating = useCreate(`extend ${task.id} ${output.index}`, (id) => swap('recordDetail', { taskId: id }));
  const { press: submit, busy, refusal, question } = creating;
  const request = extensionRequest(task, output, added);
  const quote = quoteOf(model, request);
  const refused = 'refused' in quote ? quote.refused : undefined;
  const cost = 'refused' in quote ? undefined : quote.price;
  const seconds = (value: number): string =>
    t('seconds', { seconds: format.number(value, { maximumFractionDigits: 1 }) });
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Media ratio="1" className="w-24 shrink-0 rounded-card">
          <ImageFrame src={`${output.url}?w=320`} alt="" />
        </Media>
        <p className="num flex flex-wrap items-center gap-2 text-lg font-strong" data-testid="lengths">
          <span>{seconds(output.seconds ?? 0)}</span>
          <Icon of={ArrowRight} size="s" className="flip text-ink-3" />
          <span>{seconds((output.seconds ?? 0) + added)}</span>
        </p>
      </div>
      <div className="grid gap-[7px]">
        <span aria-hidden className="text-sm font-medium">
          {t('added')}
        </span>
        <Segmented
          fill
          label={t('added')}
          value={String(added)}
          choices={LENGTHS.map((one) => ({ value: String(one), label: t('plus', { seconds: one }) }))}
          onChange={(value) => setAdded(LENGTHS.find((one) => String(one) === value) ?? FIRST)}
        />
      </div>
      {refused === undefined ? null : (
        <Notice tone="warning" live>
          {ofIdentifier(refused.identifier, refused.params)}
        </Notice>
      )}
      {refusal === undefined ? null : (
        <Notice tone="warning" live>
          {ofFailure(refusal)}
        </Notice>
      )}
      {question === undefined ? null : <PressQuestion question={question} />}
      <PressNote creating={creating} />
      <div className="grid gap-1.5">
        <Button
          tone="accent"
          size="lg"
          shape="block"
          busy={busy}
          disabled={cost === undefined}
          price={cost === undefined ? undefined : price('price', { count: cost })}
          onClick={() => submit(request, cost)}
        >
          {t('press')}
        </Button>
        {cost === undefined || balance === undefined || balance.available < cost ? null : (
          <p className="num text-center text-xs text-ink-3">
            {price('leftAfter', { count: balance.available - cost })}
          </p>
        )}
      </div>
    </div>
  );
}

/** Extends one of the user's videos: by how many seconds, and at what price. */
export default function ExtendVideo({ taskId, index, onClose, swap }: PopupProps['extendVideo'] & PopupFrame) {
  const t = useTranslations('popups.extendVideo');
  const { data: task, error } = useQuery(
    trpc.task.get.queryOptions({ id: taskId }, { retry: false, meta: { skipErrorChain: true } }),
  );
  const { models, isSuccess } = useModels(PROCEDURE);
  const model = chosenModel(models, undefined);
  const output = task?.outputs[index];
  const gone =
    isMissing(error, 'TASK_NOT_FOUND') ||
    (task !== undefined && (output?.state !== 'ready' || output.type !== 'video/mp4'));
  return (
    <Popup title={t('title')} description={t('text')} onClose={onClose}>
      {gone ? (
        <Notice tone="warning">{t('gone')}</Notice>
      ) : isSuccess && model === undefined ? (
        <Notice tone="warning">{t('notOffered')}</Notice>
      ) : task === undefined || model === undefined || output?.state !== 'ready' ? (
        <Skeleton className="h-40 w-full rounded-card" />
      ) : (
        <Extending task={task} output={output} model={model} swap={swap} />
      )}
    </Popup>
  );
}
