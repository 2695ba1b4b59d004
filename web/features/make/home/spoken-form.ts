import { defined } from '@src/kernel/defined.shared';
import { FORMS } from '@src/creation/procedures/params.shared';
import { settingsOf, type Draft } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, formOf } from '@/features/make/create/draft/draft-store';
import { passOn } from '@/features/make/create/press/kept-press';
import { byModel } from '@/features/make/create/press/quote';
import { whenOnline } from '@/lib/press/network';
import { agree, newsOf, type Spoken, type SpokenDraft } from './spoken';

/** The settings that the prompt box shows. An image has no length. */
const spokenSettings = (
  draft: Pick<Draft, 'options'>,
  procedure: Spoken,
): Pick<SpokenDraft, 'style' | 'aspect' | 'seconds'> =>
  procedure === 'text2Image.create' ? { ...settingsOf(draft, procedure), seconds: 5 } : settingsOf(draft, procedure);

/** Copies the prompt box's changes to the form's draft. Where the box has no changes, it takes the draft's values. */
export function putDown(procedure: Spoken): void {
  const news = newsOf(procedure);
  const { prompt: words, model: chosen, ...settings } = news;
  if (words !== undefined || 'model' in news)
    changeDraft({ ...defined({ prompt: words }), ...('model' in news ? { model: chosen } : {}) }, procedure);
  const { options } = FORMS[procedure];
  if (Object.keys(settings).length > 0)
    changeOptions(
      Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(options, name))),
      procedure,
    );
  const { prompt, model, ...rest } = formOf(procedure).draft;
  agree(procedure, { ...spokenSettings(rest, procedure), prompt, model });
}

/**
 * As `putDown`, then has the creating page carry out the press. Waits for the network, without which that page cannot
 * open.
 * @param shown the price on the button, in whole credits, and the model that it is for
 */
export function press(
  procedure: Spoken,
  shown: { readonly price: number; readonly model: string } | undefined,
): Promise<void> {
  putDown(procedure);
  passOn(
    procedure,
    byModel(
      { procedure, draft: formOf(procedure).draft, given: {} },
      shown === undefined ? undefined : { id: shown.model },
    ),
    shown?.price,
  );
  return whenOnline();
}
