import { describe, expect, it } from '@jest/globals';
import type { NoticeContent } from '../../notices/notices.shared.js';
import { composeLetter } from '../mails/compose.js';
import { MAIL_LANGUAGES } from '../mails/words.js';
import { isDecision, writtenDecision } from './compose.js';

const DECISIONS: readonly NoticeContent[] = [
  { kind: 'work-removed', taskId: 't', media: 'image', reason: 'spam' },
  { kind: 'work-removed', taskId: 't', media: 'video', reason: 'likeness' },
  { kind: 'report-handled', about: 'work', acted: true },
  { kind: 'report-handled', about: 'author', acted: false },
  { kind: 'publishing-restricted', until: Date.UTC(2026, 11, 24), reason: 'rights' },
  { kind: 'publishing-banned', reason: 'other' },
  { kind: 'appeal-answered', about: 'ban', granted: true },
  { kind: 'appeal-answered', about: 'remove', granted: true },
  { kind: 'appeal-answered', about: 'restrict', granted: false },
  { kind: 'refusal-answered', refusalId: 'R-0000-0000-0000', granted: false },
];

/** The email in a language. @throws Error for a notification without one */
function letterOf(content: NoticeContent, language: (typeof MAIL_LANGUAGES)[number]) {
  if (!isDecision(content)) throw new Error('not a decision');
  const { words, more, path } = writtenDecision(content)[language];
  const link = (to: string): string => `https://kinora.example${to}`;
  return composeLetter({
    words,
    language,
    link: link(path),
    more: more.map((one) => ({ label: one.label, link: link(one.path) })),
  });
}

describe('an email about a decision', () => {
  it.each(MAIL_LANGUAGES)('is complete in %s, differs for each decision, and says where to turn it off', (language) => {
    const texts = DECISIONS.map((content) => letterOf(content, language).text);
    expect(new Set(texts).size).toBe(DECISIONS.length);
    for (const text of texts) {
      expect(text).not.toMatch(/[{}]|undefined/);
      expect(text).toContain('https://kinora.example/profile');
    }
  });

  it('gives the reason, the end and the way to appeal', () => {
    const { text } = letterOf({ kind: 'publishing-restricted', until: Date.UTC(2026, 11, 24), reason: 'rights' }, 'en');
    expect(text).toContain('You can’t publish until December 24, 2026.');
    expect(text).toContain('Reason: it uses someone else’s property.');
    expect(text).toContain('https://kinora.example/account/decisions');
  });

  it('names the refusal that an appeal was about, and nobody', () => {
    const { text } = letterOf({ kind: 'refusal-answered', refusalId: 'R-7K3M-9QXA-0B2C', granted: true }, 'de');
    expect(text).toContain('Ablehnung R-7K3M-9QXA-0B2C');
  });

  it('says that a removal was lifted, and not that the post is public: its owner may have withdrawn it', () => {
    const { text } = letterOf({ kind: 'appeal-answered', about: 'remove', granted: true }, 'en');
    expect(text).toContain('The removal was lifted.');
    expect(text).not.toContain('public');
  });

  it('is for decisions only', () => {
    expect(isDecision({ kind: 'account-restored' })).toBe(false);
    expect(isDecision({ kind: 'work-rejected', taskId: 't', media: 'image', reason: 'spam' })).toBe(false);
  });
});
