/** All silhouettes by subject. Subjects painted by the kernel and 3D subjects are not listed. */
import type { SubjectId } from '../../../scene/scene.js';
import { ANIMALS } from './animals.js';
import { BUILDINGS } from './buildings.js';
import { CREATURES } from './creatures.js';
import { FURNITURE } from './furniture.js';
import { HEAVENS } from './heavens.js';
import { PEOPLE } from './people.js';
import { PLANTS } from './plants.js';
import { SEA } from './sea.js';
import type { Silhouette } from './silhouette.js';
import { THINGS } from './things.js';
import { VEHICLES } from './vehicles.js';

export const SILHOUETTES: Readonly<Partial<Record<SubjectId, Silhouette>>> = {
  ...ANIMALS,
  ...BUILDINGS,
  ...CREATURES,
  ...FURNITURE,
  ...HEAVENS,
  ...PEOPLE,
  ...PLANTS,
  ...SEA,
  ...THINGS,
  ...VEHICLES,
};
