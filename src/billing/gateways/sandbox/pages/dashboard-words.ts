import type { PlanStatus } from '../../../plans/plan.shared.js';
import type { SandboxInvoice } from '../subscription.js';
import type { PageLanguage } from './words.js';

/** Steps by which the clock can be moved. */
export const MOVES = ['hour', 'day', 'week', 'month', 'next'] as const;
export type Move = (typeof MOVES)[number];

/** Actions on a sale. */
export const DEEDS = [
  'card-pays',
  'card-declines',
  'charge',
  'cancel',
  'reactivate',
  'pause',
  'resume',
  'end',
] as const;
export type Deed = (typeof DEEDS)[number];

/** Results of an action that the page can show. */
export const DASHBOARD_NEWS = [
  'done',
  'moved',
  'moving',
  'not-now',
  'declined',
  'unknown-invoice',
  'unknown-price',
  'amount',
] as const;
export type DashboardNews = (typeof DASHBOARD_NEWS)[number];

interface DashboardWords {
  readonly title: string;
  readonly language: string;
  readonly clock: string;
  /** `{days}` */
  readonly ahead: string;
  readonly asItGoes: string;
  readonly moves: Readonly<Record<Move, string>>;
  /** `{time}` */
  readonly next: string;
  /** `{time}` */
  readonly moving: string;
  readonly forGood: string;
  readonly sold: string;
  readonly none: string;
  readonly older: string;
  readonly user: string;
  readonly due: string;
  readonly statuses: Readonly<Record<PlanStatus | 'open' | 'expired' | 'bought', string>>;
  readonly endsAtPeriod: string;
  readonly deeds: Readonly<Record<Deed, string>>;
  readonly invoices: string;
  readonly invoice: Readonly<Record<SandboxInvoice['reason'] | 'once', string>>;
  readonly unpaid: string;
  readonly paid: string;
  /** `{amount}` */
  readonly refunded: string;
  readonly disputes: Readonly<Record<Exclude<SandboxInvoice['dispute'], 'none'>, string>>;
  readonly amount: string;
  readonly refund: string;
  readonly dispute: string;
  readonly win: string;
  readonly lose: string;
  /** `{count}` */
  readonly waiting: string;
  readonly news: Readonly<Record<DashboardNews, string>>;
  readonly faults: Readonly<Record<'signIn' | 'notAllowed' | 'unknown' | 'later', string>>;
  readonly home: string;
}

