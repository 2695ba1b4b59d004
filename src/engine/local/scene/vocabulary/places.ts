/** Words for backdrops. */
import type { ScenePlace } from '../scene.js';
import type { Words } from './languages.js';

export const PLACE_WORDS: Readonly<Record<ScenePlace, Words>> = {
  mountains: {
    en: 'mountain|+mountains|mount|peak|summit|alps|alpine|himalaya|himalayas|mountainous|mountainside|highland|ridge|cliff|fuji|everest|mountain range|rockies', zh: '山脉|高山|雪山|群山|山峰|山', tw: '山脈|高山|雪山|群山|山峰|山', th: 'ภูเขา|เทือกเขา|ยอดเขา', it: 'montagn~|mont~|alpi|cima|vetta', pl: 'gór|gór~|góra|góry|góral|szczyt~|alp~', tr: 'dağ|dağlık|zirve', fr: 'montagne|mont|alpes|sommet|pic',
    ko: '산|산맥|산봉우리|설산|봉우리', de: 'berg|gebirge|alpen|gipfel|bergkette', ja: '山|山脈|山々|山岳|雪山|富士山|やま', ru: 'гор~|гор|вершин~|скал~|альп~', pt: 'montanha|montanhas|monte|serra|pico|alpes', ar: 'جبل|جبال|قمه', no: 'fjell|fjelltopp|alper', nl: 'berg|gebergte|bergtop|alpen', da: 'bjerg|bjergtop|alper', es: 'montaña|monte|sierra|pico|cordillera|cumbre', id: 'gunung|pegunungan|puncak',
  },
  hills: {
    en: 'hill|+hills|hillside|hilly|rolling hills|downs|moor|moorland|terraces|vineyard|tuscany|rice terraces|tea plantation|valley', zh: '丘陵|小山|山坡|山谷|梯田', tw: '丘陵|小山|山坡|山谷|梯田', th: 'เนินเขา|หุบเขา', it: 'collin~|vall~', pl: 'wzgórz~|pagór~|dolin~', tr: 'tepe|vadi', fr: 'colline|vallée', ko: '언덕|구릉|골짜기|계곡', de: 'hügel|tal', ja: '丘|谷|丘陵', ru: 'холм~|холм|долин~', pt: 'colina|vale|morro', ar: 'تل|تلال|وادي', no: 'ås|åser|haug|dal', nl: 'heuvel|dal|vallei', da: 'bakke|dal', es: 'colina|valle|cerro', id: 'bukit|perbukitan|lembah',
  },
  forest: {
    en: 'forest|+forests|wood|woods|woodland|grove|taiga|redwood|redwoods|bamboo forest|pine forest|treeline|wilderness', zh: '森林|树林|林间|竹林|林海', tw: '森林|樹林|林間|竹林|林海', th: 'ป่า|ป่าไม้|ป่าสน', it: 'foresta|foreste|bosc~|boschi|bosco', pl: 'las|lesie|las~|leśn~|puszcz~', tr: 'orman|koru', fr: 'forêt|bois', ko: '숲|숲속|산림|대나무숲', de: 'wald|wälder|wäldern|waldes', ja: '森|森林|林|竹林', ru: 'лес|лес~|рощ~|тайг~', pt: 'floresta|bosque|mata', ar: 'غابة|غابات', no: 'skog', nl: 'bos|bossen|woud', da: 'skov', es: 'bosque|selva negra', id: 'hutan|rimba',
  },
  meadow: {
    en: 'meadow|+meadows|field|+fields|grassland|prairie|pasture|flower field|lavender field|wheat field|steppe|savanna|savannah|countryside|farmland|farm|plain|plains|wildflowers|lawn', zh: '草地|草原|田野|花田|花海|麦田|牧场|草坪', tw: '草地|草原|田野|花田|花海|麥田|牧場|草坪', th: 'ทุ่งหญ้า|ทุ่งดอกไม้|ทุ่ง|ทุ่งนา', it: 'prat~|campo|campi|campagna|pascolo', pl: 'łąk~|łąk|pol~|pole', tr: 'çayır|tarla|ova|bozkır|kır', fr: 'prairie|pré|champ|campagne|plaine', ko: '초원|들판|꽃밭|밭|목장', de: 'wiese|feld|weide|steppe|wiesen', ja: '草原|野原|花畑|畑|牧場|草地', ru: 'луг|луг~|пол~|поле|степ~|степь', pt: 'prado|campo|planície|pradaria', ar: 'مرج|مروج|حقل|حقول|سهل', no: 'eng|åker|slette', nl: 'weide|veld|weiland|akker', da: 'eng|mark', es: 'prado|campo|pradera|llanura', id: 'padang rumput|ladang|padang|sawah',
  },
  desert: {
    en: 'desert|+deserts|dune|+dunes|sand dunes|sahara|arid|gobi|wasteland|mars', zh: '沙漠|沙丘|大漠|戈壁', tw: '沙漠|沙丘|大漠|戈壁', th: 'ทะเลทราย|เนินทราย', it: 'deserto|deserti|duna|dune', pl: 'pusty~|pustyni~|wydm~', tr: 'çöl|kumul', fr: 'désert|dune', ko: '사막|모래언덕', de: 'wüste|düne|dünen', ja: '砂漠|砂丘', ru: 'пустын~|дюн~|барханы', pt: 'deserto|duna', ar: 'صحراء|صحاري|كثبان', no: 'ørken|sanddyne', nl: 'woestijn|duin|duinen', da: 'ørken|klit', es: 'desierto|duna', id: 'gurun|gurun pasir|bukit pasir',
  },
  canyon: {
    en: 'canyon|+canyons|gorge|ravine|grand canyon|mesa|badlands|butte', zh: '峡谷|大峡谷', tw: '峽谷|大峽谷', th: 'แคนยอน|หุบผา', it: 'canyon|gola', pl: 'kanion|kanion~|wąwóz', tr: 'kanyon', fr: 'canyon|gorges|ravin', ko: '협곡|캐니언', de: 'schlucht|canyon', ja: '峡谷|渓谷', ru: 'каньон|каньон~|ущель~', pt: 'cânion|desfiladeiro', ar: 'وادي عميق|خانق|اخدود', no: 'kløft|juv', nl: 'kloof|ravijn', da: 'kløft|slugt', es: 'cañón|barranco|desfiladero', id: 'ngarai|jurang',
  },
  volcano: {
    en: 'volcano|+volcanoes|volcanic|lava|eruption|erupting|magma|vesuvius|crater', zh: '火山|岩浆|熔岩', tw: '火山|岩漿|熔岩', th: 'ภูเขาไฟ|ลาวา', it: 'vulcan~|lava', pl: 'wulkan|wulkan~|law~', tr: 'volkan|yanardağ|lav', fr: 'volcan|lave', ko: '화산|용암', de: 'vulkan|lava', ja: '火山|溶岩', ru: 'вулкан|вулкан~|лав~', pt: 'vulcão|lava|vulcões', ar: 'بركان|براكين|حمم', no: 'vulkan|lava', nl: 'vulkaan|vulkanen|lava', da: 'vulkan|lava', es: 'volcán|volcanes|lava', id: 'gunung berapi|gunung api|lahar',
  },
  glacier: {
    en: 'glacier|+glaciers|arctic|antarctic|antarctica|ice field|ice sheet|tundra|north pole|south pole|polar|greenland', zh: '冰川|冰原|北极|南极', tw: '冰川|冰原|北極|南極', th: 'ธารน้ำแข็ง|ขั้วโลก', it: 'ghiacciai~|artico|antartide', pl: 'lodow~|lodowiec|arkty~', tr: 'buzul|kutup', fr: 'glacier|arctique|antarctique', ko: '빙하|북극|남극', de: 'gletscher|arktis|antarktis', ja: '氷河|北極|南極', ru: 'ледник|ледник~|арктик~|тундр~', pt: 'geleira|glaciar|ártico', ar: 'نهر جليدي|جليد|القطب', no: 'isbre|bre|arktis', nl: 'gletsjer|noordpool', da: 'gletsjer|arktis', es: 'glaciar|ártico|antártida', id: 'gletser|kutub',
  },
  jungle: {
    en: 'jungle|+jungles|rainforest|tropical forest|amazon', zh: '丛林|雨林|热带雨林', tw: '叢林|雨林|熱帶雨林', th: 'ป่าดงดิบ|ป่าฝน|ป่าทึบ', it: 'giungla|foresta pluviale', pl: 'dżungl~', tr: 'cengel|yağmur ormanı', fr: 'jungle|forêt tropicale', ko: '정글|밀림|열대우림', de: 'dschungel|regenwald|urwald', ja: 'ジャングル|密林|熱帯雨林', ru: 'джунгл~', pt: 'selva|floresta tropical', ar: 'أدغال|غابه مطيره', no: 'jungel|regnskog', nl: 'jungle|oerwoud|regenwoud', da: 'jungle|regnskov', es: 'selva|jungla', id: 'rimba raya|hutan hujan|hutan tropis',
  },
  cave: {
    en: 'cave|+caves|cavern|grotto|underground', zh: '洞穴|山洞|岩洞', tw: '洞穴|山洞|岩洞', th: 'ถ้ำ', it: 'grotta|grotte|caverna|caverne', pl: 'jaskini~', tr: 'mağara', fr: 'grotte|caverne', ko: '동굴', de: 'höhle|grotte', ja: '洞窟|洞穴', ru: 'пещер~|грот', pt: 'caverna|gruta', ar: 'كهف|مغاره', no: 'hule|grotte', nl: 'grot', da: 'hule|grotte', es: 'cueva|caverna|gruta', id: 'gua',
  },
  lake: {
    en: 'lake|+lakes|lakeside|lagoon|pond|reservoir|loch|fjord|still water|lakeshore', zh: '湖|湖泊|湖面|湖边|池塘|湖水', tw: '湖|湖泊|湖面|湖邊|池塘|湖水', th: 'ทะเลสาบ|บึง|สระน้ำ', it: 'lago|laghi|laghetto|stagno', pl: 'jezior~|jezior|staw|fiord', tr: 'göl|gölet|fiyort', fr: 'lac|étang|fjord', ko: '호수|호숫가|연못', de: 'see|seen|teich|fjord|bergsee|weiher', ja: '湖|湖畔|池|湖面', ru: 'озер~|озёр|пруд|фьорд', pt: 'lago|lagoa|fiorde', ar: 'بحيرة|بحيرات|بركه', no: 'innsjø|innsjøen|sjø|vann|vannet|tjern|fjord', nl: 'meer|meren|vijver|fjord', da: 'sø|søen|søer|fjord', es: 'lago|laguna|estanque|fiordo', id: 'danau|telaga|kolam',
  },
  river: {
    en: 'river|+rivers|stream|creek|brook|riverside|riverbank|canal|delta|venice', zh: '河|河流|江|小溪|溪流|江南', tw: '河|河流|江|小溪|溪流', th: 'แม่น้ำ|ลำธาร|คลอง', it: 'fium~|ruscello|canale', pl: 'rzek~|rzek|rzec~|strumie~|strumień|potok', tr: 'nehir|nehri|ırmak|dere|dereler', fr: 'rivière|fleuve|ruisseau|canal', ko: '강|강가|강물|시냇물|개울', de: 'fluss|flüsse|bach|strom', ja: '川|河|小川|河川', ru: 'рек~|рек|руче~|ручей', pt: 'rio|riacho|ribeiro', ar: 'نهر|انهار|جدول', no: 'elv|bekk', nl: 'rivier|beek', da: 'flod|å|åen|bæk', es: 'río|arroyo', id: 'sungai|kali',
  },
  waterfall: {
    en: 'waterfall|+waterfalls|cascade|falls|niagara|cascading water', zh: '瀑布', tw: '瀑布', th: 'น้ำตก', it: 'cascata|cascate', pl: 'wodospad|wodospad~', tr: 'şelale|çağlayan', fr: 'cascade|chute d eau|chutes', ko: '폭포', de: 'wasserfall|wasserfälle|wasserfällen', ja: '滝', ru: 'водопад|водопад~', pt: 'cachoeira|cascata|queda d água', ar: 'شلال|شلالات', no: 'foss|fossefall', nl: 'waterval|watervallen', da: 'vandfald', es: 'cascada|catarata', id: 'air terjun',
  },
  sea: {
    en: 'sea|+seas|ocean|+oceans|seascape|open water|pacific|atlantic|mediterranean|waves at sea|bay|seaside|offshore', zh: '大海|海洋|海面|海上|海边|海', tw: '大海|海洋|海面|海上|海邊|海', th: 'ทะเล|มหาสมุทร', it: 'mar~|mare|oceano|oceani', pl: 'morz~|mórz|ocean|ocean~|morsk~', tr: 'deniz|okyanus', fr: 'mer|océan', ko: '바다|대양|해양|바닷가', de: 'meer|ozean|nordsee|ostsee', ja: '海|大海|海洋|うみ', ru: 'мор~|мор|океан|океан~', pt: 'mar|mares|oceano', ar: 'بحر|بحار|محيط', no: 'hav|havet|sjøen|osean', nl: 'zee|zeeën|oceaan', da: 'hav|havet|ocean', es: 'mar|mares|océano', id: 'laut|lautan|samudra|samudera',
  },
  beach: {
    en: 'beach|+beaches|shore|seashore|coast|coastline|coastal|sandy shore|tropical beach|shoreline', zh: '海滩|沙滩|海岸', tw: '海灘|沙灘|海岸', th: 'ชายหาด|หาดทราย|ชายฝั่ง', it: 'spiaggia|spiagge|costa|riva', pl: 'plaż~|plaż|wybrzeż~', tr: 'plaj|sahil|kumsal|kıyı', fr: 'plage|côte|rivage', ko: '해변|해안|백사장', de: 'strand|strände|küste|ufer', ja: '浜辺|海岸|砂浜|ビーチ', ru: 'пляж|пляж~|берег|берег~|побереж~', pt: 'praia|costa|litoral', ar: 'شاطئ|شواطئ|ساحل', no: 'strand|strender|kyst', nl: 'strand|stranden|kust', da: 'strand|kyst', es: 'playa|costa|orilla', id: 'pantai|pesisir',
  },
  island: {
    en: 'island|+islands|isle|atoll|archipelago|desert island|islet|floating island', zh: '岛|岛屿|海岛', tw: '島|島嶼|海島', th: 'เกาะ', it: 'isol~', pl: 'wysp~|wysp', tr: 'ada|adası', fr: 'île|îlot', ko: '섬|무인도', de: 'insel', ja: '島|孤島', ru: 'остров|остров~', pt: 'ilha', ar: 'جزيرة|جزر', no: 'øy|øya|øyer', nl: 'eiland', da: 'ø|øen|øer', es: 'isla', id: 'pulau',
  },
  underwater: {
    en: 'underwater|under the sea|under water|undersea|deep sea|reef|coral reef|seabed|ocean floor|beneath the waves|aquarium', zh: '水下|海底|深海|水底|珊瑚礁', tw: '水下|海底|深海|水底|珊瑚礁', th: 'ใต้น้ำ|ใต้ทะเล|ใต้ท้องทะเล', it: 'sott acqua|subacque~|sottomarin~|fondale', pl: 'pod wodą|podwodn~', tr: 'su altı|sualtı|deniz altı', fr: 'sous l eau|sous marin|fonds marins|sous la mer', ko: '물속|바닷속|해저|수중', de: 'unterwasser|unter wasser|meeresgrund', ja: '水中|海底|海中', ru: 'под водой|подводн~', pt: 'debaixo d água|subaquátic~|submarin~', ar: 'تحت الماء|تحت البحر', no: 'under vann|undervanns', nl: 'onder water|onderwater', da: 'under vand|undervands', es: 'bajo el agua|submarin~|bajo el mar', id: 'bawah laut|bawah air|dalam laut',
  },
  harbour: {
    en: 'harbour|+harbours|harbor|+harbors|port|marina|pier|dock|docks|quay|wharf', zh: '港口|港湾|码头', tw: '港口|港灣|碼頭', th: 'ท่าเรือ', it: 'porto|porti|porticciolo|molo', pl: 'port~|port|przysta~|przystań', tr: 'liman|iskele', fr: 'port|quai', ko: '항구|부두', de: 'hafen|häfen|pier', ja: '港|港町|波止場', ru: 'гаван~|гавань|порт|причал', pt: 'porto|cais', ar: 'ميناء|مرفا', no: 'havn|brygge', nl: 'haven|pier', da: 'havn|kaj', es: 'puerto|muelle', id: 'pelabuhan|dermaga',
  },
  city: {
    en: 'city|+cities|town|cityscape|skyline|downtown|metropolis|urban|tokyo|new york|manhattan|london|paris|shanghai|hong kong|dubai|megacity|rooftops', zh: '城市|都市|城|上海|香港|东京', tw: '城市|都市|城|上海|香港|東京|台北', th: 'เมือง|กรุงเทพ|มหานคร', it: 'città|metropoli', pl: 'miast~|miast|mieście|metropoli~', tr: 'şehir|şehri|şehrin|kent|istanbul', fr: 'ville|cité|métropole', ko: '도시|시내|서울|도심', de: 'stadt|städte|großstadt|skyline', ja: '都市|街|都会|東京|町並み', ru: 'город|город~|мегаполис', pt: 'cidade|metrópole', ar: 'مدينة|مدن', no: 'by|byen|byer|storby', nl: 'stad|steden|skyline', da: 'by|byen|byer|storby', es: 'ciudad|ciudades|metrópoli', id: 'kota|perkotaan',
  },
  street: {
    en: 'street|+streets|alley|alleyway|avenue|boulevard|market|bazaar|sidewalk|plaza|square in town|cafe terrace', zh: '街道|街头|小巷|街|胡同|市场|夜市', tw: '街道|街頭|小巷|街|胡同|市場|夜市', th: 'ถนนในเมือง|ตรอก|ซอย|ตลาด', it: 'strada di città|vicolo|vicoli|via|viale|mercato', pl: 'ulic~|zauł~|targ', tr: 'sokak|sokağı|cadde|çarşı', fr: 'rue|ruelle|avenue|marché', ko: '거리|골목|길거리|시장', de: 'straße|gasse|allee|markt', ja: '通り|路地|街角|市場', ru: 'улиц~|улочк~|переул~|рынок', pt: 'rua|beco|avenida|mercado', ar: 'شارع|شوارع|زقاق|سوق', no: 'gate|gata|gaten|smug|marked', nl: 'straat|straten|steeg|markt', da: 'gade|gyde|marked', es: 'calle|callejón|avenida|mercado', id: 'jalanan|gang|jalan kota|pasar',
  },
  village: {
    en: 'village|+villages|hamlet|cottages|small town|settlement|old town', zh: '村庄|村落|小镇|古镇|乡村|村', tw: '村莊|村落|小鎮|古鎮|鄉村|村', th: 'หมู่บ้าน|ชนบท', it: 'villagg~|borgo|borghi|paesin~', pl: 'wieś|wsi|wsie|wiosk~|miasteczk~', tr: 'köy|kasaba', fr: 'village|hameau|bourg', ko: '마을|시골', de: 'dorf|dörfer', ja: '村|村落|田舎', ru: 'деревн~|село|посел~', pt: 'aldeia|vila|vilarejo', ar: 'قرية|قرى', no: 'landsby|bygd', nl: 'dorp', da: 'landsby', es: 'pueblo|aldea|pueblito', id: 'desa|kampung',
  },
  garden: {
    en: 'garden|+gardens|park|zen garden|orchard|backyard|courtyard|flower bed|greenhouse|botanical garden|playground', zh: '花园|公园|庭院|果园', tw: '花園|公園|庭院|果園', th: 'สวน|สวนดอกไม้|สวนสาธารณะ', it: 'giardin~|parco|parchi|frutteto', pl: 'ogród|ogrod~|park|park~|sad', tr: 'bahçe|park', fr: 'jardin|parc|verger', ko: '정원|공원|과수원', de: 'garten|gärten|park', ja: '庭|庭園|公園|果樹園', ru: 'сад|сад~|парк|парк~', pt: 'jardim|jardins|parque|pomar', ar: 'حديقة|حدائق|بستان', no: 'hage|park', nl: 'tuin|park', da: 'have|haven|park', es: 'jardín|jardines|parque|huerto', id: 'taman|kebun',
  },
  road: {
    en: 'road|+roads|highway|path|pathway|trail|route|lane|motorway|railway|railroad|track|tracks|racetrack|country road', zh: '公路|道路|小路|马路|铁路|路', tw: '公路|道路|小路|馬路|鐵路|路', th: 'ถนน|ทางหลวง|ทางเดิน', it: 'strada|strade|sentiero|autostrada', pl: 'drog~|dróg|ścieżk~|szos~', tr: 'yol|patika|otoyol', fr: 'route|chemin|sentier|autoroute', ko: '도로|길|오솔길|고속도로', de: 'weg|landstraße|pfad|autobahn', ja: '道|道路|小道|線路', ru: 'дорог~|дорог|троп~|шосс~', pt: 'estrada|caminho|trilha|rodovia', ar: 'طريق|طرق|درب', no: 'vei|veien|sti|landevei', nl: 'weg|pad|snelweg', da: 'vej|sti|landevej', es: 'carretera|camino|sendero|autopista', id: 'jalan|jalan setapak|jalan raya',
  },
  sky: {
    en: 'sky|+skies|heaven|heavens|above the clouds|sky full', zh: '天空|蓝天|空中|云海', tw: '天空|藍天|空中|雲海', th: 'ท้องฟ้า|ฟ้า', it: 'ciel~', pl: 'nieb~|niebo|niebie', tr: 'gökyüzü|gök|gökyüzünde', fr: 'ciel|cieux', ko: '하늘', de: 'himmel', ja: '空|大空|青空|雲海', ru: 'неб~|небо|небес~', pt: 'céu|céus', ar: 'سماء|سموات', no: 'himmel|himmelen', nl: 'hemel|lucht', da: 'himmel|himlen', es: 'cielo', id: 'langit|angkasa biru',
  },
  space: {
    en: 'space|outer space|cosmos|cosmic|universe|orbit|interstellar|deep space|outer worlds|starfield|celestial', zh: '太空|宇宙|星际|外太空', tw: '太空|宇宙|星際|外太空', th: 'อวกาศ|จักรวาล', it: 'spazio|cosmo|universo|cosmic~', pl: 'kosmos|kosmos~|kosmicz~|wszechświat|przestrzeń kosmiczna', tr: 'uzay|evren|kozmos', fr: 'espace|cosmos|univers', ko: '우주|은하계', de: 'weltraum|weltall|kosmos|universum', ja: '宇宙', ru: 'космос|космос~|космич~|вселенн~', pt: 'espaço|cosmos|universo', ar: 'فضاء|الفضاء|كون', no: 'verdensrommet|rommet|verdensrom|kosmos', nl: 'ruimte|heelal|kosmos', da: 'rummet|verdensrummet|rum|kosmos', es: 'espacio|cosmos|universo', id: 'luar angkasa|antariksa|angkasa|alam semesta',
  },
  studio: {
    en: 'studio|stage|theatre stage|product shot|product photo|podium|pedestal|still life|plain background|seamless background|white background|backdrop|product photography|display stand', zh: '摄影棚|产品照|静物|展台|纯色背景', tw: '攝影棚|產品照|靜物|展台|純色背景', th: 'สตูดิโอ|แท่นวาง', it: 'studio|natura morta|piedistallo', pl: 'studi~|studio|martwa natura', tr: 'stüdyo|natürmort', fr: 'studio|nature morte|piédestal', ko: '스튜디오|정물|정물화', de: 'studio|stillleben|podest', ja: 'スタジオ|静物', ru: 'студи~|натюрморт', pt: 'estúdio|natureza morta|pedestal', ar: 'استوديو|طبيعه صامته', no: 'studio|stilleben', nl: 'studio|stilleven', da: 'studie|stilleben|studio', es: 'estudio|bodegón|pedestal', id: 'studio|alam benda',
  },
  room: {
    en: 'room|+rooms|interior|indoors|inside|bedroom|kitchen|living room|office|library|table|desk|window|shelf|cafe', zh: '房间|室内|客厅|卧室|厨房|桌子|桌上', tw: '房間|室內|客廳|臥室|廚房|桌子|桌上', th: 'ห้อง|ในบ้าน|โต๊ะ', it: 'stanza|stanze|interno|camera|tavolo|cucina', pl: 'pokój|pokoj~|wnętrz~|stół|stole', tr: 'oda|odası|iç mekan|masa|mutfak', fr: 'chambre|pièce|intérieur|table|cuisine', ko: '방|실내|거실|탁자|부엌', de: 'zimmer|raum|innenraum|tisch|küche', ja: '部屋|室内|テーブル|机', ru: 'комнат~|интерьер|стол|столе|кухн~', pt: 'quarto|sala|interior|mesa|cozinha', ar: 'غرفة|داخل|طاوله|مطبخ', no: 'rom|stue|bord|kjøkken', nl: 'kamer|interieur|tafel|keuken', da: 'værelse|stue|bord|køkken', es: 'habitación|interior|sala|mesa|cocina', id: 'ruangan|kamar|meja|dapur',
  },
  abstract: {
    en: 'abstract|abstraction|texture|pattern|wallpaper|psychedelic|surreal shapes|generative|shapes|abstract art', zh: '抽象|纹理|图案', tw: '抽象|紋理|圖案', th: 'นามธรรม|ลวดลาย', it: 'astratt~|motivo|trama', pl: 'abstrakc~|wzór', tr: 'soyut|desen', fr: 'abstrait|motif|texture', ko: '추상|추상적|추상화|무늬|패턴', de: 'abstrakt|muster|textur', ja: '抽象|抽象画|模様|抽象的', ru: 'абстракт~|абстракц~|узор', pt: 'abstrat~|padrão|textura', ar: 'تجريدي|تجريد|نمط', no: 'abstrakt|mønster', nl: 'abstract|patroon', da: 'abstrakt|mønster', es: 'abstract~|patrón|textura', id: 'abstrak|pola|tekstur',
  },
};
