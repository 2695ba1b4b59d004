/** Stop words that carry a meaning which no painter draws. */
import { normalise } from './lexicon.js';

/**
 * Words for activities and ages; people are drawn standing and without age. Only words that are also stop words are
 * listed, because all others are unknown anyway.
 */
const UNDRAWN_WORDS =
  'sitting|sits|dancing|riding|holding|wearing|walking|running|looking|resting|swimming|crossing|sailing in|old|new|young';

/** Words for spatial relations in every interface language except Korean, which expresses them by endings. */
const RELATION_WORDS =
  'on|in|under|behind|before|between|beside|next|around|through|across|against|along|above|below|beneath|over|front|top|bottom|inside of' +
  '|auf|unter|über|hinter|vor|neben|zwischen|sur|sous|dans|devant|derrière|entre|dessus|dessous|su|sul|sullo|sulla|sopra|sotto|accanto|davanti|dietro|tra|fra' +
  '|sobre|bajo|bajo|junto|detrás|delante|encima|debajo|sob|atrás|frente|na|nad|pod|przy|obok|przed|między|на|над|под|между|перед|возле|рядом|около' +
  '|üzerinde|üstünde|altında|yanında|içinde|arasında|arkasında|önünde|op|onder|achter|naast|tussen|på|ved|mellom|mellem|bak|bag|foran|atas|antara|depan|belakang|samping|dalam' +
  '|على|فوق|تحت|بين|بجانب|امام|خلف|上|里|裡|中|下|旁|旁边|旁邊|前面|后面|後面|之上|之间|之間|後ろ|横|隣|そば|บน|ใต้|เหนือ|ข้าง|หลัง|위|위에|위의|아래|아래에|옆|옆에|앞|앞에|뒤|뒤에|사이';

/** Of these, the relations that hold between a subject in the sky and whatever stands below it. */
const OVERHEAD_WORDS =
  'over|above|under|below|beneath|über|unter|sur|sous|dessus|dessous|sopra|sotto|sobre|bajo|sob|nad|pod|над|под|üzerinde|üstünde|altında|op|onder|på|atas|فوق|تحت|上|下|之上|บน|ใต้|เหนือ|위|위에|위의|아래|아래에';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split('|').map(normalise));
const UNDRAWN = setOf(UNDRAWN_WORDS);
const RELATIONS = setOf(RELATION_WORDS);
const OVERHEAD = setOf(OVERHEAD_WORDS);

/** Whether a stop word expresses an activity or an age. */
export const isUndrawn = (word: string): boolean => UNDRAWN.has(word);

/** Whether a stop word expresses a spatial relation. */
export const isRelation = (word: string): boolean => RELATIONS.has(word);

/** Whether a relation is one between the sky and what is below it. */
export const isOverhead = (word: string): boolean => OVERHEAD.has(word);
