import { describe, expect, test } from '@jest/globals';
import { content, type Content } from '@src/catalog/entries/content.shared';
import { ENTRY_KINDS, entryId, type EntryKind } from '@src/catalog/entries/kinds.shared';
import { cleaned, emptyContent, emptyField, isEdited, localTime, timeIn } from './content-draft';

const words = { en: ' Winter ', de: ' ', ar: 'شتاء' };
const CLEAN = { en: 'Winter', ar: 'شتاء' };

describe('the form of an entry', () => {
  test.each<EntryKind>([...ENTRY_KINDS])('begins with content of its kind: %s', (kind) => {
    const empty = emptyContent(kind, 'gallery-lead');
    expect(empty.kind).toBe(kind);
    const isComplete = emptyField(empty) === undefined;
    expect(content.safeParse(cleaned(empty)).success).toBe(isComplete);
  });

  test.each<[Content, Content]>([
    [
      { kind: 'tag', title: words },
      { kind: 'tag', title: CLEAN },
    ],
    [
      { kind: 'category', title: words, text: { en: ' ' } },
      { kind: 'category', title: CLEAN },
    ],
    [
      { kind: 'announcement', form: 'popup', title: words, text: words, href: '' },
      { kind: 'announcement', form: 'popup', title: CLEAN, text: CLEAN },
    ],
    [
      { kind: 'config', value: { type: 'words', words } },
      { kind: 'config', value: { type: 'words', words: CLEAN } },
    ],
  ])('sends no empty field', (typed, sent) => {
    expect(cleaned(typed)).toEqual(sent);
    expect(content.parse(sent)).toEqual(sent);
  });

  test('reads back the times that it shows, to the minute', () => {
    const at = new Date(2026, 10, 5, 9, 7).getTime();
    expect(timeIn(localTime(at))).toBe(at);
    expect([localTime(undefined), timeIn('')]).toEqual(['', undefined]);
  });

  test('keeps a year of the first century, which is there while a year is typed', () => {
    const typed = '0002-11-05T09:07';
    expect(localTime(timeIn(typed))).toBe(typed);
  });

  test.each<Content>([
    { kind: 'category', title: CLEAN, text: { en: ' ', de: 'Kalte Effekte' } },
    { kind: 'special-topic', title: CLEAN, text: { en: '', ar: 'شتاء' }, entries: [entryId('effect', 'look-ink')] },
    { kind: 'announcement', form: 'bar', title: CLEAN, text: { en: '', de: 'Neu' } },
  ])('asks for the English of a text that another language has: $kind', (typed) => {
    expect(emptyField(typed)).toBe('text');
    const { text: _none, ...stored } = typed as Extract<Content, { readonly text?: unknown }>; // each has a text
    expect(isEdited(typed, stored)).toBe(true);
    expect(emptyField({ ...stored, text: { en: ' ', de: ' ' } })).toBeUndefined();
  });

  test('is edited only if something else would be sent, in whatever order the fields were filled in', () => {
    const stored: Content = { kind: 'announcement', form: 'bar', title: CLEAN, text: CLEAN, href: '/pricing', from: 1 };
    const typed: Content = { from: 1, href: '/pricing', text: words, title: words, kind: 'announcement', form: 'bar' };
    expect(isEdited(typed, stored)).toBe(false);
    expect(isEdited({ ...typed, form: 'popup' }, stored)).toBe(true);
    expect(isEdited({ ...typed, href: '' }, stored)).toBe(true);
  });
});
