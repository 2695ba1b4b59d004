import type { Words } from './words.js';

/** Suicide and injuring oneself. */
export const SELF_HARM: Words = {
  en: 'suicide~|suicidal|kill myself|killing myself|kill yourself|self harm~|selfharm~|cut myself|cutting myself|cutting my wrists|slit wrist~|slitting wrist~|slashed wrist~|hang myself|hanging myself|hanging himself|hanging herself|proana|pro ana|thinspo~',
  zh: '自杀|自残|割腕|上吊|自尽|轻生',
  tw: '自殺|自殘|割腕|上吊|自盡|輕生',
  th: 'ฆ่าตัวตาย|กรีดข้อมือ|ทำร้ายตัวเอง|ผูกคอตาย',
  it: 'suicid~|autolesion~|tagliarsi le vene|impiccarsi',
  pl: 'samobój~|samookalecz~|podciąć żyły|powiesić się',
  tr: 'intihar~|kendine zarar|bileklerini kes~|kendini asmak',
  fr: 'suicid~|automutil~|se tailler les veines|se pendre',
  ko: '자살|자해|손목 긋|목매달',
  de: 'selbstmord~|suizid~|selbstverletz~|pulsadern aufschneiden|sich erhängen',
  ja: '自殺|自傷|リストカット|首吊り|首つり|自害',
  ru: 'самоубий~|суицид~|самоповрежд~|порезать вены|режет вены|повеситься|повесился',
  pt: 'suicíd~|suicid~|automutila~|cortar os pulsos|enforcar se',
  ar: 'انتحار|ينتحر|تنتحر|إيذاء النفس|قطع المعصم|شنق نفسه',
  no: 'selvmord~|selvskad~|kutte seg|henge seg',
  nl: 'zelfmoord~|suïcid~|zelfverminking|automutilatie|polsen doorsnijden',
  da: 'selvmord~|selvskad~|skære i sig selv|hænge sig',
  es: 'suicid~|autolesi~|cortarse las venas|ahorcarse',
  id: 'bunuh diri|menyakiti diri|menyayat pergelangan|gantung diri',
};
