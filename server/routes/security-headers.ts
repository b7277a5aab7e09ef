/** The headers of every reply, errors and files included (security S1, S11). */

const OFF_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];
/** The chart fills the screen; what is copied goes to the clipboard; passkeys are made and asked for here, never in a frame of others. */
const OWN_FEATURES = ['fullscreen', 'clipboard-write', 'publickey-credentials-get', 'publickey-credentials-create'];
const PERMISSIONS = [...OFF_FEATURES.map((feature) => `${feature}=()`), ...OWN_FEATURES.map((feature) => `${feature}=(self)`)].join(', ');
export const CSP_REPORT_PATH = '/api/csp-report';
const HSTS = 'max-age=63072000; includeSubDomains';

/** The policy of every document. `host` is named for browsers whose 'self' does not cover the socket's scheme. */
function contentPolicy(host: string | undefined, isSecure: boolean): string {
  const socket = host !== undefined && /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? ` ${isSecure ? 'wss' : 'ws'}://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-html app-worker',
    'report-to csp',
  ].join('; ');
}

/** The pages of `/docs` come with a library that sets styles inline and knows no Trusted Types. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** True for the pages of the API's document. */
const isDocs = (path: string): boolean => /^\/docs([/?]|$)/.test(path);

export function securityHeaders(request: { host: string | undefined; isSecure: boolean; path: string }): Record<string, string> {
  return {
    'content-security-policy': isDocs(request.path) ? DOCS_POLICY : contentPolicy(request.host, request.isSecure),
    'reporting-endpoints': `csp="${CSP_REPORT_PATH}"`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': PERMISSIONS,
    ...(request.isSecure ? { 'strict-transport-security': HSTS } : {}),
  };
}
