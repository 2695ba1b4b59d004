import type { MethodId } from '../methods.js';

/** The languages of the sandbox's pages. */
export const PAGE_LANGUAGES = ['en', 'de', 'ar'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The language of a page that was asked for in some language; English where there are no words in it. @param asked BCP 47 */
export const languageOf = (asked: string): PageLanguage => PAGE_LANGUAGES.find((language) => language === asked.toLowerCase().split('-', 1)[0]) ?? 'en';

/** A moment as it is read, by UTC. */
export function timeText(at: number, language: PageLanguage): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);
}

interface Words {
  readonly noMoney: string;
  readonly checkoutTitle: string;
  readonly payWith: string;
  readonly methods: Readonly<Record<MethodId, string>>;
  /** `{price}` */
  readonly pay: string;
  readonly cancel: string;
  readonly declined: string;
  readonly bankTitle: string;
  /** `{price}` */
  readonly bankText: string;
  readonly approve: string;
  readonly refuse: string;
  readonly expiredTitle: string;
  readonly expiredText: string;
  readonly back: string;
  readonly portalTitle: string;
  readonly plan: string;
  readonly method: string;
  readonly owed: string;
  readonly nextCharge: string;
  readonly none: string;
  readonly save: string;
  readonly payOwed: string;
  readonly later: Readonly<Record<'pays' | 'fails', string>>;
  readonly news: Readonly<Record<'changed' | 'paid' | 'declined' | 'refused', string>>;
  readonly periods: Readonly<Record<'monthly' | 'yearly' | 'forever', string>>;
}

export const PAGE_WORDS: Readonly<Record<PageLanguage, Words>> = {
  en: {
    noMoney: 'Sandbox: this is a rehearsal. No money is taken, and no card details are asked for.',
    checkoutTitle: 'Checkout', payWith: 'Pay with',
    methods: {
      pays: 'Pays', asks: 'Pays after its bank has asked (3-D Secure)', declines: 'Is declined', 'fails-later': 'Pays now, and fails at the next renewal', alipay: 'Pays',
    },
    pay: 'Pay {price}', cancel: 'Cancel and go back', declined: 'The card was declined. Nothing was charged; choose another way to pay.',
    bankTitle: 'Is it you?', bankText: 'The bank of this card asks you to approve a payment of {price}.', approve: 'Approve', refuse: 'Refuse',
    expiredTitle: 'This checkout has expired', expiredText: 'Nothing was charged. Go back and begin again.', back: 'Go back',
    portalTitle: 'Payment method', plan: 'Plan', method: 'Paid with', owed: 'Outstanding', nextCharge: 'Next charge', none: 'None', save: 'Use from now on', payOwed: 'Use it and pay what is outstanding',
    later: { pays: 'Pays', fails: 'Is declined' },
    news: { changed: 'From now on it is paid with this.', paid: 'Paid. Nothing is outstanding any more.', declined: 'The card was declined, and the payment is still outstanding.', refused: 'This plan is over: nothing more is charged for it.' },
    periods: { monthly: 'a month', yearly: 'a year', forever: 'once' },
  },
  de: {
    noMoney: 'Sandbox: Das ist eine Probe. Es wird kein Geld eingezogen und nach keinen Kartendaten gefragt.',
    checkoutTitle: 'Bezahlen', payWith: 'Bezahlen mit',
    methods: {
      pays: 'Zahlt', asks: 'Zahlt, nachdem die Bank nachgefragt hat (3-D Secure)', declines: 'Wird abgelehnt', 'fails-later': 'Zahlt jetzt und scheitert bei der nächsten Verlängerung', alipay: 'Zahlt',
    },
    pay: '{price} bezahlen', cancel: 'Abbrechen und zurück', declined: 'Die Karte wurde abgelehnt. Es wurde nichts abgebucht; wähle eine andere Zahlungsart.',
    bankTitle: 'Bist du es?', bankText: 'Die Bank dieser Karte bittet dich, eine Zahlung von {price} freizugeben.', approve: 'Freigeben', refuse: 'Ablehnen',
    expiredTitle: 'Dieser Bezahlvorgang ist abgelaufen', expiredText: 'Es wurde nichts abgebucht. Geh zurück und beginne von vorn.', back: 'Zurück',
    portalTitle: 'Zahlungsart', plan: 'Tarif', method: 'Bezahlt mit', owed: 'Offen', nextCharge: 'Nächste Abbuchung', none: 'Keine', save: 'Ab jetzt verwenden', payOwed: 'Verwenden und Offenes bezahlen',
    later: { pays: 'Zahlt', fails: 'Wird abgelehnt' },
    news: { changed: 'Ab jetzt wird damit bezahlt.', paid: 'Bezahlt. Es ist nichts mehr offen.', declined: 'Die Karte wurde abgelehnt, die Zahlung ist weiter offen.', refused: 'Dieser Tarif ist beendet: Dafür wird nichts mehr abgebucht.' },
    periods: { monthly: 'im Monat', yearly: 'im Jahr', forever: 'einmalig' },
  },
  ar: {
    noMoney: 'بيئة تجريبية: هذا تمرين فقط. لا يُسحب أي مال ولا تُطلب أي بيانات بطاقة.',
    checkoutTitle: 'الدفع', payWith: 'ادفع باستخدام',
    methods: {
      pays: 'تدفع', asks: 'تدفع بعد أن يسأل البنك (\u20683-D Secure\u2069)', declines: 'تُرفض', 'fails-later': 'تدفع الآن وتفشل عند التجديد التالي', alipay: 'يدفع',
    },
    pay: 'ادفع {price}', cancel: 'إلغاء والعودة', declined: 'رُفضت البطاقة. لم يُخصم أي مبلغ؛ اختر طريقة دفع أخرى.',
    bankTitle: 'هل هذا أنت؟', bankText: 'يطلب بنك هذه البطاقة موافقتك على دفع {price} الآن.', approve: 'موافقة', refuse: 'رفض',
    expiredTitle: 'انتهت صلاحية عملية الدفع هذه', expiredText: 'لم يُخصم أي مبلغ. عد وابدأ من جديد.', back: 'العودة',
    portalTitle: 'طريقة الدفع', plan: 'الخطة', method: 'تُدفع باستخدام', owed: 'مستحق', nextCharge: 'الدفعة التالية', none: 'لا يوجد', save: 'استخدمها من الآن', payOwed: 'استخدمها وادفع المستحق',
    later: { pays: 'تدفع', fails: 'تُرفض' },
    news: { changed: 'من الآن يُدفع بهذه الطريقة.', paid: 'تم الدفع. لم يعد هناك مبلغ مستحق.', declined: 'رُفضت البطاقة وما زالت الدفعة مستحقة.', refused: 'انتهت هذه الخطة ولن يُخصم عنها شيء بعد الآن.' },
    periods: { monthly: 'شهريًا', yearly: 'سنويًا', forever: 'مرة واحدة' },
  },
};
