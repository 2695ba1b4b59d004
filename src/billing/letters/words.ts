import type { WrittenLetter } from '../../identity/index.js';
import type { InvoiceLanguage } from '../invoices/languages.js';

/**
 * `receipt`: a payment. `upgraded`: one for more than before. `failed`: a payment that is tried again; `failedLast`:
 * again. `failedForGood`: not by itself. `endedUnpaid`: a plan ended because it was not paid. `canceled`, `resumed`:
 * set to end, and taken back. `changes`: another plan with the next period. `refunded`: money goes back. `renewal`: a
 * year ends soon.
 */
export type LetterKind =
  | 'receipt'
  | 'upgraded'
  | 'failed'
  | 'failedLast'
  | 'failedForGood'
  | 'endedUnpaid'
  | 'canceled'
  | 'resumed'
  | 'changes'
  | 'refunded'
  | 'renewal';

type Words = WrittenLetter['words'];

/** Names in braces are placeholders; a paragraph with a missing value is left out. */
const en: Record<LetterKind, Words> = {
  receipt: {
    subject: 'Receipt for {amount}',
    heading: 'Thank you for your payment',
    before: ['We received {amount} for {product}.', 'Your plan is paid until {until}.'],
    action: 'View billing',
    after: [],
  },
  upgraded: {
    subject: 'You now have {product}',
    heading: 'Your plan was upgraded',
    before: [
      'We received {amount}. {product} is active now, with everything it includes.',
      'Your plan is paid until {until}.',
    ],
    action: 'View my plan',
    after: [],
  },
  failed: {
    subject: 'Your payment for {product} failed',
    heading: 'Your payment failed',
    before: [
      'We couldn’t charge {amount} for {product}.',
      'We’ll try again on {next}.',
      'Your plan stays active until {grace}. After that, it’s off until the payment succeeds.',
      '{rests} is off until the payment succeeds.',
    ],
    action: 'Pay now or change payment method',
    after: ['If you’ve already paid, you can ignore this email.'],
  },
  failedLast: {
    subject: 'Last payment attempt for {product}',
    heading: 'Your plan is about to end',
    before: [
      'Another attempt to charge {amount} for {product} failed.',
      'We’ll try one last time on {next}. If that fails too, your plan ends.',
      'Your plan stays active until {grace}.',
      'If your plan ends, you won’t be charged again, and your creations stay yours.',
    ],
    action: 'Pay now or change payment method',
    after: ['If you’ve already paid, you can ignore this email.'],
  },
  failedForGood: {
    subject: 'Your payment for {product} is still due',
    heading: 'Your payment failed',
    before: [
      'We couldn’t charge {amount} for {product}, and we won’t try again automatically.',
      'Your plan stays active until {grace}.',
      '{rests} is off until you pay.',
      'Your creations stay yours.',
    ],
    action: 'Pay now or change payment method',
    after: ['If you’ve already paid, you can ignore this email.'],
  },
  endedUnpaid: {
    subject: '{product} has ended',
    heading: 'Your plan has ended',
    before: [
      '{product} has ended because the payment failed. You won’t be charged again.',
      'Your creations and the credits you bought stay yours.',
    ],
    action: 'Choose a plan',
    after: [],
  },
  canceled: {
    subject: 'You cancelled {product}',
    heading: 'You won’t be charged again',
    before: [
      'You cancelled {product}. Nothing will be charged on {until} or later.',
      'You can use {product} until {until}. Unused plan credits expire that day. You keep the credits you bought.',
      'Changed your mind? You can reactivate your plan until then.',
    ],
    action: 'View my plan',
    after: ['Keep this email as confirmation of your cancellation.'],
  },
  resumed: {
    subject: '{product} continues',
    heading: 'Your plan continues',
    before: ['Your cancellation was undone. {product} continues, and the next payment is due on {until}.'],
    action: 'View my plan',
    after: ['If this wasn’t you, cancel the plan again and change your password.'],
  },
  changes: {
    subject: 'Your plan changes on {until}',
    heading: 'Your plan changes',
    before: ['From {until}, you’ll have {product} instead of {before}. Nothing changes until then.'],
    action: 'View my plan',
    after: [],
  },
  refunded: {
    subject: 'Your refund of {amount}',
    heading: 'Your refund is on its way',
    before: [
      'We refunded {amount} for {product} to your original payment method. This can take a few days.',
      'Because the full amount was refunded, the unused credits from {whole} were removed.',
    ],
    action: 'View billing',
    after: [],
  },
  renewal: {
    subject: '{product} renews on {until}',
    heading: 'Your plan renews soon',
    before: [
      '{product} renews for another year on {until}.',
      'You paid {amount} for the current year.',
      'If you don’t want to renew, cancel before that day and you won’t be charged.',
    ],
    action: 'View my plan',
    after: [],
  },
};

