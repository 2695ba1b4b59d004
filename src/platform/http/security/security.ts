import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Security headers of every answer. Scripts and styles come from here alone; images and workers also from blobs the page
 * makes itself. The scripts that Next writes into a page are let in page by page (`web.ts`); while developing all are.
 * @param secure whether browsers come by HTTPS
 * @param development whether Next's hot reload (which evaluates code) must work
 * @param media another origin that videos are played from
 * @param widget where the human check's widget comes from, none for the product's own
 */
export function securityHeaders(secure: boolean, development: boolean, media?: string, widget: readonly string[] = []): FastifyHelmetOptions {
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

/** What pages may ask the browser for: nothing that Kinora does not use (W3C Permissions Policy). */
export const PERMISSIONS_POLICY = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb'].map((feature) => `${feature}=()`).join(', ');
