import { changeDraft, formOf } from '@/features/make/create/draft-store';
import { handOver } from '@/features/make/create/kept-press';
import { whenOnline } from '@/lib/press/network';
import { agree, newsOf, type Spoken } from './spoken';

/** Puts what the box says on the desk of its creation; where it has said nothing, it says what stands there. */
export function putDown(procedure: Spoken): void {
  const news = newsOf(procedure);
  if (Object.keys(news).length > 0) changeDraft(news, procedure);
  const { prompt, style, aspect, seconds, model } = formOf(procedure).draft;
  agree(procedure, { prompt, style, aspect, seconds, model });
}

/**
 * The same, and the page that makes it carries the press out. Comes once there is a network: without one that page could not be opened.
 * @param said whole credits that stood on the button
 */
export function press(procedure: Spoken, said: number | undefined): Promise<void> {
  putDown(procedure);
  handOver(procedure, { procedure, draft: formOf(procedure).draft, given: {} }, said);
  return whenOnline();
}
