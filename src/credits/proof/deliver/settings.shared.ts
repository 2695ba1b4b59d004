/** A bucket for roots, usually of another account than the installation's own. */
export interface RootsBucket {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** Days of object lock; 0 for none. */
  readonly lockDays: number;
}

/** An authority that confirms the time of roots (RFC 3161). */
export interface StampSettings {
  readonly url: string;
  /**
   * PEM file with the certificates that its own must lead to; without one, any certificate for time stamps is accepted.
   */
  readonly caFile?: string;
}

/** Where signed roots are delivered. */
export interface RootsSettings {
  readonly folder?: string;
  readonly bucket?: RootsBucket;
  /** Addresses that receive the newest root by email. */
  readonly mailTo: readonly string[];
  readonly stamps?: StampSettings;
}
