import type { ReviewReason } from '../../../kernel/review.shared.js';
import type { MailLanguage } from '../mails/words.js';

/** Sentences of emails about moderators' decisions, in one language. Names in braces are placeholders. */
export interface DecisionWords {
  readonly subject: { readonly decided: string; readonly reported: string; readonly appealed: string };
  readonly reasons: Readonly<Record<ReviewReason, string>>;
  readonly removed: { readonly image: string; readonly video: string };
  readonly restricted: string;
  readonly banned: string;
  readonly mayAppeal: string;
  readonly reported: {
    readonly work: { readonly acted: string; readonly kept: string };
    readonly author: { readonly acted: string; readonly kept: string };
  };
  readonly granted: Readonly<Record<'remove' | 'restrict' | 'ban' | 'text', string>>;
  readonly denied: Readonly<Record<'remove' | 'restrict' | 'ban' | 'text', string>>;
  readonly action: { readonly decisions: string; readonly notifications: string };
  readonly turnOff: string;
}

const en: DecisionWords = {
  subject: {
    decided: 'A moderator’s decision on Kinora',
    reported: 'Your report on Kinora',
    appealed: 'Your appeal on Kinora',
  },
  reasons: {
    sensitive: 'Reason: it contains sexual, violent or hateful content.',
    likeness: 'Reason: it shows a real person without their consent.',
    rights: 'Reason: it uses someone else’s property.',
    misleading: 'Reason: it looks real and may mislead people.',
    spam: 'Reason: it is advertising or spam.',
    other: 'Reason: it doesn’t belong on Kinora.',
  },
  removed: {
    image: 'A moderator removed your image from public view.',
    video: 'A moderator removed your video from public view.',
  },
  restricted: 'You can’t publish until {date}.',
  banned: 'Your account may no longer publish, and others can’t see your posts.',
  mayAppeal: 'You can appeal once. An appeal costs nothing.',
  reported: {
    work: {
      acted: 'Thanks for your report. A moderator has acted on the post.',
      kept: 'Thanks for your report. A moderator looked at the post, and it may stay.',
    },
    author: {
      acted: 'Thanks for your report. A moderator has acted on the author.',
      kept: 'Thanks for your report. A moderator looked at it and took no action.',
    },
  },
  granted: {
    remove: 'Your appeal was granted. The removal was lifted.',
    restrict: 'Your appeal was granted. You can publish again.',
    ban: 'Your appeal was granted. You can publish again, and your posts are public again.',
    text: 'Your appeal against refusal {refusal} was granted. You can use the text now.',
  },
  denied: {
    remove: 'Your appeal was refused. Your post stays removed.',
    restrict: 'Your appeal was refused. The restriction stays.',
    ban: 'Your appeal was refused. The ban stays.',
    text: 'Your appeal against refusal {refusal} was refused. The text stays refused.',
  },
  action: { decisions: 'View the decisions', notifications: 'View your notifications' },
  turnOff: 'Turn off these emails',
};

