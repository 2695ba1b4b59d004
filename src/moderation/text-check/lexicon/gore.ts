import type { Words } from './words.js';

/** Mutilation and cruelty shown for their own sake. */
export const GORE: Words = {
  en: 'gore|behead~|decapitat~|dismember~|disembowel~|mutilat~|eviscerat~|entrails|severed head~|severed limb~|severed hand~|severed arm~|guts spilling|bloody corpse~|mangled corpse~|mangled body|being tortured|torture scene|snuff film|skinned alive|flayed alive|rotting corpse~',
  zh: '血腥|斩首|砍头|肢解|碎尸|内脏外露|开膛|虐杀|断肢|分尸|残肢',
  tw: '血腥|斬首|砍頭|肢解|碎屍|內臟外露|開膛|虐殺|斷肢|分屍|殘肢',
  th: 'ตัดหัวคน|ตัดศีรษะ|ชำแหละศพ|ไส้ทะลัก|เลือดสาด|ศพเละ|หั่นศพ',
  it: 'decapita~|smembra~|sventra~|mutilat~|sgozza~|budella',
  pl: 'dekapit~|obcięta głowa|odcięta głowa|rozczłonkowan~|wypatroszon~|okaleczon~|poderżnięte gardło',
  tr: 'kafası kesil~|kafa kesme|parçalanmış ceset|parçalanmış beden|kanlı ceset',
  fr: 'décapit~|démembr~|éventr~|mutilé|mutilée|mutilation~|égorg~|tête coupée',
  ko: '참수|토막살인|토막 살인|피투성이|잔혹 살해|시체 훼손',
  de: 'enthaupt~|geköpft~|abgetrennter kopf|abgetrennte gliedmaßen|verstümmelt~|zerstückelt~|ausgeweidet~|blutüberströmt~',
  ja: '斬首|生首|バラバラ死体|血まみれ|惨殺|グロ画像|スプラッター',
  ru: 'обезглав~|отрубленная голова|отрубленной головой|расчленен~|выпотрош~|изуродован~|кровавая резня',
  pt: 'decapit~|desmembr~|esquartej~|estripad~|mutilad~|cabeça decepada',
  ar: 'قطع الرأس|مقطوع الرأس|أشلاء|تقطيع الجثة|أحشاء',
  no: 'halshugg~|lemlest~|avkuttet hode|innvoller|blodig lik',
  nl: 'onthoofd~|afgehakt hoofd|verminkt~|ingewanden|bebloed lijk',
  da: 'halshug~|afhugget hoved|lemlæst~|indvolde|blodigt lig',
  es: 'decapit~|desmembr~|descuartiz~|destripad~|mutilad~|cabeza cortada',
  id: 'pemenggalan|memenggal|dipenggal|mutilasi|dimutilasi|usus terburai|mayat hancur',
};
