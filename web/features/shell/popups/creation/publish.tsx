'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import {
  SHARINGS,
  VISIBILITIES,
  WORK_TITLE_MAX,
  workTitleOf,
  type OwnWork,
  type Sharing,
  type Visibility,
} from '@src/creation/publishing/work.shared';
import { RefusalAppeal, RefusedWords } from '@/features/core/refusal-appeal';
import { useSubmitWork } from '@/lib/data/works';
import { readFailure, type Failure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import type { PopupProps } from '@/lib/popups/names';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Checkbox, RadioChoices } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { Media, ImageFrame } from '@/ui/media/media';
import { Skeleton } from '@/ui/content/skeleton';
import { SurchargeField } from '@/features/make/works/surcharge-field';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** A suggested title: the whole words of the prompt's first line that fit. */
function firstTitle({ input }: TaskView): string {
  const [line = ''] = input.prompt.split('\n');
  if (line.length <= WORK_TITLE_MAX) return line;
  return line.slice(0, WORK_TITLE_MAX).replace(/\s+\S*$/u, '');
}

/** Submits a result for publication. It becomes public after a moderator has approved it. */
export default function Publish({ taskId, index, onClose, swap }: PopupProps['publish'] & PopupFrame) {
  const t = useTranslations('works.publish');
  const { data: task } = useQuery(trpc.task.get.queryOptions({ id: taskId }));
  const output = task?.outputs[index];
  return (
    <Popup title={t('title')} description={t('lead')} onClose={onClose}>
      {task === undefined || output?.state !== 'ready' ? (
        <Skeleton className="h-60 rounded-media" />
      ) : (
        <PublishForm
          task={task}
          index={index}
          image={`${output.url}?w=640`}
          before={output.work}
          onClose={onClose}
          onDone={() => swap('publishStatus', { taskId, index })}
        />
      )}
    </Popup>
  );
}

interface PublishFormProps {
  readonly task: TaskView;
  readonly index: number;
  readonly image: string;
  readonly before: Pick<OwnWork, 'title' | 'sharing' | 'visibility' | 'surcharge'> | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function PublishForm({ task, index, image, before, onClose, onDone }: PublishFormProps) {
  const t = useTranslations('works.publish');
  const common = useTranslations('common');
  const submit = useSubmitWork();
  const [title, setTitle] = useState(before?.title ?? firstTitle(task));
  const [sharing, setSharing] = useState<Sharing>(before?.sharing ?? 'prompt');
  const [visibility, setVisibility] = useState<Visibility>(before?.visibility ?? 'unlisted');
  const [surcharge, setSurcharge] = useState(before?.surcharge ?? 0);
  const [consent, setConsent] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const change = (value: string): void => {
    setTitle(value);
    // The refusal applies to an earlier input.
    submit.reset();
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    const read = workTitleOf(title);
    if (read === undefined || !consent || submit.isPending) return;
    submit.mutate(
      {
        taskId: task.id,
        index,
        title: read,
        sharing,
        visibility,
        surcharge: sharing === 'recipe' ? surcharge : 0,
        consent,
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex items-start gap-4">
        <Media ratio="1" className="w-24 shrink-0 rounded-card">
          <ImageFrame src={image} alt="" />
        </Media>
        <div className="min-w-0 flex-1">
          <Field
            label={t('name')}
            help={t('nameHelp')}
            error={
              isSubmitted && workTitleOf(title) === undefined ? t('nameInvalid', { max: WORK_TITLE_MAX }) : undefined
            }
          >
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                dir="auto"
                autoComplete="off"
                value={title}
                aria-describedby={describedBy}
                aria-invalid={invalid || undefined}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </Field>
        </div>
      </div>
      <SharingField value={sharing} onChange={setSharing} />
      {sharing === 'recipe' ? <SurchargeField value={surcharge} onChange={setSurcharge} /> : null}
      <VisibilityField value={visibility} onChange={setVisibility} />
      <div className="grid gap-2 rounded-card bg-surface-2 p-3.5">
        <Checkbox
          label={t('consent')}
          help={t('consentHelp')}
          checked={consent}
          onChange={setConsent}
          required
          invalid={isSubmitted && !consent}
        />
        {isSubmitted && !consent ? (
          <p role="alert" className="text-xs text-danger">
            {t('consentMissing')}
          </p>
        ) : null}
      </div>
      {submit.error === null ? null : <Refusal failure={readFailure(submit.error)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button type="submit" tone="invert" busy={submit.isPending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function SharingField({ value: sharing, onChange: setSharing }: ChoiceProps<Sharing>) {
  const t = useTranslations('works.publish');
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-sm font-medium">{t('sharing')}</legend>
      <RadioChoices
        label={t('sharing')}
        value={sharing}
        onChange={setSharing}
        choices={SHARINGS.map((value) => ({
          value,
          label: t(`sharings.${value}.label`),
          help: t(`sharings.${value}.help`),
        }))}
      />
    </fieldset>
  );
}

function VisibilityField({ value: visibility, onChange: setVisibility }: ChoiceProps<Visibility>) {
  const visibilities = useTranslations('works.visibility');
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-sm font-medium">{visibilities('label')}</legend>
      <RadioChoices
        label={visibilities('label')}
        value={visibility}
        onChange={setVisibility}
        choices={VISIBILITIES.map((value) => ({
          value,
          label: visibilities(`${value}.label`),
          help: visibilities(`${value}.help`),
        }))}
      />
    </fieldset>
  );
}

/** Why a work is not published, with what can be done about a refused text. */
function Refusal({ failure }: { readonly failure: Failure }) {
  const t = useTranslations('works.publish');
  const { ofFailure } = useErrorWords();
  if (failure.kind !== 'product' || failure.identifier !== 'ILLEGAL_CONTENT')
    return (
      <p role="alert" className="text-sm text-danger">
        {ofFailure(failure)}
      </p>
    );
  const where = String(failure.params['input'] ?? '');
  return (
    <>
      <p role="alert" className="text-sm text-danger">
        {t(
          where === 'title'
            ? 'illegal.title'
            : where === 'image' || where === 'video'
              ? 'illegal.result'
              : 'illegal.words',
        )}
      </p>
      <RefusedWords words={failure.params['words']} />
      <RefusalAppeal params={failure.params} />
    </>
  );
}
