import { hashKey } from '@tanstack/react-query';
import type { Content, Words } from '@src/catalog/entries/content.shared';
import { SETTINGS, type EntryKind } from '@src/catalog/entries/kinds.shared';

const NO_WORDS: Words = { en: '' };

/** The content with which the form of a new entry begins. @param key decides the type of a setting */
export function emptyContent(kind: EntryKind, key: string): Content {
  switch (kind) {
    case 'effect':
    case 'template':
      return { kind, tags: [] };
    case 'category':
    case 'tag':
      return { kind, title: NO_WORDS };
    case 'position':
      return { kind, slots: [] };
    case 'special-topic':
      return { kind, title: NO_WORDS, entries: [] };
    case 'announcement':
      return { kind, form: 'bar', title: NO_WORDS };
    case 'config': {
      const type = Object.entries(SETTINGS).find(([setting]) => setting === key)?.[1];
      return { kind, value: type === 'words' ? { type, words: NO_WORDS } : { type: 'switch', on: false } };
    }
    default:
      return kind satisfies never;
  }
}

const trimmed = ({ en, de = '', ar = '' }: Words): Words => ({
  en: en.trim(),
  ...(de.trim() === '' ? {} : { de: de.trim() }),
  ...(ar.trim() === '' ? {} : { ar: ar.trim() }),
});

const isBlank = ({ en, de = '', ar = '' }: Words): boolean => `${en}${de}${ar}`.trim() === '';

/** Content without the optional fields that were left empty, as it is sent. */
export function cleaned(content: Content): Content {
  switch (content.kind) {
    case 'effect':
    case 'template':
    case 'position':
      return content;
    case 'tag':
      return { ...content, title: trimmed(content.title) };
    case 'category':
    case 'special-topic':
    case 'announcement': {
      const { text, ...rest } = content;
      const clean = {
        ...rest,
        title: trimmed(rest.title),
        ...(text === undefined || isBlank(text) ? {} : { text: trimmed(text) }),
      };
      if (clean.kind !== 'announcement' || clean.href !== '') return clean;
      const { href: _empty, ...announcement } = clean;
      return announcement;
    }
    case 'config':
      return content.value.type === 'words'
        ? { ...content, value: { type: 'words', words: trimmed(content.value.words) } }
        : content;
    default:
      return content satisfies never;
  }
}

/** A required field that is empty; undefined if there is none. */
export type EmptyField = 'title' | 'text' | 'value' | 'entries' | undefined;

/** The required field that is empty, as the English of a translated text is; undefined if content may be sent. */
export function emptyField(content: Content): EmptyField {
  if ('title' in content && content.title.en.trim() === '') return 'title';
  if ('text' in content && content.text?.en.trim() === '' && !isBlank(content.text)) return 'text';
  if (content.kind === 'special-topic' && content.entries.length === 0) return 'entries';
  return content.kind === 'config' && content.value.type === 'words' && content.value.words.en.trim() === ''
    ? 'value'
    : undefined;
}

/** Whether the form has something else than the stored draft. */
export const isEdited = (content: Content, draft: Content): boolean =>
  hashKey([cleaned(content)]) !== hashKey([cleaned(draft)]);

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** A time as the value of a `datetime-local` field, in the browser's zone. */
export function localTime(at: number | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The time in a `datetime-local` field; undefined if it is empty. */
export function timeIn(value: string): number | undefined {
  const at = new Date(value).getTime();
  return Number.isNaN(at) ? undefined : at;
}
