import { matchLocale } from '../../../kernel/locales.shared.js';

/** Languages of emails; other interface languages get English. */
export const MAIL_LANGUAGES = ['en', 'de', 'ar'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/**
 * Text of one email. `{code}` is replaced with the code. Only emails to the operator contain text typed by strangers,
 * so that nobody can send their own text to others through the product.
 */
export interface LetterWords {
  readonly subject: string;
  readonly heading: string;
  /** Paragraphs before the code and the button. */
  readonly before: readonly string[];
  /** Label of the button; in plain text it precedes the URL. */
  readonly action: string;
  /** Paragraphs after the button. */
  readonly after: readonly string[];
}

/**
 * `verify`: confirms a sign-up. `known`: a sign-up for an address that already has an account. `reset`: a password
 * reset. `changed`: the password was changed. `deleted`: the account was deleted. `export`: a data export is ready.
 * `contactReceived`: confirms a message to the operator. `contactNew`: notifies the operator of it. `contactAnswer`:
 * the operator's answer.
 */
export type LetterKind =
  'verify' | 'known' | 'reset' | 'changed' | 'deleted' | 'export' | 'contactReceived' | 'contactNew' | 'contactAnswer';

const en: Record<LetterKind, LetterWords> = {
  verify: {
    subject: '{code} is your Kinora code',
    heading: 'Confirm your email address',
    before: ['Enter this code on the page where you signed up. It’s valid for 15 minutes.'],
    action: 'Or confirm with this link, valid for one day',
    after: [
      'If you didn’t sign up for Kinora, you can ignore this email. No account is created without the code or the link.',
    ],
  },
  known: {
    subject: 'You already have a Kinora account',
    heading: 'You already have an account',
    before: [
      'Someone, probably you, tried to sign up for Kinora with this email address. It already has an account, so nothing was changed.',
    ],
    action: 'Sign in',
    after: [
      'If you’ve forgotten your password, you can reset it on the sign-in page. If this wasn’t you, you can ignore this email.',
    ],
  },
  reset: {
    subject: 'Reset your Kinora password',
    heading: 'Choose a new password',
    before: ['You asked to reset your password. Use the link below: it’s valid for one hour and works once.'],
    action: 'Choose a new password',
    after: [
      'Setting a new password signs you out on all your devices. If you didn’t ask for this, you can ignore this email. Your password won’t change.',
    ],
  },
  changed: {
    subject: 'Your Kinora password was changed',
    heading: 'Your password was changed',
    before: ['Your password was changed and your other devices were signed out.'],
    action: 'This wasn’t me: reset my password',
    after: ['If this was you, there’s nothing you need to do.'],
  },
  deleted: {
    subject: 'Your Kinora account was deleted',
    heading: 'Your account was deleted',
    before: [
      'Your account is no longer visible to anyone, and all devices were signed out. It will be permanently deleted after 30 days.',
    ],
    action: 'Restore it: sign in within 30 days',
    after: ['If this wasn’t you, sign in, restore the account and change your password.'],
  },
  export: {
    subject: 'Your Kinora data is ready',
    heading: 'Your data is ready',
    before: [
      'Your export is one file with your creations, credit statement and profile. You can download it for seven days while signed in.',
    ],
    action: 'Download',
    after: ['If you didn’t request this, change your password.'],
  },
  contactReceived: {
    subject: 'We received your message',
    heading: 'Thanks for your message',
    before: ['We received your message. A member of our team will read it and reply to this address.'],
    action: 'Send another message',
    after: ['If you didn’t write to Kinora, someone probably mistyped their address. There’s nothing you need to do.'],
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
    after: ['To continue the conversation, please use the form. We don’t see replies to this email.'],
  },
};

const de: Record<LetterKind, LetterWords> = {
  verify: {
    subject: '{code} ist dein Kinora-Code',
    heading: 'Bestätige deine E-Mail-Adresse',
    before: ['Gib diesen Code dort ein, wo du dich registriert hast. Er gilt 15 Minuten.'],
    action: 'Oder bestätige mit diesem Link, er gilt einen Tag',
    after: [
      'Wenn du dich nicht bei Kinora registriert hast, ignoriere diese E-Mail. Ohne den Code oder den Link wird kein Konto erstellt.',
    ],
  },
  known: {
    subject: 'Du hast bereits ein Kinora-Konto',
    heading: 'Du hast bereits ein Konto',
    before: [
      'Jemand, vermutlich du, wollte sich mit dieser E-Mail-Adresse bei Kinora registrieren. Sie hat schon ein Konto, deshalb wurde nichts geändert.',
    ],
    action: 'Anmelden',
    after: [
      'Wenn du dein Passwort vergessen hast, kannst du es auf der Anmeldeseite zurücksetzen. Wenn du das nicht warst, ignoriere diese E-Mail.',
    ],
  },
  reset: {
    subject: 'Setz dein Kinora-Passwort zurück',
    heading: 'Wähle ein neues Passwort',
    before: [
      'Du möchtest dein Passwort zurücksetzen. Nutze dafür den Link unten: Er gilt eine Stunde und funktioniert einmal.',
    ],
    action: 'Neues Passwort wählen',
    after: [
      'Mit dem neuen Passwort wirst du auf allen Geräten abgemeldet. Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
    ],
  },
  changed: {
    subject: 'Dein Kinora-Passwort wurde geändert',
    heading: 'Dein Passwort wurde geändert',
    before: ['Dein Passwort wurde geändert, und deine anderen Geräte wurden abgemeldet.'],
    action: 'Das war ich nicht: Passwort zurücksetzen',
    after: ['Wenn du das warst, musst du nichts tun.'],
  },
  deleted: {
    subject: 'Dein Kinora-Konto wurde gelöscht',
    heading: 'Dein Konto wurde gelöscht',
    before: [
      'Dein Konto ist für niemanden mehr sichtbar, und alle Geräte wurden abgemeldet. Nach 30 Tagen wird es endgültig gelöscht.',
    ],
    action: 'Wiederherstellen: innerhalb von 30 Tagen anmelden',
    after: ['Wenn du das nicht warst, melde dich an, stell das Konto wieder her und ändere dein Passwort.'],
  },
  export: {
    subject: 'Deine Kinora-Daten sind bereit',
    heading: 'Deine Daten sind bereit',
    before: [
      'Dein Export ist eine Datei mit deinen Werken, deinem Credit-Auszug und deinem Profil. Du kannst sie sieben Tage lang herunterladen, solange du angemeldet bist.',
    ],
    action: 'Herunterladen',
    after: ['Wenn du ihn nicht angefordert hast, ändere dein Passwort.'],
  },
  contactReceived: {
    subject: 'Wir haben deine Nachricht erhalten',
    heading: 'Danke für deine Nachricht',
    before: ['Wir haben deine Nachricht erhalten. Jemand aus unserem Team liest sie und antwortet an diese Adresse.'],
    action: 'Noch einmal schreiben',
    after: ['Wenn du Kinora nicht geschrieben hast, hat sich jemand bei der Adresse vertippt. Du musst nichts tun.'],
  },
  contactNew: {
    subject: 'Neue Nachricht',
    heading: 'Jemand hat eine Nachricht geschickt',
    before: ['Über das Kontaktformular wurde eine neue Nachricht geschickt.'],
    action: 'Lesen und antworten',
    after: ['Bitte antworte dort. Diese E-Mail wurde automatisch verschickt.'],
  },
  contactAnswer: {
    subject: 'Antwort auf deine Nachricht',
    heading: 'Unsere Antwort',
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
    after: ['إن لم تكن قد سجّلت في Kinora فتجاهل هذه الرسالة. لا يُنشأ حساب بلا الرمز أو الرابط.'],
  },
  known: {
    subject: 'لديك حساب في Kinora بالفعل',
    heading: 'لديك حساب بالفعل',
    before: ['حاول أحدهم، وعلى الأرجح أنت، التسجيل في Kinora بعنوان البريد هذا. له حساب بالفعل، لذلك لم يتغيّر شيء.'],
    action: 'تسجيل الدخول',
    after: ['إن نسيت كلمة المرور فيمكنك إعادة تعيينها من صفحة تسجيل الدخول. وإن لم تكن أنت فتجاهل هذه الرسالة.'],
  },
  reset: {
    subject: 'إعادة تعيين كلمة مرورك في Kinora',
    heading: 'اختر كلمة مرور جديدة',
    before: ['طلبتَ إعادة تعيين كلمة مرورك. استخدم الرابط أدناه، وهو صالح لمدة ساعة ولمرة واحدة.'],
    action: 'اختيار كلمة مرور جديدة',
    after: [
      'تعيين كلمة مرور جديدة يسجّل خروجك من كل أجهزتك. وإن لم تطلب ذلك فتجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.',
    ],
  },
  changed: {
    subject: 'تغيّرت كلمة مرورك في Kinora',
    heading: 'تغيّرت كلمة مرورك',
    before: ['تغيّرت كلمة مرور حسابك، وسُجِّل الخروج من الأجهزة الأخرى.'],
    action: 'لم أكن أنا: إعادة تعيين كلمة مروري',
    after: ['إن كنت أنت من غيّرها فليس عليك فعل شيء.'],
  },
  deleted: {
    subject: 'حُذف حسابك في Kinora',
    heading: 'حُذف حسابك',
    before: ['لم يعد حسابك مرئيًا لأحد، وسُجِّل الخروج من كل الأجهزة. بعد 30 يومًا يُحذف نهائيًا.'],
    action: 'لاستعادته: سجّل الدخول خلال 30 يومًا',
    after: ['إن لم تكن أنت من حذفه فسجّل الدخول واستعد الحساب وغيّر كلمة مرورك.'],
  },
  export: {
    subject: 'بياناتك في Kinora جاهزة',
    heading: 'بياناتك جاهزة',
    before: [
      'ملف التصدير ملف واحد يضم أعمالك وكشف رصيدك وملفك الشخصي. يمكنك تنزيله لمدة سبعة أيام ما دمت مسجّل الدخول.',
    ],
    action: 'تنزيل الملف',
    after: ['إن لم تكن أنت من طلبه فغيّر كلمة مرورك.'],
  },
  contactReceived: {
    subject: 'وصلتنا رسالتك',
    heading: 'شكرًا على رسالتك',
    before: ['وصلتنا رسالتك. سيقرؤها أحد أعضاء فريقنا ويرد على هذا العنوان.'],
    action: 'إرسال رسالة أخرى',
    after: ['إن لم تكن قد كتبت إلى Kinora فقد أخطأ أحدهم في كتابة عنوان. ليس عليك فعل شيء.'],
  },
  contactNew: {
    subject: 'رسالة جديدة',
    heading: 'أرسل أحدهم رسالة',
    before: ['وصلت رسالة جديدة عبر استمارة التواصل.'],
    action: 'قراءتها والرد عليها',
    after: ['يُرجى الرد من هناك. أُرسلت هذه الرسالة آليًا.'],
  },
  contactAnswer: {
    subject: 'رد على رسالتك',
    heading: 'ردّنا',
    before: ['كتبتَ إلى Kinora. هذا ردّنا.'],
    action: 'إرسال رسالة أخرى',
    after: ['يُرجى استخدام الاستمارة للمتابعة. لا تُقرأ الردود على هذه الرسالة.'],
  },
};

export const LETTER_WORDS: Record<MailLanguage, Record<LetterKind, LetterWords>> = { en, de, ar };

/**
 * The language of an email.
 * @param wanted the interface language, e.g. `de` or `de-AT`
 */
export const mailLanguage = (wanted: string): MailLanguage => matchLocale(wanted, MAIL_LANGUAGES) ?? 'en';
