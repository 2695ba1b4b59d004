'use client';

import { AudioLines, Text } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { definitionOf } from '@src/creation/procedures/params.shared';
import { Advanced } from '@/features/make/create/form/advanced';
import { CreateForm, type FieldsContext } from '@/features/make/create/form/create-form';
import { beginWith, changeDraft, give, useFormState } from '@/features/make/create/draft/draft-store';
import { ModeLinks } from '@/features/make/create/form/mode-links';
import { useModelDescription } from '@/features/make/create/form/model-description';
import { AVATAR_HREF } from '@/features/make/create/form/modes';
import { PromptField } from '@/features/make/create/form/prompt-field';
import type { Creating } from '@/features/make/create/press/use-create';
import { ConsentField } from '@/features/make/tools/fields/consent-field';
import { OptionFields } from '@/features/make/tools/fields/option-fields';
import { ImageWell } from '@/features/make/uploads/image-well';
import { roughTime } from '@/ui/content/clock';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { MadeStrip } from './made-strip';

export const PROCEDURE = 'lipSync.createLipSyncTask';

/** Chooses the portrait: an upload, or an image made here. */
function Portrait({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('avatar');
  const { given } = useFormState(PROCEDURE);
  return (
    <div className="grid gap-[18px]">
      <div className="grid gap-2">
        <ImageWell
          procedure={PROCEDURE}
          role="face"
          label={t('portrait')}
          hint={t('portraitHint')}
          given={given.face}
          onGiven={(one) => give(PROCEDURE, 'face', one)}
          paste
        />
        {given.face === undefined ? <MadeStrip onPick={(made) => give(PROCEDURE, 'face', made)} /> : null}
      </div>
      <ConsentField procedure={PROCEDURE} context={context} />
    </div>
  );
}

const BY = ['script', 'recording'] as const;

/** Chooses the speech: a text and a voice, or a recording, which brings both. */
function Speech({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('avatar');
  const words = useTranslations('tools.lipSync');
  const problems = useTranslations('image.problems');
  const { given } = useFormState(PROCEDURE);
  const [chosenBy, setChosenBy] = useState<(typeof BY)[number]>('script');
  const by = given.audio === undefined ? chosenBy : 'recording';
  const change = (next: (typeof BY)[number]): void => {
    setChosenBy(next);
    if (next === 'script') give(PROCEDURE, 'audio', undefined);
  };
  const sign = { script: Text, recording: AudioLines } as const;
  const without = given.audio === undefined && by === 'script' ? [] : ['language', 'voice', 'seconds'];
  return (
    <>
      <Segmented
        label={t('by')}
        value={by}
        choices={BY.map((one) => ({
          value: one,
          label: (
            <>
              <Icon of={sign[one]} size="s" />
              {t(one)}
            </>
          ),
        }))}
        onChange={change}
        fill
      />
      {by === 'script' ? (
        <PromptField
          procedure={PROCEDURE}
          label={words('prompt')}
          placeholder={words('placeholder')}
          problem={context.problem}
          onSubmitKey={context.onSubmitKey}
        />
      ) : (
        <div className="grid gap-2">
          <ImageWell
            procedure={PROCEDURE}
            role="audio"
            takes={['audio']}
            label={t('recording')}
            given={given.audio}
            onGiven={(one) => give(PROCEDURE, 'audio', one)}
          />
          {/* A missing recording reports as a missing prompt. Show that here, since this form has no prompt field. */}
          {context.problem === 'prompt-empty' ? (
            <p role="alert" className="text-xs text-danger">
              {problems('audio-missing')}
            </p>
          ) : null}
        </div>
      )}
      <OptionFields procedure={PROCEDURE} context={context} without={without} />
    </>
  );
}

/** The full list of what the model can and cannot do. */
function Limits({ model }: { readonly model: ModelView }) {
  const t = useTranslations('avatar');
  const common = useTranslations('common.time');
  const description = useModelDescription(model);
  return (
    <div className="grid gap-1 rounded-card bg-surface-2 px-3.5 py-3">
      <span className="flex items-baseline justify-between gap-3 text-sm font-medium">
        <bdi>{model.name}</bdi>
        <span className="num text-xs font-normal text-ink-3">{common('about', roughTime(model.typicalMs))}</span>
      </span>
      <p className="text-xs text-ink-2">{description}</p>
      <p className="text-xs text-ink-3">{t('shape')}</p>
    </div>
  );
}

/** The whole form of a talking portrait: image, text and voice. */
export function AvatarForm({ creating }: { readonly creating: Creating }) {
  const locale = useLocale();
  const { draft } = useFormState(PROCEDURE);
  // The text is spoken in the page's language until the user chooses another.
  useEffect(() => {
    const language = definitionOf(PROCEDURE).options.language.values.find((spoken) => spoken === locale);
    if (language !== undefined) beginWith({ language }, PROCEDURE);
  }, [locale]);
  return (
    <CreateForm procedure={PROCEDURE} creating={creating}>
      {(context) => (
        <>
          <ModeLinks at={PROCEDURE} href={AVATAR_HREF} />
          <Portrait context={context} />
          <Speech context={context} />
          {context.model === undefined ? null : <Limits model={context.model} />}
          <Advanced draft={draft} onChange={(change) => changeDraft(change, PROCEDURE)} hidesPrompt />
        </>
      )}
    </CreateForm>
  );
}
