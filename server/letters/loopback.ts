/** Whether a host of an address is this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

/** True for localhost, 127.0.0.0/8 and ::1, as `URL` writes them. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
