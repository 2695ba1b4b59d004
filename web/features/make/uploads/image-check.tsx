'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Crop } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import type { CropFrame, SourceNeed } from '@src/engine/inspection.shared';
import { FORMS, slotOf, type ProcedureName, type SourceRole } from '@src/creation/procedures/params.shared';
import { chosenModel } from '@/features/make/create/press/quote';
import { requestOf, useFormState } from '@/features/make/create/draft/draft-store';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { useCut } from '@/features/make/cut/use-cut';
import { useModels } from '@/lib/data/account';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** What the built-in engine needs of the image in a slot; undefined for other engines and slots without needs. */
export function useInputNeed(procedure: ProcedureName, role: SourceRole): SourceNeed | undefined {
  return useLocalModel(procedure) === undefined ? undefined : FORMS[procedure].needs?.[slotOf(role)];
}

/** The chosen model, if it is the built-in engine's. */
function useLocalModel(procedure: ProcedureName): string | undefined {
  const { models } = useModels(procedure);
  const form = useFormState(procedure);
  const model = chosenModel(models, form.draft.model, requestOf(procedure, form));
  return model?.engine === 'local' ? model.id : undefined;
}

/** The frame in the original, if the image was cut out of one. */
function inWhole({ cut }: Given, { left, top, width, height }: CropFrame): CropFrame {
  return cut?.part.kind === 'crop'
    ? { left: cut.part.left + left, top: cut.part.top + top, width, height }
    : { left, top, width, height };
}

export interface ImageCheckProps {
  readonly procedure: ProcedureName;
  readonly role: SourceRole;
  readonly need: SourceNeed;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
}

/** Whether the built-in engine can use the chosen image, before the press; with a part of it that it can use. */
export function ImageCheck({ procedure, role, need, given, onGiven }: ImageCheckProps) {
  const t = useTranslations('uploads.check');
  const { ofIdentifier } = useErrorWords();
  const local = useLocalModel(procedure);
  // No other need depends on the model.
  const model = need === 'wearer' ? local : undefined;
  const { data, isPending } = useQuery({
    queryKey: ['inspection', need, role, given.ref, model],
    queryFn: ({ signal }) =>
      client.task.inspectSource.query({ procedure, role, source: given.ref, ...defined({ model }) }, { signal }),
    enabled: given.kind === 'image',
    retry: false,
    staleTime: Infinity,
    gcTime: 600_000,
    meta: { skipErrorChain: true },
  });
  const { cut, busy, problem } = useCut(given, onGiven);
  if (given.kind !== 'image') return null;
  const refusal = data?.refusal;
  const crop = data?.crop;
  return (
    <div
      data-check={refusal === undefined ? (data === undefined ? 'open' : 'passed') : 'refused'}
      aria-live="polite"
      className="grid gap-1.5 text-xs empty:hidden"
    >
      {isPending ? <p className="text-ink-3">{t('checking')}</p> : null}
      {data !== undefined && refusal === undefined ? (
        <p className="flex gap-1.5 text-ink-3">
          <Icon of={CircleCheck} size="s" className="mt-px" />
          {t('passed')}
        </p>
      ) : null}
      {refusal === undefined ? null : (
        <p className="flex gap-1.5 text-danger">
          <Icon of={CircleAlert} size="s" className="mt-px" />
          {ofIdentifier(refusal.identifier, refusal.params)}
        </p>
      )}
      {crop === undefined ? null : (
        <span className="flex items-center gap-2">
          <CropPreview given={given} crop={crop} />
          <Button
            size="sm"
            busy={busy}
            icon={<Icon of={Crop} size="s" />}
            onClick={() => void cut({ kind: 'crop', ...inWhole(given, crop) })}
          >
            {t('useCrop')}
          </Button>
        </span>
      )}
      {problem === undefined ? null : <p className="text-danger">{problem}</p>}
    </div>
  );
}

/** The offered part, by positioning the image behind a small frame. */
function CropPreview({ given: { url, width, height }, crop }: { readonly given: Given; readonly crop: CropFrame }) {
  const share = (from: number, part: number, whole: number): string =>
    `${whole === part ? 0 : (100 * from) / (whole - part)}%`;
  return (
    <span
      aria-hidden
      className="h-14 shrink-0 rounded-control bg-no-repeat"
      style={{
        aspectRatio: `${crop.width} / ${crop.height}`,
        backgroundImage: `url("${url}?w=640")`,
        backgroundSize: `${(100 * width) / crop.width}% ${(100 * height) / crop.height}%`,
        backgroundPosition: `${share(crop.left, crop.width, width)} ${share(crop.top, crop.height, height)}`,
      }}
    />
  );
}
