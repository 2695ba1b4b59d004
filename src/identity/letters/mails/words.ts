/** Languages that letters are written in; others are written to in English. */
export const MAIL_LANGUAGES = ['en', 'de', 'ar'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/**
 * One letter's words. `{code}` stands for the code. Nothing that a stranger has typed goes into a letter to anybody but the operator,
 * so that nobody can write to others through it.
 */
export interface LetterWords {
  readonly subject: string;
  readonly heading: string;
  /** Paragraphs before the code and the button. */
  readonly before: readonly string[];
  /** On the button, and before the address in plain text. */
  readonly action: string;
  /** Paragraphs after it. */
  readonly after: readonly string[];
}

/**
 * `verify`: whoever signed up. `known`: the address has an account already. `reset`: a forgotten password. `changed`: it was changed.
 * `deleted`: an account was deleted. `export`: somebody's data can be fetched. `contactReceived`: a message has arrived. `contactNew`: the
 * same, to the operator. `contactAnswer`: the operator answers.
 */
export type LetterKind = 'verify' | 'known' | 'reset' | 'changed' | 'deleted' | 'export' | 'contactReceived' | 'contactNew' | 'contactAnswer';

const en: Record<LetterKind, LetterWords> = {
  verify: {
    subject: '{code} is your Kinora code',
    heading: 'Confirm your email address',
    before: ['Enter this code where you signed up. It is valid for 15 minutes.'],
    action: 'Or confirm with this link, valid for one day',
    after: ['If you did not sign up for Kinora, ignore this email. No account is created without the code or the link.'],
  },
  known: {
    subject: 'You already have a Kinora account',
    heading: 'You already have an account',
    before: ['Someone, probably you, tried to sign up for Kinora with this email address. It already has an account, so nothing was changed.'],
    action: 'Sign in',
    after: ['If you forgot your password, you can reset it on the sign-in page. If it was not you, ignore this email.'],
  },
  reset: {
    subject: 'Reset your Kinora password',
    heading: 'Choose a new password',
    before: ['You asked to reset your password. The link is valid for one hour and works once.'],
    action: 'Choose a new password',
    after: ['This signs you out on all devices. If you did not ask for it, ignore this email. Your password stays the same.'],
  },
  changed: {
    subject: 'Your Kinora password was changed',
    heading: 'Your password was changed',
    before: ['Your password was changed and your other devices were signed out.'],
    action: 'This was not me: reset my password',
    after: ['If it was you, you do not need to do anything.'],
  },
  deleted: {
    subject: 'Your Kinora account was deleted',
    heading: 'Your account was deleted',
    before: ['Your account is no longer visible to anyone, and all devices were signed out. It will be permanently deleted after 30 days.'],
    action: 'Restore it: sign in within 30 days',
    after: ['If it was not you, sign in, restore the account and change your password.'],
  },
  export: {
    subject: 'Your Kinora data is ready',
    heading: 'Your data is ready',
    before: ['Your export is one file with your creations, credit statement and profile. You can download it for seven days while signed in.'],
    action: 'Download',
    after: ['If you did not request it, change your password.'],
  },
  contactReceived: {
    subject: 'We received your message',
    heading: 'Thanks for your message',
    before: ['We received your message. A member of our team will read it and reply to this address.'],
    action: 'Send another message',
    after: ['If you did not write to Kinora, someone mistyped an address. You do not need to do anything.'],
  },
  contactNew: {
    subject: 'New message',
    heading: 'Someone sent a message',
    before: ['A new message was sent through the contact form.'],
    action: 'Read and reply',
    after: ['Please reply there. This email was sent automatically.'],
  },
  contactAnswer: {
    subject: 'Reply to your message',
    heading: 'Our reply',
    before: ['You wrote to Kinora. Here is our reply.'],
    action: 'Send another message',
    after: ['Please use the form to continue. Replies to this email are not read.'],
  },
};

const de: Record<LetterKind, LetterWords> = {
  verify: {
    subject: '{code} ist dein Kinora-Code',
    heading: 'Bestätige deine Adresse',
    before: ['Gib diesen Code dort ein, wo du dich registriert hast. Er gilt 15 Minuten.'],
    action: 'Oder bestätige mit diesem Link, er gilt einen Tag',
    after: ['Wenn du dich nicht bei Kinora registriert hast, musst du nichts tun: Ohne Code oder Link entsteht kein Konto.'],
  },
  known: {
    subject: 'Du hast bereits ein Kinora-Konto',
    heading: 'Du hast bereits ein Konto',
    before: ['Jemand, vermutlich du, wollte sich mit dieser Adresse bei Kinora registrieren. Sie hat schon ein Konto, darum wurde nichts geändert.'],
    action: 'Anmelden',
    after: ['Wenn du dein Passwort vergessen hast, hilft dir die Anmeldeseite zu einem neuen. Wenn du es nicht warst, musst du nichts tun.'],
  },
  reset: {
    subject: 'Ein neues Passwort für Kinora',
    heading: 'Wähle ein neues Passwort',
    before: ['Du hast um ein neues Passwort gebeten. Der Link gilt eine Stunde und nur einmal.'],
    action: 'Neues Passwort wählen',
    after: ['Alle angemeldeten Geräte werden abgemeldet. Wenn du nicht darum gebeten hast, musst du nichts tun: Dein Passwort bleibt, wie es ist.'],
  },
  changed: {
    subject: 'Dein Kinora-Passwort wurde geändert',
    heading: 'Dein Passwort wurde geändert',
    before: ['Das Passwort deines Kontos wurde geändert, und andere Geräte wurden abgemeldet.'],
    action: 'Ich war das nicht: neues Passwort wählen',
    after: ['Wenn du es warst, gibt es nichts zu tun.'],
  },
  deleted: {
    subject: 'Dein Kinora-Konto wurde gelöscht',
    heading: 'Dein Konto wurde gelöscht',
    before: ['Dein Konto ist für niemanden mehr sichtbar, und alle Geräte wurden abgemeldet. Nach 30 Tagen wird es endgültig entfernt.'],
    action: 'Zurückholen: innerhalb von 30 Tagen anmelden',
    after: ['Wenn du es nicht warst, melde dich an, hole das Konto zurück und wähle ein anderes Passwort.'],
  },
  export: {
    subject: 'Deine Kinora-Daten sind bereit',
    heading: 'Deine Daten sind bereit',
    before: ['Was du angefordert hast, ist eine Datei: was du erstellt hast, dein Kontoauszug der Credits und dein Profil. Du kannst sie sieben Tage lang herunterladen, solange du angemeldet bist.'],
    action: 'Herunterladen',
    after: ['Wenn du sie nicht angefordert hast, wähle ein anderes Passwort.'],
  },
  contactReceived: {
    subject: 'Deine Nachricht ist angekommen',
    heading: 'Danke für deine Nachricht',
    before: ['Deine Nachricht ist bei uns. Ein Mensch liest sie und antwortet an diese Adresse.'],
    action: 'Noch einmal schreiben',
    after: ['Wenn du Kinora nicht geschrieben hast, hat sich jemand bei der Adresse vertippt. Du musst nichts tun.'],
  },
  contactNew: {
    subject: 'Eine neue Nachricht',
    heading: 'Jemand hat dir geschrieben',
    before: ['Über das Kontaktformular ist eine Nachricht gekommen.'],
    action: 'Lesen und beantworten',
    after: ['Bitte antworte dort. Diese E-Mail wurde automatisch verschickt.'],
  },
  contactAnswer: {
    subject: 'Eine Antwort auf deine Nachricht',
    heading: 'Hier ist unsere Antwort',
    before: ['Du hast Kinora geschrieben. Hier ist unsere Antwort.'],
    action: 'Noch einmal schreiben',
    after: ['Bitte schreib über das Formular weiter. Antworten auf diese E-Mail werden nicht gelesen.'],
  },
};

const ar: Record<LetterKind, LetterWords> = {
  verify: {
    subject: '{code} هو رمزك في Kinora',
    heading: 'أكِّد عنوان بريدك',
    before: ['اكتب هذا الرمز في الصفحة التي سجّلت منها. الرمز صالح لمدة 15 دقيقة.'],
    action: 'أو أكِّد عبر هذا الرابط، وهو صالح ليوم واحد',
    after: ['إن لم تكن قد سجّلت في Kinora فلا تفعل شيئًا: لن يُنشأ حساب دون الرمز أو الرابط.'],
  },
  known: {
    subject: 'لديك حساب في Kinora بالفعل',
    heading: 'لديك حساب بالفعل',
    before: ['أراد أحدهم، وعلى الأرجح أنت، التسجيل في Kinora بهذا العنوان. لهذا العنوان حساب بالفعل، ولذلك لم يتغيّر شيء.'],
    action: 'تسجيل الدخول',
    after: ['إن نسيت كلمة المرور فستساعدك صفحة تسجيل الدخول على اختيار كلمة جديدة. وإن لم تكن أنت فلا تفعل شيئًا.'],
  },
  reset: {
    subject: 'كلمة مرور جديدة لحسابك في Kinora',
    heading: 'اختر كلمة مرور جديدة',
    before: ['طلبتَ كلمة مرور جديدة. الرابط صالح لمدة ساعة ولمرة واحدة.'],
    action: 'اختيار كلمة مرور جديدة',
    after: ['سيُسجَّل الخروج من كل الأجهزة. وإن لم تطلب ذلك فلا تفعل شيئًا: ستبقى كلمة مرورك كما هي.'],
  },
  changed: {
    subject: 'تغيّرت كلمة مرورك في Kinora',
    heading: 'تغيّرت كلمة مرورك',
    before: ['تغيّرت كلمة مرور حسابك، وسُجِّل الخروج من الأجهزة الأخرى.'],
    action: 'لم أكن أنا: اختيار كلمة مرور جديدة',
    after: ['إن كنت أنت من غيّرها فليس عليك فعل شيء.'],
  },
  deleted: {
    subject: 'حُذف حسابك في Kinora',
    heading: 'حُذف حسابك',
    before: ['لم يعد أحد يرى منه شيئًا، وسُجِّل الخروج من كل الأجهزة. بعد 30 يومًا يُمحى نهائيًا.'],
    action: 'لاستعادته: سجّل الدخول خلال 30 يومًا',
    after: ['إن لم تكن أنت من حذفه فسجّل الدخول واستعد الحساب واختر كلمة مرور أخرى.'],
  },
  export: {
    subject: 'بياناتك في Kinora جاهزة',
    heading: 'بياناتك جاهزة',
    before: ['ما طلبته ملف واحد يضم أعمالك وكشف رصيدك وملفك الشخصي. يمكنك تنزيله لمدة سبعة أيام ما دمت مسجّل الدخول.'],
    action: 'تنزيل الملف',
    after: ['إن لم تكن أنت من طلبه فاختر كلمة مرور أخرى.'],
  },
  contactReceived: {
    subject: 'وصلتنا رسالتك',
    heading: 'شكرًا لأنك كتبت إلينا',
    before: ['وصلتنا رسالتك. سيقرؤها شخص ويجيبك على هذا العنوان.'],
    action: 'الكتابة مرة أخرى',
    after: ['إن لم تكن قد كتبت إلى Kinora فقد أخطأ أحدهم في كتابة عنوان. ليس عليك فعل شيء.'],
  },
  contactNew: {
    subject: 'رسالة جديدة',
    heading: 'كتب أحدهم إلينا',
    before: ['وصلت رسالة عبر نموذج التواصل.'],
    action: 'قراءتها والرد عليها',
    after: ['أجب من هناك لا على هذا البريد: فهو مُرسَل آليًا.'],
  },
  contactAnswer: {
    subject: 'رد على رسالتك',
    heading: 'هذا ردّنا',
    before: ['كتبتَ إلى Kinora، وهذا ما نقوله.'],
    action: 'الكتابة مرة أخرى',
    after: ['لمتابعة المراسلة استخدم النموذج من فضلك: فالرسائل إلى هذا العنوان لا تُقرأ.'],
  },
};

export const LETTER_WORDS: Record<MailLanguage, Record<LetterKind, LetterWords>> = { en, de, ar };

/** The language that a letter is written in. @param wanted the interface language, e.g. `de` or `de-AT` */
export function mailLanguage(wanted: string): MailLanguage {
  const [primary] = wanted.toLowerCase().split('-');
  return MAIL_LANGUAGES.find((one) => one === primary) ?? 'en';
}
