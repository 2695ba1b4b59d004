import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Security headers of every answer. Scripts and styles come from here alone; pictures and workers also from blobs the page
 * makes itself. The scripts that Next writes into a page are let in page by page (`web.ts`); while developing all are.
 * @param secure whether browsers come by HTTPS
 * @param development whether Next's hot reload (which evaluates code) must work
 * @param media another origin that films are played from
 */
export function securityHeaders(secure: boolean, development: boolean, media?: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(development ? ["'unsafe-inline'", "'unsafe-eval'"] : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:', ...(media === undefined ? [] : [media])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:', ...(development ? ['ws:'] : [])],
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
