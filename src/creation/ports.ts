/** Injection tokens of `CreationPortsModule`, with the type of each. */

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
