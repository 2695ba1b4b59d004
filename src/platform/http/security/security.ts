import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Security headers of every response. Scripts and styles are allowed from this origin only; images and workers also
 * from blobs of the page. Next's inline scripts are allowed page by page (`web.ts`); in development all are.
 * @param secure whether browsers use HTTPS
 * @param development whether Next's hot reload (which evaluates code) must work
 * @param media another origin that serves videos
 * @param widget origin of the human check's widget; none for the product's own
 */
export function securityHeaders(
  secure: boolean,
  development: boolean,
  media?: string,
  widget: readonly string[] = [],
): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...widget, ...(development ? ["'unsafe-inline'", "'unsafe-eval'"] : [])],
        styleSrc: ["'self'", "'unsafe-inline'", ...widget],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:', ...(media === undefined ? [] : [media])],
        fontSrc: ["'self'", 'data:'],
        ...(widget.length === 0 ? {} : { frameSrc: ["'self'", ...widget] }),
        connectSrc: ["'self'", 'blob:', ...widget, ...(development ? ['ws:'] : [])],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  };
}

/** Permissions of pages: nothing that Kinora does not use (W3C Permissions Policy). */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
