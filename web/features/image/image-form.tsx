'use client';

import { Dices, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { PROMPT_MAX } from '@src/creation/picture.shared';
import { surprisePrompt } from '@src/creation/engine/scene/surprise.shared';
import { useBalance, useImageModels } from '@/lib/data/account';
import { useErrorWords } from '@/lib/errors/words';
import type { Failure } from '@/lib/errors/failure';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/button';
import { Field, Textarea } from '@/ui/field';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/segmented';
import { Advanced } from './advanced';
import { AspectPicker } from './aspect-picker';
import { CreateButton } from './create-button';
import { MAX_COUNT, problemOf, type Draft } from './draft';
import { changeDraft, useDraft } from './draft-store';
import { ModelCards } from './model-cards';
import { chosenModel, priceOf } from './quote';
import { StylePicker } from './style-picker';
import type { useCreate } from './use-create';

const COUNTS = Array.from({ length: MAX_COUNT }, (_none, index) => String(index + 1));

function PromptField({ draft, asked, onSubmitKey }: { readonly draft: Draft; readonly asked: boolean; readonly onSubmitKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void }) {
  const t = useTranslations('image');
  const over = draft.prompt.trim().length - PROMPT_MAX;
  const error = over > 0 ? t('prompt.tooLong', { over }) : asked && draft.prompt.trim() === '' ? t('prompt.empty') : undefined;
  return (
    <Field
      label={t('prompt.label')}
      error={error}
      aside={
        <Button tone="quiet" size="sm" className="-my-1.5 -me-2" icon={<Icon of={Dices} size="s" />} onClick={() => changeDraft({ prompt: surprisePrompt(Math.random) })}>
          {t('surprise')}
        </Button>
      }
    >
      {({ id, describedBy, invalid }) => (
        <Textarea id={id} name="prompt" aria-describedby={describedBy} aria-invalid={invalid} className="min-h-[108px]" value={draft.prompt} placeholder={t('prompt.placeholder')} onKeyDown={onSubmitKey} onChange={(event) => changeDraft({ prompt: event.target.value })} />
      )}
    </Field>
  );
}

function Refusal({ failure }: { readonly failure: Extract<Failure, { kind: 'product' }> }) {
  const t = useTranslations('image.refused');
  const { ofFailure } = useErrorWords();
  const moderated = failure.identifier.startsWith('SENSITIVE_');
  return (
    <div role="alert" className="mb-3 flex gap-3 rounded-card bg-danger-soft p-3 text-sm text-danger">
      <Icon of={TriangleAlert} size="s" className="mt-0.5" />
      <div className="grid gap-0.5">
        {moderated ? <span className="font-medium">{t('title')}</span> : null}
        <span>{ofFailure(failure)}</span>
      </div>
    </div>
  );
}

/** Everything a picture is made from, and the button that makes it. */
export function ImageForm({ creating, className }: { readonly creating: ReturnType<typeof useCreate>; readonly className?: string }) {
  const t = useTranslations('image');
  const draft = useDraft();
  const [asked, setAsked] = useState(false);
  const formId = useId();
  const { models } = useImageModels();
  const balance = useBalance();
  const model = chosenModel(models, draft.model);
  const price = model === undefined ? undefined : priceOf(model, draft);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (problemOf(draft) === 'prompt-empty') event.currentTarget.querySelector('textarea')?.focus();
    if (problemOf(draft) !== undefined || model === undefined || balance === undefined || price === undefined || price > balance.available) return;
    void creating.create(draft, model).then(() => setAsked(false));
  };
  const onSubmitKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
  };

  return (
    <form id={formId} aria-label={t('formLabel')} noValidate onSubmit={submit} className={cx('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[18px]', className)}>
      <PromptField draft={draft} asked={asked} onSubmitKey={onSubmitKey} />
      <StylePicker value={draft.style} onChange={(style) => changeDraft({ style })} />
      <ModelCards value={model?.id} aspect={draft.aspect} onChange={(id) => changeDraft({ model: id })} />
      <AspectPicker value={draft.aspect} onChange={(aspect) => changeDraft({ aspect })} />
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{t('pictures')}</span>
        <Segmented label={t('pictures')} value={String(draft.count)} choices={COUNTS.map((value) => ({ value, label: value, name: t('picturesCount', { count: Number(value) }) }))} onChange={(value) => changeDraft({ count: Number(value) })} fill className="w-full max-w-[216px]" />
      </div>
      <Advanced draft={draft} onChange={changeDraft} />
      <div className="sticky -bottom-[18px] z-sticky -mx-[18px] -mb-[18px] rounded-b-stage bg-linear-to-t from-surface-1 from-78% to-transparent px-[18px] pt-4 pb-2.5 max-md:-bottom-4 max-md:-mx-4 max-md:-mb-4 max-md:rounded-none max-md:from-overlay max-md:px-4">
        {creating.refusal === undefined ? null : <Refusal failure={creating.refusal} />}
        <CreateButton draft={draft} models={models} model={model} price={price} balance={balance} busy={creating.busy} onChange={changeDraft} />
      </div>
    </form>
  );
}