const de: DecisionWords = {
  subject: {
    decided: 'Eine Entscheidung der Moderation bei Kinora',
    reported: 'Deine Meldung bei Kinora',
    appealed: 'Dein Einspruch bei Kinora',
  },
  reasons: {
    sensitive: 'Grund: sexuelle, gewalttätige oder hasserfüllte Inhalte.',
    likeness: 'Grund: eine echte Person ist ohne ihre Zustimmung zu sehen.',
    rights: 'Grund: fremdes Eigentum wurde verwendet.',
    misleading: 'Grund: der Beitrag wirkt echt und kann täuschen.',
    spam: 'Grund: Werbung oder Spam.',
    other: 'Grund: der Beitrag gehört nicht zu Kinora.',
  },
  removed: {
    image: 'Die Moderation hat dein Bild aus der Öffentlichkeit entfernt.',
    video: 'Die Moderation hat dein Video aus der Öffentlichkeit entfernt.',
  },
  restricted: 'Bis {date} kannst du nichts veröffentlichen.',
  banned: 'Mit deinem Konto kannst du nichts mehr veröffentlichen, und andere sehen deine Beiträge nicht.',
  mayAppeal: 'Du kannst einmal Einspruch erheben. Das kostet nichts.',
  reported: {
    work: {
      acted: 'Danke für deine Meldung. Die Moderation ist gegen den Beitrag vorgegangen.',
      kept: 'Danke für deine Meldung. Die Moderation hat den Beitrag geprüft, er darf bleiben.',
    },
    author: {
      acted: 'Danke für deine Meldung. Die Moderation hat Maßnahmen ergriffen.',
      kept: 'Danke für deine Meldung. Die Moderation hat sie geprüft und nichts unternommen.',
    },
  },
  granted: {
    remove: 'Deinem Einspruch wurde stattgegeben. Die Entfernung wurde aufgehoben.',
    restrict: 'Deinem Einspruch wurde stattgegeben. Du kannst wieder veröffentlichen.',
    ban: 'Deinem Einspruch wurde stattgegeben. Du kannst wieder veröffentlichen, und deine Beiträge sind wieder öffentlich.',
    text: 'Deinem Einspruch gegen die Ablehnung {refusal} wurde stattgegeben. Du kannst den Text jetzt verwenden.',
  },
  denied: {
    remove: 'Dein Einspruch wurde abgelehnt. Dein Beitrag bleibt entfernt.',
    restrict: 'Dein Einspruch wurde abgelehnt. Die Einschränkung bleibt.',
    ban: 'Dein Einspruch wurde abgelehnt. Die Sperre bleibt.',
    text: 'Dein Einspruch gegen die Ablehnung {refusal} wurde abgelehnt. Der Text bleibt abgelehnt.',
  },
  action: { decisions: 'Entscheidungen ansehen', notifications: 'Benachrichtigungen ansehen' },
  turnOff: 'Diese E-Mails abschalten',
};

const ar: DecisionWords = {
  subject: { decided: 'قرار من الإشراف في Kinora', reported: 'بلاغك في Kinora', appealed: 'اعتراضك في Kinora' },
  reasons: {
    sensitive: 'السبب: محتوى جنسي أو عنيف أو يحض على الكراهية.',
    likeness: 'السبب: يظهر شخص حقيقي دون موافقته.',
    rights: 'السبب: استخدام ما هو ملك للغير.',
    misleading: 'السبب: يبدو حقيقيًا وقد يضلل الناس.',
    spam: 'السبب: إعلان أو محتوى مزعج.',
    other: 'السبب: لا يناسب Kinora.',
  },
  removed: { image: 'أزال مشرف صورتك من العرض العام.', video: 'أزال مشرف الفيديو الخاص بك من العرض العام.' },
  restricted: 'لا يمكنك النشر حتى {date}.',
  banned: 'لم يعد بإمكان حسابك النشر، ولا يرى الآخرون منشوراتك.',
  mayAppeal: 'يمكنك الاعتراض مرة واحدة دون أي تكلفة.',
  reported: {
    work: {
      acted: 'شكرًا على بلاغك. اتخذ أحد المشرفين إجراءً بشأن المنشور.',
      kept: 'شكرًا على بلاغك. راجع أحد المشرفين المنشور، ويمكن أن يبقى.',
    },
    author: {
      acted: 'شكرًا على بلاغك. اتخذ أحد المشرفين إجراءً بشأن الناشر.',
      kept: 'شكرًا على بلاغك. راجعه أحد المشرفين ولم يتخذ أي إجراء.',
    },
  },
  granted: {
    remove: 'قُبل اعتراضك. أُلغي حذف منشورك.',
    restrict: 'قُبل اعتراضك. يمكنك النشر من جديد.',
    ban: 'قُبل اعتراضك. يمكنك النشر من جديد، وعادت منشوراتك متاحة للجميع.',
    text: 'قُبل اعتراضك على الرفض {refusal}. يمكنك استخدام النص الآن.',
  },
  denied: {
    remove: 'رُفض اعتراضك. يبقى منشورك محذوفًا.',
    restrict: 'رُفض اعتراضك. يبقى التقييد ساريًا.',
    ban: 'رُفض اعتراضك. يبقى الحظر ساريًا.',
    text: 'رُفض اعتراضك على الرفض {refusal}. يبقى النص مرفوضًا.',
  },
  action: { decisions: 'عرض القرارات', notifications: 'عرض الإشعارات' },
  turnOff: 'إيقاف هذه الرسائل',
};

/** Sentences by language. */
export const DECISION_WORDS: Readonly<Record<MailLanguage, DecisionWords>> = { en, de, ar };
