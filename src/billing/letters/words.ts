import type { WrittenLetter } from '../../identity/index.js';
import type { InvoiceLanguage } from '../invoices/languages.js';

/**
 * `receipt`: a payment. `upgraded`: one for more than before. `failed`: a payment that is tried again; `failedLast`: once more.
 * `failedForGood`: not by itself. `endedUnpaid`: a plan ended because it was not paid. `canceled`, `resumed`: set to end, and taken back. `changes`: another plan
 * with the next period. `refunded`: money goes back. `renewal`: a year ends soon.
 */
export type LetterKind = 'receipt' | 'upgraded' | 'failed' | 'failedLast' | 'failedForGood' | 'endedUnpaid' | 'canceled' | 'resumed' | 'changes' | 'refunded' | 'renewal';

type Words = WrittenLetter['words'];

/** Names in braces stand for values; a paragraph that names one which is not there is left out. */
const en: Record<LetterKind, Words> = {
  receipt: {
    subject: 'Receipt for {amount}', heading: 'Thank you, your payment is here',
    before: ['We received {amount} for {product}.', 'It is paid up to {until}.'], action: 'See it under billing', after: [],
  },
  upgraded: {
    subject: 'You have {product} now', heading: 'Your plan is a bigger one now',
    before: ['We received {amount}, and {product} is yours at once: what it gives more is there already.', 'It is paid up to {until}.'], action: 'See my plan', after: [],
  },
  failed: {
    subject: 'A payment for {product} did not go through', heading: 'Your payment did not go through',
    before: ['We could not charge {amount} for {product}.', 'We try again on {next}.', 'Until {grace} your plan stays as it is. After that it rests until the payment goes through.', 'Until the payment goes through, {rests} rests: what it allows is not there.'],
    action: 'Pay now or change how you pay', after: ['If you have paid in the meantime, there is nothing to do.'],
  },
  failedLast: {
    subject: 'Last try for {product}', heading: 'Your plan is about to end',
    before: ['We could not charge {amount} for {product}, and not for the first time.', 'We try one last time on {next}. If that fails too, the plan ends.', 'Until {grace} your plan stays as it is.', 'If the payment does not go through, nothing more is charged. What you have made stays yours.'],
    action: 'Pay now or change how you pay', after: ['If you have paid in the meantime, there is nothing to do.'],
  },
  failedForGood: {
    subject: 'Your payment for {product} is still open', heading: 'Your payment did not go through',
    before: ['We could not charge {amount} for {product}, and we do not try again by ourselves.', 'Until {grace} your plan stays as it is.', 'Until you have paid, {rests} rests: what it allows is not there.', 'What you have made stays yours.'],
    action: 'Pay now or change how you pay', after: ['If you have paid in the meantime, there is nothing to do.'],
  },
  endedUnpaid: {
    subject: '{product} has ended', heading: 'Your plan has ended',
    before: ['{product} has ended because its payment did not go through. Nothing more is charged.', 'What you have made stays yours, and so do credits that you bought.'], action: 'Choose a plan', after: [],
  },
  canceled: {
    subject: 'Your cancellation of {product}', heading: 'Nothing more will be charged',
    before: ['You have canceled {product}. Nothing is charged any more, neither on {until} nor after it.', '{product} stays yours until {until}. Credits of the plan that are left on that day are forfeited; credits that you bought stay.', 'Until then you can take the cancellation back.'],
    action: 'See my plan', after: ['Keep this letter: it is your receipt for the cancellation.'],
  },
  resumed: {
    subject: '{product} goes on', heading: 'Your plan goes on',
    before: ['Your cancellation is taken back. {product} goes on, and the next payment is due on {until}.'], action: 'See my plan', after: ['If it was not you, cancel it there again and change your password.'],
  },
  changes: {
    subject: 'Your plan changes on {until}', heading: 'Your plan changes',
    before: ['From {until} on you have {product} in place of {before}. Until then nothing changes.'], action: 'See my plan', after: [],
  },
  refunded: {
    subject: 'You get {amount} back', heading: 'Your money is on its way',
    before: ['We have sent {amount} for {product} back the way that it came. Banks take some days for it.', 'As all of it was refunded, what is unspent of the credits that came with {whole} is taken back.'], action: 'See it under billing', after: [],
  },
  renewal: {
    subject: '{product} is renewed on {until}', heading: 'Your year ends soon',
    before: ['{product} is renewed for another year on {until}.', 'It cost {amount} for the year that ends.', 'If you do not want to go on, cancel before that day, and nothing is charged.'], action: 'See my plan', after: [],
  },
};

