'use client';

import { useTranslations } from 'next-intl';
import { Advanced } from '@/features/make/create/form/advanced';
import { AspectPicker } from '@/features/make/create/form/aspect-picker';
import { CreateForm } from '@/features/make/create/form/create-form';
import { settingsOf } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import { VideoFields } from '@/features/make/create/form/video-fields';
import { ModeLinks } from '@/features/make/create/form/mode-links';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { StageEmpty } from '@/features/make/create/stage/stage-empty';
import { StylePicker } from '@/features/make/create/form/style-picker';
import type { Creating } from '@/features/make/create/press/use-create';
import { Workshop } from '@/features/make/create/workshop';
import { DataProvider } from '@/lib/trpc/data-provider';

const PROCEDURE = 'video.createVideoByText';

function TextToVideoForm({ creating }: { readonly creating: Creating }) {
  const t = useTranslations('video.prompt');
  const draft = useDraft(PROCEDURE);
  const settings = settingsOf(draft, PROCEDURE);
  return (
    <CreateForm procedure={PROCEDURE} creating={creating}>
      {({ problem, onSubmitKey }) => (
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
          <AspectPicker value={settings.aspect} onChange={(aspect) => changeOptions({ aspect }, PROCEDURE)} />
          <VideoFields procedure={PROCEDURE} />
          <Advanced draft={draft} onChange={(change) => changeDraft(change, PROCEDURE)} />
        </>
      )}
    </CreateForm>
  );
}

/** AI Video from a prompt. */
export function TextToVideoPage() {
  const t = useTranslations('video.empty');
  return (
    <DataProvider>
      <Workshop
        procedure={PROCEDURE}
        sheet
        renderForm={(creating) => <TextToVideoForm creating={creating} />}
        empty={(open) => (
          <StageEmpty
            title={t('title')}
            text={t('text')}
            onPick={({ prompt, style }) => {
              changeDraft({ prompt }, PROCEDURE);
              changeOptions({ style }, PROCEDURE);
              open();
            }}
          />
        )}
      />
    </DataProvider>
  );
}
