'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Advanced } from '@/features/make/create/form/advanced';
import { CreateForm, type FieldsContext } from '@/features/make/create/form/create-form';
import { settingsOf, type Draft } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, useFormState } from '@/features/make/create/draft/draft-store';
import { ofUpload, type Given } from '@/features/make/create/draft/given-inputs';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { StylePicker } from '@/features/make/create/form/style-picker';
import type { ImageInputProcedure } from '@/features/make/create/form/tools';
import { mainOf, type DraftRequest } from '@/features/make/create/draft/draft-request';
import { Workshop } from '@/features/make/create/workshop';
import { sendFile } from '@/features/core/uploads/send';
import { reportError } from '@/lib/errors/bus';
import type { MaskPainterHandle } from '@/ui/mask/mask-painter';
import { Skeleton } from '@/ui/content/skeleton';
import { ImageField } from '../fields/image-field';
import { SlotFields } from '../fields/slot-fields';
import { StageDemo } from '../page/stage-demo';
import { Worktop } from '../page/worktop';

const MaskOnImage = dynamic(() => import('./mask-on-image'), {
  ssr: false,
  loading: () => <Skeleton className="aspect-square w-full rounded-media" />,
});

/** An uploaded mask and its marks, so that the same marks are not uploaded twice. */
interface Sent {
  readonly bytes: Uint8Array;
  readonly mask: Given;
}

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** The painted mask, uploaded with the request. */
function useMarks() {
  const painter = useRef<MaskPainterHandle>(null);
  const sent = useRef<Sent>(undefined);
  const [marked, setMarked] = useState(false);
  const prepare = async (request: DraftRequest): Promise<DraftRequest | undefined> => {
    if (painter.current === null) return undefined;
    try {
      const png = await painter.current.toPng();
      const bytes = new Uint8Array(await png.arrayBuffer());
      if (sent.current === undefined || !same(sent.current.bytes, bytes)) {
        const view = await sendFile(png, 'mask.png', {
          purpose: 'mask',
          on: () => undefined,
          signal: new AbortController().signal,
        });
        sent.current = { bytes, mask: ofUpload(view, '') };
      }
      return { ...request, given: { ...request.given, mask: sent.current.mask } };
    } catch (error) {
      reportError(error);
      return undefined;
    }
  };
  return { painter, marked, setMarked, prepare };
}

/** What to paint into the marked area: a prompt and a style. */
function PaintFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.paint');
  const { draft } = useFormState('imageTools.painting');
  const settings = settingsOf(draft, 'imageTools.painting');
  const change = (part: Partial<Draft>): void => changeDraft(part, 'imageTools.painting');
  return (
    <>
      <p className="text-sm text-ink-2">{t('how')}</p>
      <PromptField
        procedure="imageTools.painting"
        label={t('prompt')}
        placeholder={t('placeholder')}
        problem={context.problem}
        onSubmitKey={context.onSubmitKey}
      />
      <StylePicker value={settings.style} onChange={(style) => changeOptions({ style }, 'imageTools.painting')} />
      <Advanced draft={draft} onChange={change} hidesPrompt />
    </>
  );
}

/** Procedures with a painted mask. */
export type Masked = Extract<
  ImageInputProcedure,
  'imageTools.objectRemover' | 'imageTools.painting' | 'video.videoObjectRemover'
>;

/** The fields besides the mask. */
function MaskFields({ procedure, context }: { readonly procedure: Masked; readonly context: FieldsContext }) {
  const t = useTranslations('tools');
  switch (procedure) {
    case 'imageTools.painting':
      return (
        <>
          <ImageField procedure={procedure} />
          <PaintFields context={context} />
        </>
      );
    case 'imageTools.objectRemover':
      return (
        <>
          <ImageField procedure={procedure} />
          <p className="text-sm text-ink-2">{t('erase.how')}</p>
        </>
      );
    case 'video.videoObjectRemover':
      return (
        <>
          <SlotFields procedure={procedure} />
          <p className="text-sm text-ink-2">{t('eraseFilm.how')}</p>
        </>
      );
    default:
      return procedure satisfies never;
  }
}

/** A page whose stage has a mask painter: over what to remove, or over where to inpaint. The form uploads the mask. */
export function MaskWorkshop({ procedure }: { readonly procedure: Masked }) {
  const t = useTranslations('tools');
  const main = mainOf({ procedure, given: useFormState(procedure).given });
  const { painter, marked, setMarked, prepare } = useMarks();
  return (
    <Workshop
      procedure={procedure}
      worktop={
        <Worktop procedure={procedure}>
          {main === undefined ? null : (
            <MaskOnImage
              key={main.url}
              handle={painter}
              given={main}
              alt={main.name === '' ? t(main.kind === 'video' ? 'yourVideo' : 'yourPicture') : main.name}
              onMarked={setMarked}
            />
          )}
        </Worktop>
      }
      empty={() => <StageDemo procedure={procedure} />}
      renderForm={(creating) => (
        <CreateForm procedure={procedure} creating={creating} marked={marked} prepare={prepare}>
          {(context) => <MaskFields procedure={procedure} context={context} />}
        </CreateForm>
      )}
    />
  );
}
