import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Contacts } from '../contact/contacts.js';
import type { Notices } from '../notices/notices.js';

const iso = (at: number): string => new Date(at).toISOString();

/** Export part with the user's messages to the operator, their answers, and the user's notifications. */
export function correspondencePart({
  contacts,
  notices,
}: {
  readonly contacts: Pick<Contacts, 'of'>;
  readonly notices: Pick<Notices, 'of'>;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    for await (const { id, at, state, name, email, topic, message, creationId, rating, answers } of contacts.of(
      userId,
    )) {
      yield jsonFile(`messages/${iso(at).slice(0, 10)}-${id}.json`, at, {
        written: iso(at),
        state,
        name,
        email,
        topic,
        message,
        creation: creationId ?? null,
        rating: rating ?? null,
        answers: answers.map((answer) => ({ answered: iso(answer.at), text: answer.text })),
      });
    }
    const received = await notices.of(userId);
    const last = received.at(-1);
    if (last !== undefined)
      yield jsonFile(
        'notices.json',
        last.at,
        received.map(({ at, unread, content }) => ({ at: iso(at), read: !unread, ...content })),
      );
  }
  return { name: 'correspondence', files };
}