export const DASHBOARD_WORDS: Readonly<Record<PageLanguage, DashboardWords>> = {
  en: {
    title: 'Sandbox',
    language: 'Language',
    clock: 'Time',
    ahead: '{days} ahead of real time',
    asItGoes: 'real time',
    moves: { hour: '+ 1 hour', day: '+ 1 day', week: '+ 1 week', month: '+ 1 month', next: 'To the next event' },
    next: 'Next: {time}',
    moving: 'Moving to {time} …',
    forGood: 'The whole product uses this clock. It only moves forward and can’t be set back.',
    sold: 'Sales',
    none: 'No sales yet.',
    older: 'Older',
    user: 'User',
    due: 'Next event',
    statuses: {
      open: 'Open',
      expired: 'Expired',
      bought: 'One-time purchase',
      active: 'Active',
      canceled: 'Ended',
      past_due: 'Past due',
      paused: 'Paused',
      trialing: 'On trial',
      incomplete: 'Not paid yet',
      incomplete_expired: 'Never paid',
      unpaid: 'Unpaid',
    },
    endsAtPeriod: 'ends with the current period',
    deeds: {
      'card-pays': 'Make renewals succeed',
      'card-declines': 'Make renewals fail',
      charge: 'Charge now',
      cancel: 'Cancel at period end',
      reactivate: 'Reactivate',
      pause: 'Pause',
      resume: 'Resume',
      end: 'End now',
    },
    invoices: 'Invoices',
    invoice: { start: 'First period', renewal: 'Renewal', upgrade: 'Upgrade', once: 'One-time purchase' },
    unpaid: 'unpaid',
    paid: 'paid',
    refunded: '{amount} refunded',
    disputes: { open: 'disputed', won: 'dispute won', lost: 'dispute lost' },
    amount: 'Amount',
    refund: 'Refund',
    dispute: 'Dispute',
    win: 'Win dispute',
    lose: 'Lose dispute',
    waiting: 'Pending deliveries: {count}',
    news: {
      done: 'Done.',
      moved: 'The clock has moved, and everything due by then is done.',
      moving: 'The clock is still moving forward. Until it arrives, pages may show earlier figures.',
      'not-now': 'That isn’t possible right now.',
      declined: 'The card was declined.',
      'unknown-invoice': 'There’s no such paid invoice.',
      'unknown-price': 'That plan isn’t sold.',
      amount: 'That amount can’t be refunded.',
    },
    faults: {
      signIn: 'Sign in as an administrator to see this page.',
      notAllowed: 'This page is for administrators.',
      unknown: 'This link is unknown.',
      later: 'That didn’t work. Try again in a moment.',
    },
    home: 'Back to Kinora',
  },
  de: {
    title: 'Sandbox',
    language: 'Sprache',
    clock: 'Zeit',
    ahead: '{days} vor der Echtzeit',
    asItGoes: 'Echtzeit',
    moves: { hour: '+ 1 Stunde', day: '+ 1 Tag', week: '+ 1 Woche', month: '+ 1 Monat', next: 'Zum nächsten Ereignis' },
    next: 'Als Nächstes: {time}',
    moving: 'Wird auf {time} vorgestellt …',
    forGood: 'Das ganze Produkt verwendet diese Uhr. Sie geht nur vorwärts und kann nicht zurückgestellt werden.',
    sold: 'Verkäufe',
    none: 'Noch keine Verkäufe.',
    older: 'Ältere',
    user: 'Nutzer',
    due: 'Nächstes Ereignis',
    statuses: {
      open: 'Offen',
      expired: 'Abgelaufen',
      bought: 'Einmalkauf',
      active: 'Aktiv',
      canceled: 'Beendet',
      past_due: 'Überfällig',
      paused: 'Pausiert',
      trialing: 'Testphase',
      incomplete: 'Noch nicht bezahlt',
      incomplete_expired: 'Nie bezahlt',
      unpaid: 'Unbezahlt',
    },
    endsAtPeriod: 'endet mit dem aktuellen Zeitraum',
    deeds: {
      'card-pays': 'Verlängerungen gelingen lassen',
      'card-declines': 'Verlängerungen scheitern lassen',
      charge: 'Jetzt abbuchen',
      cancel: 'Zum Ende des Zeitraums kündigen',
      reactivate: 'Reaktivieren',
      pause: 'Pausieren',
      resume: 'Fortsetzen',
      end: 'Jetzt beenden',
    },
    invoices: 'Rechnungen',
    invoice: { start: 'Erster Zeitraum', renewal: 'Verlängerung', upgrade: 'Upgrade', once: 'Einmalkauf' },
    unpaid: 'unbezahlt',
    paid: 'bezahlt',
    refunded: '{amount} erstattet',
    disputes: { open: 'angefochten', won: 'Anfechtung gewonnen', lost: 'Anfechtung verloren' },
    amount: 'Betrag',
    refund: 'Erstatten',
    dispute: 'Anfechten',
    win: 'Anfechtung gewinnen',
    lose: 'Anfechtung verlieren',
    waiting: 'Ausstehende Zustellungen: {count}',
    news: {
      done: 'Erledigt.',
      moved: 'Die Zeit ist vorgestellt, und alles bis dahin Fällige ist erledigt.',
      moving: 'Die Zeit wird noch vorgestellt. Bis dahin können Seiten ältere Zahlen zeigen.',
      'not-now': 'Das geht gerade nicht.',
      declined: 'Die Karte wurde abgelehnt.',
      'unknown-invoice': 'Eine solche bezahlte Rechnung gibt es nicht.',
      'unknown-price': 'Dieser Tarif wird nicht verkauft.',
      amount: 'Dieser Betrag kann nicht erstattet werden.',
    },
    faults: {
      signIn: 'Melde dich als Administrator an, um diese Seite zu sehen.',
      notAllowed: 'Diese Seite ist für Administratoren.',
      unknown: 'Dieser Link ist unbekannt.',
      later: 'Das hat nicht geklappt. Versuch es gleich noch einmal.',
    },
    home: 'Zurück zu Kinora',
  },
  ar: {
    title: 'البيئة التجريبية',
    language: 'اللغة',
    clock: 'الوقت',
    ahead: 'متقدم على الوقت الفعلي بمقدار {days}',
    asItGoes: 'الوقت الفعلي',
    moves: { hour: '+ ساعة', day: '+ يوم', week: '+ أسبوع', month: '+ شهر', next: 'إلى الحدث التالي' },
    next: 'التالي: {time}',
    moving: 'جارٍ التقديم إلى {time} …',
    forGood: 'يستخدم المنتج كله هذه الساعة. وهي تتقدم فقط ولا يمكن إرجاعها.',
    sold: 'المبيعات',
    none: 'لا مبيعات بعد.',
    older: 'الأقدم',
    user: 'المستخدم',
    due: 'الحدث التالي',
    statuses: {
      open: 'مفتوح',
      expired: 'منتهي الصلاحية',
      bought: 'شراء لمرة واحدة',
      active: 'نشط',
      canceled: 'منتهٍ',
      past_due: 'متأخر السداد',
      paused: 'متوقف مؤقتًا',
      trialing: 'فترة تجريبية',
      incomplete: 'لم يُدفع بعد',
      incomplete_expired: 'لم يُدفع قط',
      unpaid: 'غير مدفوع',
    },
    endsAtPeriod: 'ينتهي بانتهاء فترته',
    deeds: {
      'card-pays': 'اجعل التجديد ينجح',
      'card-declines': 'اجعل التجديد يفشل',
      charge: 'اخصم الآن',
      cancel: 'إلغاء عند النهاية',
      reactivate: 'إعادة التفعيل',
      pause: 'إيقاف مؤقت',
      resume: 'استئناف',
      end: 'إنهاء الآن',
    },
    invoices: 'الفواتير',
    invoice: { start: 'الفترة الأولى', renewal: 'تجديد', upgrade: 'ترقية', once: 'شراء لمرة واحدة' },
    unpaid: 'غير مدفوعة',
    paid: 'مدفوعة',
    refunded: 'رُدّ {amount}',
    disputes: { open: 'معترض عليها', won: 'كُسب الاعتراض', lost: 'خُسر الاعتراض' },
    amount: 'المبلغ',
    refund: 'رد المبلغ',
    dispute: 'اعتراض',
    win: 'كسب الاعتراض',
    lose: 'خسارة الاعتراض',
    waiting: 'التسليمات المعلّقة: {count}',
    news: {
      done: 'تم.',
      moved: 'تم تقديم الوقت، ونُفّذ كل ما كان مستحقًا حتى ذلك الحين.',
      moving: 'ما زال تقديم الوقت جاريًا. وقد تعرض الصفحات أرقامًا أقدم إلى أن ينتهي.',
      'not-now': 'لا يمكن ذلك الآن.',
      declined: 'رُفضت البطاقة.',
      'unknown-invoice': 'لا توجد فاتورة مدفوعة كهذه.',
      'unknown-price': 'هذه ليست خطة معروضة للبيع.',
      amount: 'لا يمكن رد هذا المبلغ.',
    },
    faults: {
      signIn: 'سجّل الدخول كمسؤول لرؤية هذه الصفحة.',
      notAllowed: 'هذه الصفحة للمسؤولين.',
      unknown: 'هذا الرابط غير معروف.',
      later: 'لم ينجح ذلك. حاول مرة أخرى بعد لحظات.',
    },
    home: 'العودة إلى Kinora',
  },
};
