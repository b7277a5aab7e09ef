/** An authenticator in code: makes a passkey on P-256 and answers challenges as a browser hands them on, for tests without one. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

export class SoftAuthenticator {
  readonly id: Buffer;
  readonly origin: string;
  /** False: the person was not asked for a finger or a PIN. */
  isVerifying = true;
  #counter = 0;
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin = 'http://localhost:8080', id = randomBytes(32)) {
    this.origin = origin;
    this.id = id;
  }

  /** The answer to options for a new passkey, as the wire carries it. */
  make(options: { challenge: string; rp?: { id?: string } }): string {
    const authData = Buffer.concat([
      this.#head(options.rp?.id ?? 'localhost', FLAGS.attested),
      Buffer.alloc(16),
      Buffer.from([this.id.length >> 8, this.id.length & 255]),
      this.id,
      this.#coseKey(),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(authData)],
    ]);
    const response = { clientDataJSON: this.#clientData('webauthn.create', options.challenge), attestationObject: base64(attestation) };
    return JSON.stringify({ ...this.#envelope(), response: { ...response, transports: ['internal'] } });
  }

  /** The answer to a challenge to log in. */
  answer(options: { challenge: string; rpId?: string }): string {
    this.#counter++;
    const authData = this.#head(options.rpId ?? 'localhost', 0);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge);
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, clientHash]))
      .sign(this.#key.privateKey);
    const response = { clientDataJSON, authenticatorData: base64(authData), signature: base64(signature) };
    return JSON.stringify({ ...this.#envelope(), response });
  }

  #envelope() {
    return { id: base64(this.id), rawId: base64(this.id), type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): string {
    return base64(Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })));
  }

  #head(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flags = FLAGS.present | (this.isVerifying ? FLAGS.verified : 0) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const point = (name: number, value: string) => Buffer.concat([Buffer.from([name]), bytes(Buffer.from(value, 'base64url'))]);
    return Buffer.concat([head, point(0x21, x), point(0x22, y)]);
  }
}

const base64 = (data: Buffer): string => data.toString('base64url');
const text = (words: string): Buffer => Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);
const bytes = (data: Buffer): Buffer =>
  Buffer.concat([data.length < 256 ? Buffer.from([0x58, data.length]) : Buffer.from([0x59, data.length >> 8, data.length & 255]), data]);
