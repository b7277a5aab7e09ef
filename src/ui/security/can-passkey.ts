/** True where passkeys can be used: a browser that knows them, on a page that has a domain. An address of numbers has none. */
export const canPasskey = (): boolean => 'PublicKeyCredential' in globalThis && !/^\[|^\d+(\.\d+){3}$/.test(location.hostname);
