/** What the parts of Creation share, given to Nest by `CreationPortsModule`; the type of each stands beside it. */

/** `CreationSettings` */
export const SETTINGS = Symbol('CREATION_SETTINGS');
/** `LifecycleDeps` */
export const LIFECYCLE = Symbol('LIFECYCLE');
/** `ReserveDeps` */
export const RESERVE = Symbol('RESERVE');
/** `FreeUseDeps` */
export const FREE_USE = Symbol('FREE_USE');
/** `ContentChecks` */
export const CHECKS = Symbol('CHECKS');
