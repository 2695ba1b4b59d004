import { defined } from '@src/kernel/defined.shared';
import { FORMS } from '@src/creation/procedures/params.shared';
import { settingsOf, type Draft } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, formOf } from '@/features/make/create/draft/draft-store';
import { passOn } from '@/features/make/create/press/kept-press';
import { whenOnline } from '@/lib/press/network';
import { agree, newsOf, type Spoken, type SpokenDraft } from './spoken';

/** The settings that the box shows; an image has no length. */
const spokenSettings = (draft: Pick<Draft, 'options'>, procedure: Spoken): Pick<SpokenDraft, 'style' | 'aspect' | 'seconds'> =>
  (procedure === 'text2Image.create' ? { ...settingsOf(draft, procedure), seconds: 5 } : settingsOf(draft, procedure));

/** Puts what the box says on the desk of its creation; where it has said nothing, it says what stands there. */
export function putDown(procedure: Spoken): void {
  const news = newsOf(procedure);
  const { prompt: words, model: chosen, ...settings } = news;
  if (words !== undefined || 'model' in news) changeDraft({ ...defined({ prompt: words }), ...('model' in news ? { model: chosen } : {}) }, procedure);
  const { options } = FORMS[procedure];
  if (Object.keys(settings).length > 0) changeOptions(Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(options, name))), procedure);
  const { prompt, model, ...rest } = formOf(procedure).draft;
  agree(procedure, { ...spokenSettings(rest, procedure), prompt, model });
}

/**
 * The same, and the page that makes it carries the press out. Comes once there is a network: without one that page could not be opened.
 * @param said whole credits that stood on the button
 */
export function press(procedure: Spoken, said: number | undefined): Promise<void> {
  putDown(procedure);
  passOn(procedure, { procedure, draft: formOf(procedure).draft, given: {} }, said);
  return whenOnline();
}
