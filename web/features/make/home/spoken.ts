import type { Style } from '@src/engine/options.shared';
import type { Aspect, VideoSeconds } from '@src/engine/sizes.shared';
import type { Draft } from '@/features/make/create/draft/draft';
import { createStore, useStore } from '@/lib/store';

/** The two things that a sentence on the home page can become. */
export type Spoken = 'text2Image.create' | 'video.createVideoByText';

/** What the box on the home page says of a creation. Its whole form is fetched after the page can be read (`spoken-form.ts`). */
export interface SpokenDraft extends Pick<Draft, 'prompt' | 'model'> {
  readonly style: Style;
  readonly aspect: Aspect;
  readonly seconds: VideoSeconds;
}

const FIELDS = ['prompt', 'style', 'aspect', 'seconds', 'model'] as const satisfies readonly (keyof SpokenDraft)[];

/** As it stands, and what of it the creation's form does not know yet. */
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

/** Says something of what is to be made. */
export function say(change: Partial<SpokenDraft>, procedure: Spoken): void {
  const { draft, news } = current(procedure);
  set(procedure, { draft: { ...draft, ...change }, news: { ...news, ...change } });
}

/** What has been said that the creation's form does not know yet. */
export const newsOf = (procedure: Spoken): Partial<SpokenDraft> => current(procedure).news;

/** The box says what the creation's form does. */
export function agree(procedure: Spoken, form: SpokenDraft): void {
  const { draft, news } = current(procedure);
  const isSame = FIELDS.every((field) => draft[field] === form[field]);
  if (!isSame || Object.keys(news).length > 0) set(procedure, { draft: isSame ? draft : form, news: {} });
}

/** What the box says of a creation. */
export const useSpoken = (procedure: Spoken): SpokenDraft => useStore(said, (all) => all[procedure].draft);
