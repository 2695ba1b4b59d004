import { matchLocale } from '../../../../kernel/locales.shared.js';
import type { MethodId } from '../methods.js';

/** The languages of the sandbox's pages. */
export const PAGE_LANGUAGES = ['en', 'de', 'ar'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/**
 * The language of a page; English when it has no translation.
 * @param requested BCP 47
 */
export const languageOf = (requested: string): PageLanguage => matchLocale(requested, PAGE_LANGUAGES) ?? 'en';

/** A time as text, in UTC. */
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
    noMoney: 'Test mode: no real payments. No card details are needed.',
    checkoutTitle: 'Checkout',
    payWith: 'Pay with',
    methods: {
      pays: 'Succeeds',
      asks: 'Succeeds after bank approval (3-D Secure)',
      declines: 'Is declined',
      'fails-later': 'Succeeds now, fails at the next renewal',
      alipay: 'Succeeds',
    },
    pay: 'Pay {price}',
    cancel: 'Cancel and go back',
    declined: 'The card was declined. Nothing was charged. Choose another payment method.',
    bankTitle: 'Approve this payment?',
    bankText: 'The bank that issued this card asks you to approve a payment of {price}.',
    approve: 'Approve',
    refuse: 'Decline',
    expiredTitle: 'This checkout has expired',
    expiredText: 'Nothing was charged. Go back and start again.',
    back: 'Go back',
    portalTitle: 'Payment method',
    plan: 'Plan',
    method: 'Paid with',
    owed: 'Outstanding',
    nextCharge: 'Next charge',
    none: 'None',
    save: 'Use for future payments',
    payOwed: 'Use it and pay the outstanding amount',
    later: { pays: 'Succeeds', fails: 'Is declined' },
    news: {
      changed: 'Future payments use this method.',
      paid: 'Paid. Nothing is outstanding.',
      declined: 'The card was declined. The payment is still outstanding.',
      refused: 'This plan has ended. Nothing more will be charged for it.',
    },
    periods: { monthly: 'a month', yearly: 'a year', forever: 'once' },
  },
  de: {
    noMoney: 'Testmodus: keine echten Zahlungen. Kartendaten sind nicht nötig.',
    checkoutTitle: 'Bezahlen',
    payWith: 'Bezahlen mit',
    methods: {
      pays: 'Gelingt',
      asks: 'Gelingt nach Freigabe durch die Bank (3-D Secure)',
      declines: 'Wird abgelehnt',
      'fails-later': 'Gelingt jetzt, scheitert bei der nächsten Verlängerung',
      alipay: 'Gelingt',
    },
    pay: '{price} bezahlen',
    cancel: 'Abbrechen und zurück',
    declined: 'Die Karte wurde abgelehnt. Es wurde nichts abgebucht. Wähl eine andere Zahlungsart.',
    bankTitle: 'Diese Zahlung freigeben?',
    bankText: 'Die Bank dieser Karte bittet dich, eine Zahlung von {price} freizugeben.',
    approve: 'Freigeben',
    refuse: 'Ablehnen',
    expiredTitle: 'Dieser Bezahlvorgang ist abgelaufen',
    expiredText: 'Es wurde nichts abgebucht. Geh zurück und fang noch einmal an.',
    back: 'Zurück',
    portalTitle: 'Zahlungsart',
    plan: 'Tarif',
    method: 'Bezahlt mit',
    owed: 'Offen',
    nextCharge: 'Nächste Abbuchung',
    none: 'Keine',
    save: 'Für künftige Zahlungen verwenden',
    payOwed: 'Verwenden und offenen Betrag bezahlen',
    later: { pays: 'Gelingt', fails: 'Wird abgelehnt' },
    news: {
      changed: 'Künftige Zahlungen verwenden diese Zahlungsart.',
      paid: 'Bezahlt. Es ist nichts mehr offen.',
      declined: 'Die Karte wurde abgelehnt. Die Zahlung ist weiter offen.',
      refused: 'Dieser Tarif ist beendet. Dafür wird nichts mehr abgebucht.',
    },
    periods: { monthly: 'im Monat', yearly: 'im Jahr', forever: 'einmalig' },
  },
  ar: {
    noMoney: 'وضع الاختبار: لا مدفوعات حقيقية. لا حاجة إلى بيانات بطاقة.',
    checkoutTitle: 'الدفع',
    payWith: 'ادفع باستخدام',
    methods: {
      pays: 'تنجح',
      asks: 'تنجح بعد موافقة البنك (\u20683-D Secure\u2069)',
      declines: 'تُرفض',
      'fails-later': 'تنجح الآن وتفشل عند التجديد التالي',
      alipay: 'ينجح',
    },
    pay: 'ادفع {price}',
    cancel: 'إلغاء والعودة',
    declined: 'رُفضت البطاقة. لم يُخصم شيء. اختر طريقة دفع أخرى.',
    bankTitle: 'هل توافق على هذه الدفعة؟',
    bankText: 'يطلب بنك هذه البطاقة موافقتك على دفع {price} الآن.',
    approve: 'موافقة',
    refuse: 'رفض',
    expiredTitle: 'انتهت صلاحية عملية الدفع هذه',
    expiredText: 'لم يُخصم شيء. عُد وابدأ من جديد.',
    back: 'العودة',
    portalTitle: 'طريقة الدفع',
    plan: 'الخطة',
    method: 'تُدفع باستخدام',
    owed: 'مستحق',
    nextCharge: 'الدفعة التالية',
    none: 'لا يوجد',
    save: 'استخدامها للدفعات القادمة',
    payOwed: 'استخدامها ودفع المبلغ المستحق',
    later: { pays: 'تنجح', fails: 'تُرفض' },
    news: {
      changed: 'تُستخدم هذه الطريقة للدفعات القادمة.',
      paid: 'تم الدفع. لم يعد هناك مبلغ مستحق.',
      declined: 'رُفضت البطاقة وما زالت الدفعة مستحقة.',
      refused: 'انتهت هذه الخطة ولن يُخصم عنها شيء بعد الآن.',
    },
    periods: { monthly: 'شهريًا', yearly: 'سنويًا', forever: 'مرة واحدة' },
  },
};
