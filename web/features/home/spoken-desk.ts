import { changeDraft, deskOf } from '@/features/create/draft-store';
import { handOff } from '@/features/create/hand-off';
import { agree, newsOf, type Spoken } from './spoken';

/** Puts what the box says on the desk of its creation; where it has said nothing, it says what stands there. */
export function putDown(procedure: Spoken): void {
  const news = newsOf(procedure);
  if (Object.keys(news).length > 0) changeDraft(news, procedure);
  const { prompt, style, aspect, seconds, model } = deskOf(procedure).draft;
  agree(procedure, { prompt, style, aspect, seconds, model });
}

/** The same, and it is made as soon as the page that makes it opens. */
export function press(procedure: Spoken): void {
  putDown(procedure);
  handOff({ procedure, draft: deskOf(procedure).draft, given: {} });
}
