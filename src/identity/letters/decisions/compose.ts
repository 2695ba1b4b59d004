import type { NoticeContent } from '../../notices/notices.shared.js';
import type { WrittenLetter } from '../mails/send.command.js';
import type { MailLanguage } from '../mails/words.js';
import { DECISION_WORDS, type DecisionWords } from './words.js';

/** Notifications about moderators' decisions: on posts, reports, restrictions and appeals. */
type DecisionContent = Extract<
  NoticeContent,
  {
    readonly kind:
      | 'work-removed'
      | 'report-handled'
      | 'publishing-restricted'
      | 'publishing-banned'
      | 'appeal-answered'
      | 'refusal-answered';
  }
>;

const KINDS: ReadonlySet<string> = new Set<DecisionContent['kind']>([
  'work-removed',
  'report-handled',
  'publishing-restricted',
  'publishing-banned',
  'appeal-answered',
  'refusal-answered',
]);

/** Whether a notification is about a decision, and is sent as an email, too. */
export const isDecision = (content: NoticeContent): content is DecisionContent => KINDS.has(content.kind);

/** The email about a decision, in every language of emails. */
export const writtenDecision = (content: DecisionContent): Readonly<Record<MailLanguage, WrittenLetter>> => ({
  en: written(content, 'en'),
  de: written(content, 'de'),
  ar: written(content, 'ar'),
});

function written(content: DecisionContent, language: MailLanguage): WrittenLetter {
  const words = DECISION_WORDS[language];
  const [about, before] = paragraphs(content, words, language);
  return {
    words: {
      subject: words.subject[about],
      heading: words.subject[about],
      before,
      action: about === 'reported' ? words.action.notifications : words.action.decisions,
      after: [],
    },
    path: about === 'reported' ? '/notifications' : '/account/decisions',
    more: [{ label: words.turnOff, path: '/profile' }],
  };
}

function paragraphs(
  content: DecisionContent,
  words: DecisionWords,
  language: MailLanguage,
): readonly [keyof DecisionWords['subject'], readonly string[]] {
  switch (content.kind) {
    case 'work-removed':
      return ['decided', [words.removed[content.media], words.reasons[content.reason], words.mayAppeal]];
    case 'publishing-restricted': {
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(content.until);
      return ['decided', [words.restricted.replace('{date}', date), words.reasons[content.reason], words.mayAppeal]];
    }
    case 'publishing-banned':
      return ['decided', [words.banned, words.reasons[content.reason], words.mayAppeal]];
    case 'report-handled':
      return ['reported', [words.reported[content.about][content.acted ? 'acted' : 'kept']]];
    case 'appeal-answered':
      return ['appealed', [words[content.granted ? 'granted' : 'denied'][content.about]]];
    case 'refusal-answered':
      return ['appealed', [words[content.granted ? 'granted' : 'denied'].text.replace('{refusal}', content.refusalId)]];
    default:
      return content satisfies never;
  }
}