const de: Record<LetterKind, Words> = {
  receipt: {
    subject: 'Quittung über {amount}',
    heading: 'Danke für deine Zahlung',
    before: ['Wir haben {amount} für {product} erhalten.', 'Dein Tarif ist bis zum {until} bezahlt.'],
    action: 'Unter Abrechnung ansehen',
    after: [],
  },
  upgraded: {
    subject: 'Du hast jetzt {product}',
    heading: 'Dein Upgrade ist aktiv',
    before: [
      'Wir haben {amount} erhalten. {product} ist jetzt aktiv, mit allem, was dazugehört.',
      'Dein Tarif ist bis zum {until} bezahlt.',
    ],
    action: 'Meinen Tarif ansehen',
    after: [],
  },
  failed: {
    subject: 'Deine Zahlung für {product} ist fehlgeschlagen',
    heading: 'Deine Zahlung ist fehlgeschlagen',
    before: [
      'Wir konnten {amount} für {product} nicht abbuchen.',
      'Wir versuchen es am {next} noch einmal.',
      'Dein Tarif bleibt bis zum {grace} aktiv. Danach ist er ausgesetzt, bis die Zahlung gelingt.',
      '{rests} ist ausgesetzt, bis die Zahlung gelingt.',
    ],
    action: 'Jetzt zahlen oder Zahlungsart ändern',
    after: ['Wenn du schon bezahlt hast, ignoriere diese E-Mail.'],
  },
  failedLast: {
    subject: 'Letzter Zahlungsversuch für {product}',
    heading: 'Dein Tarif endet bald',
    before: [
      'Ein weiterer Versuch, {amount} für {product} abzubuchen, ist fehlgeschlagen.',
      'Wir versuchen es am {next} ein letztes Mal. Wenn auch das fehlschlägt, endet dein Tarif.',
      'Dein Tarif bleibt bis zum {grace} aktiv.',
      'Schlägt die Zahlung fehl, wird nichts mehr abgebucht. Deine Werke bleiben deine.',
    ],
    action: 'Jetzt zahlen oder Zahlungsart ändern',
    after: ['Wenn du schon bezahlt hast, ignoriere diese E-Mail.'],
  },
  failedForGood: {
    subject: 'Deine Zahlung für {product} ist noch offen',
    heading: 'Deine Zahlung ist fehlgeschlagen',
    before: [
      'Wir konnten {amount} für {product} nicht abbuchen und versuchen es nicht automatisch noch einmal.',
      'Dein Tarif bleibt bis zum {grace} aktiv.',
      '{rests} ist ausgesetzt, bis du bezahlst.',
      'Deine Werke bleiben deine.',
    ],
    action: 'Jetzt zahlen oder Zahlungsart ändern',
    after: ['Wenn du schon bezahlt hast, ignoriere diese E-Mail.'],
  },
  endedUnpaid: {
    subject: '{product} ist beendet',
    heading: 'Dein Tarif ist beendet',
    before: [
      '{product} ist beendet, weil die Zahlung fehlgeschlagen ist. Es wird nichts mehr abgebucht.',
      'Deine Werke und gekauften Credits bleiben deine.',
    ],
    action: 'Einen Tarif wählen',
    after: [],
  },
  canceled: {
    subject: 'Du hast {product} gekündigt',
    heading: 'Es wird nichts mehr abgebucht',
    before: [
      'Du hast {product} gekündigt. Es wird nichts mehr abgebucht, weder am {until} noch danach.',
      'Du kannst {product} bis zum {until} nutzen. Nicht ausgegebene Credits des Tarifs laufen an diesem Tag ab; gekaufte Credits bleiben.',
      'Anders überlegt? Bis dahin kannst du den Tarif reaktivieren.',
    ],
    action: 'Meinen Tarif ansehen',
    after: ['Bewahre diese E-Mail als Kündigungsbestätigung auf.'],
  },
  resumed: {
    subject: '{product} läuft weiter',
    heading: 'Dein Tarif läuft weiter',
    before: [
      'Deine Kündigung wurde zurückgenommen. {product} läuft weiter, und die nächste Zahlung ist am {until} fällig.',
    ],
    action: 'Meinen Tarif ansehen',
    after: ['Wenn du das nicht warst, kündige den Tarif erneut und ändere dein Passwort.'],
  },
  changes: {
    subject: 'Dein Tarif ändert sich am {until}',
    heading: 'Dein Tarif ändert sich',
    before: ['Ab dem {until} hast du {product} statt {before}. Bis dahin ändert sich nichts.'],
    action: 'Meinen Tarif ansehen',
    after: [],
  },
  refunded: {
    subject: 'Deine Erstattung über {amount}',
    heading: 'Deine Erstattung ist unterwegs',
    before: [
      'Wir haben {amount} für {product} auf deine ursprüngliche Zahlungsart erstattet. Das kann einige Tage dauern.',
      'Weil der volle Betrag erstattet wurde, wurden die nicht ausgegebenen Credits aus {whole} entfernt.',
    ],
    action: 'Unter Abrechnung ansehen',
    after: [],
  },
  renewal: {
    subject: '{product} verlängert sich am {until}',
    heading: 'Dein Tarif verlängert sich bald',
    before: [
      '{product} verlängert sich am {until} um ein weiteres Jahr.',
      'Das aktuelle Jahr hat {amount} gekostet.',
      'Wenn du das nicht möchtest, kündige vor diesem Tag. Dann wird nichts abgebucht.',
    ],
    action: 'Meinen Tarif ansehen',
    after: [],
  },
};

