import type { Fields } from '../../../src/engine/local/design/templates/sheet.js';

/** A sale in the 19 interface languages, with the long words that each is known for. */
export const POSTER_WORDS: Readonly<Record<string, Fields>> = {
  en: {
    headline: 'Everything must go: the great end of summer clearance',
    sub: 'Up to 60% off',
    line: 'Until Sunday, 28 July, in all branches. Not to be combined with other offers.',
  },
  zh: {
    headline: '夏末大减价：全场商品最低四折起',
    sub: '最高优惠60%',
    line: '活动截至7月28日（星期日），全国门店同享，不可与其他优惠同时使用。',
  },
  th: {
    headline: 'ลดกระหน่ำปลายฤดูร้อนทุกชิ้นทั่วทั้งร้าน',
    sub: 'ลดสูงสุด 60%',
    line: 'ถึงวันอาทิตย์ที่ 28 กรกฎาคม ทุกสาขา ไม่สามารถใช้ร่วมกับโปรโมชันอื่นได้',
  },
  it: {
    headline: 'Precipitevolissimevolmente: saldi di fine estate',
    sub: 'Sconti fino al 60%',
    line: 'Fino a domenica 28 luglio in tutti i negozi. Non cumulabile con altre offerte.',
  },
  pl: {
    headline: 'Konstantynopolitańczykowianeczka: wyprzedaż końca lata',
    sub: 'Do 60% taniej',
    line: 'Do niedzieli 28 lipca we wszystkich sklepach. Nie łączy się z innymi ofertami.',
  },
  tr: {
    headline: 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizden indirim',
    sub: '%60’a varan',
    line: '28 Temmuz Pazar gününe kadar bütün mağazalarda. Başka kampanyalarla birleştirilemez.',
  },
  fr: {
    headline: 'Anticonstitutionnellement : la grande braderie d’été',
    sub: 'Jusqu’à −60 %',
    line: 'Jusqu’au dimanche 28 juillet dans tous les magasins. Non cumulable avec d’autres offres.',
  },
  ko: {
    headline: '여름 마지막 대규모 특별 할인 행사를 모든 매장에서',
    sub: '최대 60% 할인',
    line: '7월 28일 일요일까지 모든 매장에서 진행합니다. 다른 할인과 함께 사용할 수 없습니다.',
  },
  de: {
    headline: 'Sommerschlussverkaufseröffnungsveranstaltung im Donaudampfschifffahrtsgesellschaftshaus',
    sub: 'Rabattaktionswochenende',
    line: 'Bis Sonntag, 28. Juli, in allen Filialen. Rechtsschutzversicherungsgesellschaften ausgenommen.',
  },
  ja: {
    headline: '夏の終わりの「大感謝」セールを全店で開催',
    sub: '最大60%オフ',
    line: '7月28日（日）まで全店舗で。ほかの割引との併用はできません。',
  },
  ru: {
    headline: 'Достопримечательнейшая распродажа высокопревосходительства',
    sub: 'Скидки до 60 %',
    line: 'До воскресенья, 28 июля, во всех магазинах. Не суммируется с другими предложениями.',
  },
  pt: {
    headline: 'Inconstitucionalissimamente: a grande liquidação de verão',
    sub: 'Até 60% de desconto',
    line: 'Até domingo, 28 de julho, em todas as lojas. Não acumulável com outras ofertas.',
  },
  ar: {
    headline: 'تخفيضات نهاية الصيف الكبرى على كل المجموعات',
    sub: 'خصم حتى ٦٠٪',
    line: 'حتى يوم الأحد 28 يوليو في جميع الفروع، ولا يُجمع مع عروض أخرى.',
  },
  no: {
    headline: 'Menneskerettighetsorganisasjonenes store sommersalg',
    sub: 'Opptil 60 % avslag',
    line: 'Til og med søndag 28. juli i alle butikker. Kan ikke kombineres med andre tilbud.',
  },
  nl: {
    headline: 'Arbeidsongeschiktheidsverzekeringsuitverkoop van de zomer',
    sub: 'Tot 60% korting',
    line: 'Tot en met zondag 28 juli in alle winkels. Niet te combineren met andere aanbiedingen.',
  },
  da: {
    headline: 'Speciallægepraksisplanlægningsudsalget er begyndt',
    sub: 'Op til 60 % rabat',
    line: 'Til og med søndag den 28. juli i alle butikker. Kan ikke kombineres med andre tilbud.',
  },
  es: {
    headline: 'Electroencefalografistas: las grandes rebajas del verano',
    sub: 'Hasta un 60 %',
    line: 'Hasta el domingo 28 de julio en todas las tiendas. No acumulable con otras ofertas.',
  },
  id: {
    headline: 'Mempertanggungjawabkan diskon besar akhir musim panas',
    sub: 'Diskon hingga 60%',
    line: 'Sampai Minggu, 28 Juli, di semua toko. Tidak dapat digabung dengan penawaran lain.',
  },
  'zh-TW': {
    headline: '夏末大特賣：全館商品最低四折起',
    sub: '最高優惠60%',
    line: '活動至7月28日（星期日）止，全國門市同享，不得與其他優惠併用。',
  },
};