const de: Record<LetterKind, Words> = {
  receipt: {
    subject: 'Quittung über {amount}', heading: 'Danke, deine Zahlung ist da',
    before: ['Wir haben {amount} für {product} erhalten.', 'Damit ist bis zum {until} bezahlt.'], action: 'Unter Abrechnung ansehen', after: [],
  },
  upgraded: {
    subject: 'Du hast jetzt {product}', heading: 'Dein Tarif ist jetzt größer',
    before: ['Wir haben {amount} erhalten, und {product} gehört dir sofort: Was es mehr bietet, ist schon da.', 'Damit ist bis zum {until} bezahlt.'], action: 'Meinen Tarif ansehen', after: [],
  },
  failed: {
    subject: 'Eine Zahlung für {product} hat nicht geklappt', heading: 'Deine Zahlung hat nicht geklappt',
    before: ['Wir konnten {amount} für {product} nicht abbuchen.', 'Wir versuchen es am {next} noch einmal.', 'Bis zum {grace} bleibt dein Tarif, wie er ist. Danach ruht er, bis die Zahlung klappt.', 'Bis die Zahlung klappt, ruht {rests}: Was es erlaubt, gibt es so lange nicht.'],
    action: 'Jetzt zahlen oder Zahlungsart ändern', after: ['Wenn du inzwischen bezahlt hast, musst du nichts tun.'],
  },
  failedLast: {
    subject: 'Letzter Versuch für {product}', heading: 'Dein Tarif endet bald',
    before: ['Wir konnten {amount} für {product} nicht abbuchen, und das nicht zum ersten Mal.', 'Wir versuchen es am {next} ein letztes Mal. Wenn auch das nicht klappt, endet der Tarif.', 'Bis zum {grace} bleibt dein Tarif, wie er ist.', 'Wenn die Zahlung nicht klappt, wird nichts mehr abgebucht. Was du gemacht hast, bleibt deins.'],
    action: 'Jetzt zahlen oder Zahlungsart ändern', after: ['Wenn du inzwischen bezahlt hast, musst du nichts tun.'],
  },
  failedForGood: {
    subject: 'Deine Zahlung für {product} ist noch offen', heading: 'Deine Zahlung hat nicht geklappt',
    before: ['Wir konnten {amount} für {product} nicht abbuchen und versuchen es nicht von selbst noch einmal.', 'Bis zum {grace} bleibt dein Tarif, wie er ist.', 'Bis du bezahlt hast, ruht {rests}: Was es erlaubt, gibt es so lange nicht.', 'Was du gemacht hast, bleibt deins.'],
    action: 'Jetzt zahlen oder Zahlungsart ändern', after: ['Wenn du inzwischen bezahlt hast, musst du nichts tun.'],
  },
  endedUnpaid: {
    subject: '{product} ist beendet', heading: 'Dein Tarif ist beendet',
    before: ['{product} ist beendet, weil die Zahlung nicht geklappt hat. Es wird nichts mehr abgebucht.', 'Was du gemacht hast, bleibt deins, und gekaufte Credits auch.'], action: 'Einen Tarif wählen', after: [],
  },
  canceled: {
    subject: 'Deine Kündigung von {product}', heading: 'Es wird nichts mehr abgebucht',
    before: ['Du hast {product} gekündigt. Es wird nichts mehr abgebucht, weder am {until} noch danach.', '{product} gehört dir noch bis zum {until}. Credits des Tarifs, die an diesem Tag übrig sind, verfallen; gekaufte Credits bleiben.', 'Bis dahin kannst du die Kündigung zurücknehmen.'],
    action: 'Meinen Tarif ansehen', after: ['Bewahre diesen Brief auf: Er ist deine Kündigungsbestätigung.'],
  },
  resumed: {
    subject: '{product} läuft weiter', heading: 'Dein Tarif läuft weiter',
    before: ['Deine Kündigung ist zurückgenommen. {product} läuft weiter, und die nächste Zahlung ist am {until} fällig.'], action: 'Meinen Tarif ansehen', after: ['Wenn du es nicht warst, kündige dort erneut und ändere dein Passwort.'],
  },
  changes: {
    subject: 'Dein Tarif ändert sich am {until}', heading: 'Dein Tarif ändert sich',
    before: ['Ab dem {until} hast du {product} statt {before}. Bis dahin ändert sich nichts.'], action: 'Meinen Tarif ansehen', after: [],
  },
  refunded: {
    subject: 'Du bekommst {amount} zurück', heading: 'Dein Geld ist unterwegs',
    before: ['Wir haben {amount} für {product} auf dem Weg zurückgeschickt, auf dem es kam. Banken brauchen dafür einige Tage.', 'Da alles erstattet wurde, werden die nicht ausgegebenen Credits zurückgenommen, die mit {whole} kamen.'], action: 'Unter Abrechnung ansehen', after: [],
  },
  renewal: {
    subject: '{product} verlängert sich am {until}', heading: 'Dein Jahr endet bald',
    before: ['{product} verlängert sich am {until} um ein weiteres Jahr.', 'Das Jahr, das endet, hat {amount} gekostet.', 'Wenn du nicht weitermachen willst, kündige vor diesem Tag, dann wird nichts abgebucht.'], action: 'Meinen Tarif ansehen', after: [],
  },
};

