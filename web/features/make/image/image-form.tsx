'use client';

import { useTranslations } from 'next-intl';
import { Advanced } from '@/features/make/create/form/advanced';
import { AspectPicker } from '@/features/make/create/form/aspect-picker';
import { CountPicker } from '@/features/make/create/form/count-picker';
import { CreateForm } from '@/features/make/create/form/create-form';
import { settingsOf } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import { ModeLinks } from '@/features/make/create/form/mode-links';
import { ModelCards } from '@/features/make/create/form/model-cards';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { StylePicker } from '@/features/make/create/form/style-picker';
import type { Creating } from '@/features/make/create/press/use-create';

const PROCEDURE = 'text2Image.create';

/** The whole form of an image, and its button with the price. */
export function ImageForm({ creating }: { readonly creating: Creating }) {
  const t = useTranslations('image.prompt');
  const draft = useDraft();
  const settings = settingsOf(draft, PROCEDURE);
  return (
    <CreateForm procedure={PROCEDURE} creating={creating}>
      {({ problem, model, onSubmitKey }) => (
        <>
          <ModeLinks at={PROCEDURE} />
          <PromptField
            procedure={PROCEDURE}
            label={t('label')}
            placeholder={t('placeholder')}
            problem={problem}
            surprise
            onSubmitKey={onSubmitKey}
          />
          <StylePicker value={settings.style} onChange={(style) => changeOptions({ style }, PROCEDURE)} />
          <ModelCards
            value={model?.id}
            request={{ procedure: PROCEDURE, draft, given: {} }}
            onChange={(id) => changeDraft({ model: id })}
          />
          <AspectPicker value={settings.aspect} onChange={(aspect) => changeOptions({ aspect }, PROCEDURE)} />
          <CountPicker value={draft.count} onChange={(count) => changeDraft({ count })} />
          <Advanced draft={draft} onChange={changeDraft} />
        </>
      )}
    </CreateForm>
  );
}
