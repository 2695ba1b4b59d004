'use client';

import { useTranslations } from 'next-intl';
import { Advanced } from '@/features/create/advanced';
import { AspectPicker } from '@/features/create/aspect-picker';
import { CountPicker } from '@/features/create/count-picker';
import { CreateForm } from '@/features/create/create-form';
import { changeDraft, useDraft } from '@/features/create/draft-store';
import { ModeLinks } from '@/features/create/mode-links';
import { ModelCards } from '@/features/create/model-cards';
import { PromptField } from '@/features/create/prompt-field';
import { StylePicker } from '@/features/create/style-picker';
import type { Creating } from '@/features/create/use-create';

const PROCEDURE = 'text2Image.create';

/** Everything a picture is made from, and the button that makes it. */
export function ImageForm({ creating }: { readonly creating: Creating }) {
  const t = useTranslations('image.prompt');
  const draft = useDraft();
  return (
    <CreateForm procedure={PROCEDURE} creating={creating}>
      {({ problem, model, onSubmitKey }) => (
        <>
          <ModeLinks at={PROCEDURE} />
          <PromptField procedure={PROCEDURE} label={t('label')} placeholder={t('placeholder')} problem={problem} surprise onSubmitKey={onSubmitKey} />
          <StylePicker value={draft.style} onChange={(style) => changeDraft({ style })} />
          <ModelCards value={model?.id} wish={{ procedure: PROCEDURE, draft, given: {} }} onChange={(id) => changeDraft({ model: id })} />
          <AspectPicker value={draft.aspect} onChange={(aspect) => changeDraft({ aspect })} />
          <CountPicker value={draft.count} onChange={(count) => changeDraft({ count })} />
          <Advanced draft={draft} onChange={changeDraft} />
        </>
      )}
    </CreateForm>
  );
}