const ar: Record<LetterKind, Words> = {
  receipt: {
    subject: 'إيصال بمبلغ {amount}', heading: 'شكرًا، وصلت دفعتك',
    before: ['استلمنا {amount} مقابل {product}.', 'وهي تغطي الفترة حتى {until}.'], action: 'عرضها في صفحة الفوترة', after: [],
  },
  upgraded: {
    subject: 'لديك الآن {product}', heading: 'خطتك أصبحت أكبر',
    before: ['استلمنا {amount}، وأصبحت {product} لك فورًا: ما تقدمه من زيادة متاح الآن.', 'وهي مدفوعة حتى {until}.'], action: 'عرض خطتي', after: [],
  },
  failed: {
    subject: 'لم تنجح دفعة {product}', heading: 'لم تنجح دفعتك',
    before: ['لم نتمكن من تحصيل {amount} مقابل {product}.', 'سنحاول مرة أخرى في {next}.', 'تبقى خطتك كما هي حتى {grace}، وتتوقف بعد ذلك إلى أن تنجح الدفعة.', 'إلى أن تنجح الدفعة تبقى {rests} متوقفة، وما تتيحه غير متاح.'],
    action: 'الدفع الآن أو تغيير طريقة الدفع', after: ['إن كنت قد دفعت في هذه الأثناء فليس عليك فعل شيء.'],
  },
  failedLast: {
    subject: 'المحاولة الأخيرة لـ {product}', heading: 'خطتك على وشك الانتهاء',
    before: ['لم نتمكن من تحصيل {amount} مقابل {product}، وليست هذه المرة الأولى.', 'سنحاول مرة أخيرة في {next}، وإن لم تنجح أيضًا تنتهي الخطة.', 'تبقى خطتك كما هي حتى {grace}.', 'إن لم تنجح الدفعة فلن يُخصم شيء بعد ذلك. وما صنعته يبقى لك.'],
    action: 'الدفع الآن أو تغيير طريقة الدفع', after: ['إن كنت قد دفعت في هذه الأثناء فليس عليك فعل شيء.'],
  },
  failedForGood: {
    subject: 'دفعة {product} ما زالت مستحقة', heading: 'لم تنجح دفعتك',
    before: ['لم نتمكن من تحصيل {amount} مقابل {product}، ولن نحاول مرة أخرى تلقائيًا.', 'تبقى خطتك كما هي حتى {grace}.', 'إلى أن تدفع تبقى {rests} متوقفة، وما تتيحه غير متاح.', 'وما صنعته يبقى لك.'],
    action: 'الدفع الآن أو تغيير طريقة الدفع', after: ['إن كنت قد دفعت في هذه الأثناء فليس عليك فعل شيء.'],
  },
  endedUnpaid: {
    subject: 'انتهت {product}', heading: 'انتهت خطتك',
    before: ['انتهت {product} لأن دفعتها لم تنجح. لن يُخصم شيء بعد الآن.', 'ما صنعته يبقى لك، وكذلك الأرصدة التي اشتريتها.'], action: 'اختيار خطة', after: [],
  },
  canceled: {
    subject: 'إلغاء {product}', heading: 'لن يُخصم شيء بعد الآن',
    before: ['ألغيتَ {product}. لن يُخصم شيء بعد الآن، لا في {until} ولا بعده.', 'تبقى {product} لك حتى {until}. وما يبقى من أرصدة الخطة في ذلك اليوم يسقط، أما الأرصدة التي اشتريتها فتبقى.', 'يمكنك التراجع عن الإلغاء حتى ذلك الحين.'],
    action: 'عرض خطتي', after: ['احتفظ بهذه الرسالة: فهي إيصال الإلغاء.'],
  },
  resumed: {
    subject: '{product} مستمرة', heading: 'خطتك مستمرة',
    before: ['تم التراجع عن الإلغاء. {product} مستمرة، والدفعة التالية مستحقة في {until}.'], action: 'عرض خطتي', after: ['إن لم تكن أنت من فعل ذلك فألغها هناك مرة أخرى وغيّر كلمة مرورك.'],
  },
  changes: {
    subject: 'تتغير خطتك في {until}', heading: 'خطتك تتغير',
    before: ['ابتداءً من {until} تكون لديك {product} بدلًا من {before}. ولا يتغير شيء حتى ذلك الحين.'], action: 'عرض خطتي', after: [],
  },
  refunded: {
    subject: 'سيعود إليك {amount}', heading: 'مالك في الطريق إليك',
    before: ['أعدنا {amount} مقابل {product} بالطريقة التي جاء بها. وتحتاج البنوك إلى بضعة أيام لذلك.', 'ولأن المبلغ رُدّ كله، تُسترد الأرصدة غير المستخدمة التي جاءت مع {whole}.'], action: 'عرضها في صفحة الفوترة', after: [],
  },
  renewal: {
    subject: 'تتجدد {product} في {until}', heading: 'سنتك تنتهي قريبًا',
    before: ['تتجدد {product} لسنة أخرى في {until}.', 'كلّفت السنة التي تنتهي {amount}.', 'إن لم ترغب في الاستمرار فألغها قبل ذلك اليوم ولن يُخصم شيء.'], action: 'عرض خطتي', after: [],
  },
};

export const BILLING_LETTER_WORDS: Readonly<Record<InvoiceLanguage, Readonly<Record<LetterKind, Words>>>> = { en, de, ar };

/** What the link to an invoice is called. `{number}` is the invoice's. */
export const INVOICE_LINK: Readonly<Record<InvoiceLanguage, string>> = { en: 'Invoice {number} as a PDF', de: 'Rechnung {number} als PDF', ar: 'الفاتورة {number} بصيغة PDF' };
