'use client';

import { useTranslations } from 'next-intl';
import { ignoredSettings } from '@src/creation/procedures/remote-problem.shared';
import { Advanced } from '@/features/make/create/form/advanced';
import { CountPicker } from '@/features/make/create/form/count-picker';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { settingsOf } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { StylePicker } from '@/features/make/create/form/style-picker';
import { Slider } from '@/ui/form/slider';

const PROCEDURE = 'image2Image.create';

/** Style, strength and light of Restyle. @param worded whether the prompt comes from elsewhere */
export function RestyleFields({
  context,
  worded = false,
}: {
  readonly context: FieldsContext;
  readonly worded?: boolean;
}) {
  const t = useTranslations('tools.restyle');
  const draft = useDraft(PROCEDURE);
  const settings = settingsOf(draft, PROCEDURE);
  const hasStrength = context.model === undefined || !ignoredSettings(PROCEDURE, context.model).includes('strength');
  const percent = Math.round(settings.strength * 100);
  return (
    <>
      <StylePicker open value={settings.style} onChange={(style) => changeOptions({ style }, PROCEDURE)} />
      {hasStrength ? (
        <Slider
          label={t('strength')}
          value={percent}
          min={10}
          max={100}
          step={5}
          onChange={(value) => changeOptions({ strength: value / 100 }, PROCEDURE)}
          shown={t('percent', { percent })}
          ends={[t('little'), t('wholly')]}
        />
      ) : null}
      {worded ? null : (
        <PromptField
          procedure={PROCEDURE}
          label={t('prompt')}
          placeholder={t('placeholder')}
          help={t('promptHelp')}
          problem={context.problem}
          onSubmitKey={context.onSubmitKey}
        />
      )}
      <CountPicker value={draft.count} onChange={(count) => changeDraft({ count }, PROCEDURE)} />
      <Advanced draft={draft} onChange={(change) => changeDraft(change, PROCEDURE)} />
    </>
  );
}
