import type { Style } from '@src/engine/options.shared';
import type { Aspect, VideoSeconds } from '@src/engine/sizes.shared';
import type { Draft } from '@/features/make/create/draft/draft';
import { createStore, useStore } from '@/lib/store';

/** The two procedures of the home page's prompt box. */
export type Spoken = 'text2Image.create' | 'video.createVideoByText';

/** The content of the home page's prompt box. The full form loads once the page is readable (`spoken-form.ts`). */
export interface SpokenDraft extends Pick<Draft, 'prompt' | 'model'> {
  readonly style: Style;
  readonly aspect: Aspect;
  readonly seconds: VideoSeconds;
}

const FIELDS = ['prompt', 'style', 'aspect', 'seconds', 'model'] as const satisfies readonly (keyof SpokenDraft)[];

/** The box's content, and the changes that the form does not have yet. */
interface Said {
  readonly draft: SpokenDraft;
  readonly news: Partial<SpokenDraft>;
}

const said = createStore<Readonly<Record<Spoken, Said>>>({
  'text2Image.create': { draft: { prompt: '', style: 'natural', aspect: '1:1', seconds: 5 }, news: {} },
  'video.createVideoByText': { draft: { prompt: '', style: 'natural', aspect: '16:9', seconds: 5 }, news: {} },
});

const current = (procedure: Spoken): Said => said.get()[procedure];
const set = (procedure: Spoken, next: Said): void => said.update((all) => ({ ...all, [procedure]: next }));

/** Changes the prompt box's content. */
export function say(change: Partial<SpokenDraft>, procedure: Spoken): void {
  const { draft, news } = current(procedure);
  set(procedure, { draft: { ...draft, ...change }, news: { ...news, ...change } });
}

/** The changes that the form does not have yet. */
export const newsOf = (procedure: Spoken): Partial<SpokenDraft> => current(procedure).news;

/** Sets the prompt box to the form's content. */
export function agree(procedure: Spoken, form: SpokenDraft): void {
  const { draft, news } = current(procedure);
  const isSame = FIELDS.every((field) => draft[field] === form[field]);
  if (!isSame || Object.keys(news).length > 0) set(procedure, { draft: isSame ? draft : form, news: {} });
}

/** The prompt box's content. */
export const useSpoken = (procedure: Spoken): SpokenDraft => useStore(said, (all) => all[procedure].draft);
