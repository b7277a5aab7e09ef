/**
 * The two primitives that the log of the tape rests on, passed in: the server has them from Node, page, worker and command from a
 * library (`noble-crypto.ts`). Nothing in this folder hashes or verifies by itself.
 */

/** SHA-256 of bytes: 32 bytes. */
export type Sha256 = (data: Uint8Array) => Uint8Array;
/** Whether an Ed25519 signature (64 bytes) of a message is by a public key (32 bytes). Bytes of a wrong length or form are `false`, never an error. */
type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
/** The Ed25519 signature (64 bytes) of a message by a seed (32 bytes), as RFC 8032 has it: the same every time. */
export type Sign = (message: Uint8Array, seed: Uint8Array) => Uint8Array;
/** What a verifier needs. */
export type TapeCrypto = { readonly sha256: Sha256; readonly verify: Verify };

/** Bytes of a hash. */
export const HASH_BYTES = 32;
