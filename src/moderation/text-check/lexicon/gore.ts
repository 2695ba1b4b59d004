import type { Words } from './words.js';

/** Mutilation and cruelty shown for their own sake. */
export const GORE: Words = {
  en: 'gore|behead~|decapitat~|dismember~|disembowel~|mutilat~|eviscerat~|entrails|severed head~|severed limb~|severed hand~|severed arm~|guts spilling|bloody corpse~|mangled corpse~|mangled body|being tortured|torture scene|snuff film|skinned alive|flayed alive|rotting corpse~|intestines spill~|intestines hanging|spilling intestines|guts hanging|severed leg~|severed finger~|severed body parts|blood spraying from|disfigured corpse~|gutted body',
  zh: '血腥|斩首|砍头|肢解|碎尸|内脏外露|开膛|虐杀|断肢|分尸|残肢|砍下的头|砍断的手|内脏从肚|内脏从腹|内脏流出|肠子流|肠子从|血肉模糊|尸块',
  tw: '血腥|斬首|砍頭|肢解|碎屍|內臟外露|開膛|虐殺|斷肢|分屍|殘肢|砍下的頭|砍斷的手|內臟從肚|內臟從腹|內臟流出|腸子流|腸子從|血肉模糊|屍塊',
  th: 'ตัดหัวคน|ตัดศีรษะ|ชำแหละศพ|ไส้ทะลัก|เลือดสาด|ศพเละ|หั่นศพ|หัวขาด|แขนขาด|เครื่องในทะลัก|ควักไส้',
  it: 'decapita~|smembra~|sventra~|mutilat~|sgozza~|budella|intestini che escono|viscere che escono|testa mozzata|braccio mozzato|arti mozzati|cadavere in decomposizione',
  pl: 'dekapit~|obcięta głowa|odcięta głowa|rozczłonkowan~|wypatroszon~|okaleczon~|poderżnięte gardło|wnętrzności wypływ~|wnętrzności wylewa~|wypływające jelita|odrąbana głowa|odcięta ręka|odcięta dłoń|odcięta noga|rozkładające się zwłoki|zmasakrowan~',
  tr: 'kafası kesil~|kafa kesme|parçalanmış ceset|parçalanmış beden|kanlı ceset|bağırsakları dökül~|bağırsakları çık~|kopmuş kafa|kesik baş|kesik kafa|kopmuş kol|kopmuş bacak|çürümüş ceset',
  fr: 'décapit~|démembr~|éventr~|mutilé|mutilée|mutilation~|égorg~|tête coupée|boyaux qui sortent|boyaux qui pendent|tripes à l air|bras arraché|membre arraché|membres arrachés|entrailles|cadavre en putréfaction|éviscér~',
  ko: '참수|토막살인|토막 살인|피투성이|잔혹 살해|시체 훼손|목이 잘린|목 잘린|잘린 목|잘린 머리|내장이 쏟아|내장이 튀어|잘린 팔|잘린 손|시체 토막',
  de: 'enthaupt~|geköpft~|abgetrennter kopf|abgetrennte gliedmaßen|verstümmelt~|zerstückelt~|ausgeweidet~|blutüberströmt~|gedärme|eingeweide quellen|abgetrennter arm|abgetrennte hand|abgeschlagener kopf|abgehackter kopf|abgehackte hand|zerfetzte leiche~|verwesende leiche~',
  ja: '斬首|生首|バラバラ死体|血まみれ|惨殺|グロ画像|スプラッター|首を切断|切断された首|切断された死体|飛び出した内臓|飛び出す内臓|内臓が飛び出|内臓が出て|腸が飛び出|切断された腕|切断された手|腐乱死体|血しぶき',
  ru: 'обезглав~|отрубленная голова|отрубленной головой|расчленен~|выпотрош~|изуродован~|кровавая резня|кишки вывал~|вывалившиеся кишки|кишки наружу|отрезанная голова|отрезанной головой|отрубленная рука|оторванная рука|оторванная голова|разлагающийся труп|внутренности наружу',
  pt: 'decapit~|desmembr~|esquartej~|estripad~|mutilad~|cabeça decepada|tripas saindo|tripas para fora|vísceras expostas|intestinos saindo|cabeça cortada|cabeça arrancada|braço decepado|mão decepada|cadáver em decomposição',
  ar: 'قطع الرأس|مقطوع الرأس|أشلاء|تقطيع الجثة|أحشاء|مقطوعة الرأس|أمعاء تخرج|أمعاء خارجة|رأس مقطوع|يد مقطوعة|ذراع مقطوعة|جثة متعفنة|جثة مشوهة',
  no: 'halshugg~|lemlest~|avkuttet hode|innvoller|blodig lik|avhogd hode|avkuttet arm|avkuttet hånd|tarmer velter|tarmene ut|råtnende lik|lemlestet~',
  nl: 'onthoofd~|afgehakt hoofd|verminkt~|ingewanden|bebloed lijk|darmen die uit|darmen puilen|afgehakte hand|afgehakte arm|afgesneden hoofd|rottend lijk|uit de buik puilen',
  da: 'halshug~|afhugget hoved|lemlæst~|indvolde|blodigt lig|afhugget arm|afhugget hånd|afskåret hoved|tarme vælter|rådnende lig',
  es: 'decapit~|desmembr~|descuartiz~|destripad~|mutilad~|cabeza cortada|tripas que salen|tripas fuera|vísceras fuera|intestinos que salen|cabeza cercenada|brazo cercenado|mano cercenada|brazo amputado sangr~|cadáver en descomposición',
  id: 'pemenggalan|memenggal|dipenggal|mutilasi|dimutilasi|usus terburai|mayat hancur|mayat tanpa kepala|usus keluar|kepala terpenggal|kepala buntung|tangan terpotong|jeroan terburai|mayat membusuk',
};
