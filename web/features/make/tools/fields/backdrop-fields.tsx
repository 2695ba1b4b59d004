'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { changeOptions, give, useFormState } from '@/features/make/create/draft/draft-store';
import { settingsOf } from '@/features/make/create/draft/draft';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { StylePicker } from '@/features/make/create/form/style-picker';
import { ImageWell } from '@/features/make/uploads/image-well';
import { ColourPicker } from '@/ui/form/colour-picker';
import { Segmented } from '@/ui/form/segmented';

const PROCEDURE = 'imageTools.backgroundChanger';
const KINDS = ['prompt', 'image', 'colour'] as const;
const SWATCHES = {
  ivory: '#e9e4dc',
  white: '#ffffff',
  slate: '#39424e',
  sky: '#a8c8e8',
  sage: '#b7c4a8',
  coral: '#f2916d',
  plum: '#5b3a5e',
  black: '#101012',
} as const satisfies Readonly<Record<string, string>>;
const isSwatch = (name: string): name is keyof typeof SWATCHES => Object.hasOwn(SWATCHES, name);

/**
 * Background of the subject: a described scene, an image, or a colour.
 * @param worded whether the prompt comes from elsewhere
 * @param image replaces the image slot
 */
export function BackdropFields({
  context,
  worded = false,
  image,
}: {
  readonly context: FieldsContext;
  readonly worded?: boolean;
  readonly image?: ReactNode;
}) {
  const t = useTranslations('tools.backdrop');
  const {
    draft,
    given: { background },
  } = useFormState(PROCEDURE);
  const settings = settingsOf(draft, PROCEDURE);
  const colours = Object.keys(SWATCHES).filter(isSwatch);
  return (
    <>
      <div className="grid gap-[7px]">
        <span className="text-sm font-medium">{t('behind')}</span>
        <Segmented
          label={t('behind')}
          value={settings.behind}
          choices={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind) => changeOptions({ behind: kind }, PROCEDURE)}
          fill
        />
      </div>
      {settings.behind === 'prompt' ? (
        <>
          {worded ? null : (
            <PromptField
              procedure={PROCEDURE}
              label={t('scene')}
              placeholder={t('placeholder')}
              problem={context.problem}
              surprise
              onSubmitKey={context.onSubmitKey}
            />
          )}
          <StylePicker value={settings.style} onChange={(style) => changeOptions({ style }, PROCEDURE)} />
        </>
      ) : settings.behind === 'image' ? (
        (image ?? (
          <ImageWell
            procedure={PROCEDURE}
            role="background"
            label={t('own')}
            hint={t('ownHint')}
            given={background}
            onGiven={(given) => give(PROCEDURE, 'background', given)}
          />
        ))
      ) : (
        <div className="grid gap-[7px]">
          <span className="text-sm font-medium">{t('colour')}</span>
          <ColourPicker
            label={t('colour')}
            value={settings.colour}
            onChange={(colour) => changeOptions({ colour }, PROCEDURE)}
            swatches={colours.map((name) => ({ value: SWATCHES[name], name: t(`colours.${name}`) }))}
          />
        </div>
      )}
    </>
  );
}