const ar: Record<LetterKind, Words> = {
  receipt: {
    subject: 'إيصال بمبلغ {amount}',
    heading: 'شكرًا على دفعتك',
    before: ['استلمنا {amount} مقابل {product}.', 'خطتك مدفوعة حتى {until}.'],
    action: 'عرضها في صفحة الفوترة',
    after: [],
  },
  upgraded: {
    subject: 'لديك الآن {product}',
    heading: 'تمت ترقية خطتك',
    before: ['استلمنا {amount}. أصبحت {product} سارية الآن بكل ما تتضمنه.', 'خطتك مدفوعة حتى {until}.'],
    action: 'عرض خطتي',
    after: [],
  },
  failed: {
    subject: 'فشلت دفعتك مقابل {product}',
    heading: 'فشلت دفعتك',
    before: [
      'لم نتمكن من خصم {amount} مقابل {product}.',
      'سنحاول مرة أخرى في {next}.',
      'تبقى خطتك سارية حتى {grace}، وتتوقف بعد ذلك إلى أن تنجح الدفعة.',
      '{rests} متوقفة إلى أن تنجح الدفعة.',
    ],
    action: 'الدفع الآن أو تغيير طريقة الدفع',
    after: ['إن كنت قد دفعت بالفعل فتجاهل هذه الرسالة.'],
  },
  failedLast: {
    subject: 'محاولة الدفع الأخيرة لـ {product}',
    heading: 'خطتك على وشك الانتهاء',
    before: [
      'فشلت محاولة أخرى لخصم {amount} مقابل {product}.',
      'سنحاول مرة أخيرة في {next}. وإن فشلت تنتهي خطتك.',
      'تبقى خطتك سارية حتى {grace}.',
      'إن فشلت فلن يُخصم شيء بعد ذلك. وتبقى أعمالك لك.',
    ],
    action: 'الدفع الآن أو تغيير طريقة الدفع',
    after: ['إن كنت قد دفعت بالفعل فتجاهل هذه الرسالة.'],
  },
  failedForGood: {
    subject: 'دفعة {product} ما زالت مستحقة',
    heading: 'فشلت دفعتك',
    before: [
      'لم نتمكن من خصم {amount} مقابل {product}، ولن نحاول مرة أخرى تلقائيًا.',
      'تبقى خطتك سارية حتى {grace}.',
      '{rests} متوقفة إلى أن تدفع.',
      'تبقى أعمالك لك.',
    ],
    action: 'الدفع الآن أو تغيير طريقة الدفع',
    after: ['إن كنت قد دفعت بالفعل فتجاهل هذه الرسالة.'],
  },
  endedUnpaid: {
    subject: 'انتهت {product}',
    heading: 'انتهت خطتك',
    before: ['انتهت {product} لأن الدفعة فشلت. لن يُخصم شيء بعد الآن.', 'تبقى لك أعمالك والأرصدة التي اشتريتها.'],
    action: 'اختيار خطة',
    after: [],
  },
  canceled: {
    subject: 'ألغيتَ {product}',
    heading: 'لن يُخصم شيء بعد الآن',
    before: [
      'ألغيتَ {product}. لن يُخصم شيء بعد الآن، لا في {until} ولا بعده.',
      'يمكنك استخدام {product} حتى {until}. تنتهي أرصدة الخطة غير المستخدمة في ذلك اليوم، أما الأرصدة التي اشتريتها فتبقى.',
      'هل غيّرت رأيك؟ يمكنك إعادة تفعيل خطتك حتى ذلك الحين.',
    ],
    action: 'عرض خطتي',
    after: ['احتفظ بهذه الرسالة تأكيدًا للإلغاء.'],
  },
  resumed: {
    subject: '{product} مستمرة',
    heading: 'خطتك مستمرة',
    before: ['تم التراجع عن الإلغاء. {product} مستمرة، والدفعة التالية مستحقة في {until}.'],
    action: 'عرض خطتي',
    after: ['إن لم تكن أنت من فعل ذلك فألغِ الخطة مرة أخرى وغيّر كلمة مرورك.'],
  },
  changes: {
    subject: 'تتغير خطتك في {until}',
    heading: 'خطتك تتغير',
    before: ['ابتداءً من {until} تكون لديك {product} بدلًا من {before}. ولا يتغير شيء حتى ذلك الحين.'],
    action: 'عرض خطتي',
    after: [],
  },
  refunded: {
    subject: 'استردادك بمبلغ {amount}',
    heading: 'المبلغ المسترد في الطريق إليك',
    before: [
      'رددنا {amount} مقابل {product} إلى طريقة الدفع الأصلية. قد يستغرق ذلك بضعة أيام.',
      'ولأن المبلغ رُدّ كاملًا، أُزيلت الأرصدة غير المستخدمة من {whole}.',
    ],
    action: 'عرضها في صفحة الفوترة',
    after: [],
  },
  renewal: {
    subject: 'تتجدد {product} في {until}',
    heading: 'تتجدد خطتك قريبًا',
    before: [
      'تتجدد {product} لسنة أخرى في {until}.',
      'كلّفت السنة الحالية {amount}.',
      'إن لم ترغب في ذلك فألغها قبل ذلك اليوم ولن يُخصم شيء.',
    ],
    action: 'عرض خطتي',
    after: [],
  },
};

export const BILLING_LETTER_WORDS: Readonly<Record<InvoiceLanguage, Readonly<Record<LetterKind, Words>>>> = {
  en,
  de,
  ar,
};

/** Text of the link to an invoice. `{number}` is the invoice's number. */
export const INVOICE_LINK: Readonly<Record<InvoiceLanguage, string>> = {
  en: 'Invoice {number} as a PDF',
  de: 'Rechnung {number} als PDF',
  ar: 'الفاتورة {number} بصيغة PDF',
};
