/** Words that the grammar needs, that say something, and that no painter draws. */
import { normalise } from './lexicon.js';

/** What someone does or how old something is: whoever is drawn stands there, of no age. Only words that are stop words too: all others are unknown anyway. */
const UNDRAWN_WORDS =
  'sitting|sits|dancing|riding|holding|wearing|walking|running|looking|resting|swimming|crossing|sailing in|old|new|young';

/** Words for where one thing is in relation to another, in every interface language; Korean says it with endings of its own. */
const RELATION_WORDS =
  'on|in|under|behind|before|between|beside|next|around|through|across|against|along|above|below|beneath|over|front|top|bottom|inside of' +
  '|auf|unter|über|hinter|vor|neben|zwischen|sur|sous|dans|devant|derrière|entre|dessus|dessous|su|sul|sullo|sulla|sopra|sotto|accanto|davanti|dietro|tra|fra' +
  '|sobre|bajo|bajo|junto|detrás|delante|encima|debajo|sob|atrás|frente|na|nad|pod|przy|obok|przed|między|на|над|под|между|перед|возле|рядом|около' +
  '|üzerinde|üstünde|altında|yanında|içinde|arasında|arkasında|önünde|op|onder|achter|naast|tussen|på|ved|mellom|mellem|bak|bag|foran|atas|antara|depan|belakang|samping|dalam' +
  '|على|فوق|تحت|بين|بجانب|امام|خلف|上|里|裡|中|下|旁|旁边|旁邊|前面|后面|後面|之上|之间|之間|後ろ|横|隣|そば|บน|ใต้|เหนือ|ข้าง|หลัง|위|위에|위의|아래|아래에|옆|옆에|앞|앞에|뒤|뒤에|사이';

/** Of these, what is true of a thing in the sky and whatever stands below it. */
const OVERHEAD_WORDS = 'over|above|under|below|beneath|über|unter|sur|sous|dessus|dessous|sopra|sotto|sobre|bajo|sob|nad|pod|над|под|üzerinde|üstünde|altında|op|onder|på|atas|فوق|تحت|上|下|之上|บน|ใต้|เหนือ|위|위에|위의|아래|아래에';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split('|').map(normalise));
const UNDRAWN = setOf(UNDRAWN_WORDS);
const RELATIONS = setOf(RELATION_WORDS);
const OVERHEAD = setOf(OVERHEAD_WORDS);

/** Whether a stop word says what is done or how old something is. */
export const isUndrawn = (word: string): boolean => UNDRAWN.has(word);

/** Whether a stop word says where a thing is in relation to another. */
export const isRelation = (word: string): boolean => RELATIONS.has(word);

/** Whether a relation is one between the sky and what is below it. */
export const isOverhead = (word: string): boolean => OVERHEAD.has(word);
