import type { Words } from './words.js';

/** Suicide and injuring oneself. */
export const SELF_HARM: Words = {
  en: 'suicide~|suicidal|kill myself|killing myself|kill yourself|self harm~|selfharm~|cut myself|cutting myself|cutting my wrists|slit wrist~|slitting wrist~|slashed wrist~|hang myself|hanging myself|hanging himself|hanging herself|proana|pro ana|thinspo~|slit her wrist~|slit his wrist~|slits her wrist~|slits his wrist~|slitting her wrist~|slitting his wrist~|cutting her wrist~|cutting his wrist~|cuts her wrist~|cuts his wrist~|cut her wrist~|cut his wrist~|cutting wrists|slashing wrists|hangs himself|hangs herself|hanged himself|hanged herself|hung himself|hung herself|cutting herself with|cutting himself with',
  zh: '自杀|自残|割腕|上吊|自尽|轻生',
  tw: '自殺|自殘|割腕|上吊|自盡|輕生',
  th: 'ฆ่าตัวตาย|กรีดข้อมือ|ทำร้ายตัวเอง|ผูกคอตาย',
  it: 'suicid~|autolesion~|tagliarsi le vene|impiccarsi|si impicca|si è impiccat~|si taglia le vene|tagliando le vene|tagliarsi i polsi|si taglia i polsi|togliersi la vita|si toglie la vita',
  pl: 'samobój~|samookalecz~|podciąć żyły|powiesić się|mężczyzna wiesza się|kobieta wiesza się|chłopak wiesza się|dziewczyna wiesza się|podcina sobie żyły|podcina żyły|podcięła sobie żyły|podciął sobie żyły|podciąć sobie żyły|powiesił się|powiesiła się|odbiera sobie życie|odebrać sobie życie',
  tr: 'intihar~|kendine zarar|bileklerini kes~|kendini asmak|kendini asan|kendini astı|kendini asıyor|kendini asmış|kendini öldür~|bileğini kes~',
  fr: 'suicid~|automutil~|se tailler les veines|se pendre|se taillade les veines|se taillader les veines|se coupe les veines|se couper les veines|s ouvre les veines|s ouvrir les veines|se taille les veines|se pend|s est pendu|s est pendue|se donne la mort|se scarifi~|scarifications',
  ko: '자살|자해|손목 긋|목매달|손목을 긋|손목을 그',
  de: 'selbstmord~|suizid~|selbstverletz~|pulsadern aufschneiden|sich erhängen|die pulsadern auf|pulsadern aufgeschnitten|erhängt sich|erhängte sich|sich erhängt|sich aufhängt|sich erhängte|ritzt sich|sich ritzt|nimmt sich das leben|sich das leben nehmen',
  ja: '自殺|自傷|リストカット|首吊り|首つり|自害|手首を切|首を吊|首をつって|リスカ痕|リスカ跡|リスカする|リスカし|リスカの傷',
  ru: 'самоубий~|суицид~|самоповрежд~|порезать вены|режет вены|повеситься|повесился|режет себе вены|резать вены|вскрыть вены|вскрывает вены|вскрывает себе вены|повесилась|покончить с собой|покончил с собой|покончила с собой',
  pt: 'suicíd~|suicid~|automutila~|cortar os pulsos|enforcar se|cortando os pulsos|corta os pulsos|cortou os pulsos|se enforcando|se enforcou|se enforca|tira a própria vida|tirar a própria vida',
  ar: 'انتحار|ينتحر|تنتحر|إيذاء النفس|قطع المعصم|شنق نفسه|تقطع معصمها|يقطع معصمه|قطعت معصمها|تقطع شرايينها|قطع شرايين|يشنق نفسه|تشنق نفسها|شنقت نفسها|يقتل نفسه|تقتل نفسها',
  no: 'selvmord~|selvskad~|kutte seg|henge seg|kutter håndleddene|kutter over håndleddene|skjærer over håndleddene|henger seg selv|hengte seg|mann henger seg|kvinne henger seg|gutt henger seg|jente henger seg|tar sitt eget liv|ta sitt eget liv',
  nl: 'zelfmoord~|suïcid~|zelfverminking|automutilatie|polsen doorsnijden|haar polsen door|zijn polsen door|polsen doorgesneden|polsen doorsnijdt|hangt zichzelf op|hing zichzelf op|verhangt zich|snijdt zichzelf in|beneemt zich het leven|automutil~',
  da: 'selvmord~|selvskad~|skære i sig selv|hænge sig|skærer sine håndled|skære håndled|hænger sig selv|hængte sig|skærer i sig selv|cutter i sig selv|tager sit eget liv|tage sit eget liv',
  es: 'suicid~|autolesi~|cortarse las venas|ahorcarse|se corta las venas|cortándose las venas|se cortó las venas|cortarse las muñecas|se corta las muñecas|se ahorca|se ahorcó|ahorcándose|quitarse la vida|se quita la vida',
  id: 'bunuh diri|menyakiti diri|menyayat pergelangan|gantung diri|mengiris pergelangan|menyilet pergelangan|memotong urat nadi|mengiris nadi|mengakhiri hidupnya',
};
