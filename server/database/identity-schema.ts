/** The tables of photos and of real-name verification. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';
import type { SentIdentityState } from '#domain/identity-state.ts';

export interface IdentityTables {
  /**
   * A photo that a person sent. `id`: 128 random bits in hex. `received_bytes`: of the file as it came, which the quota of a day counts.
   * `delete_at`: when it goes, unless an application takes it before; null while one has it.
   */
  upload: { id: string; user_id: number; created_at: number; received_bytes: number; delete_at: number | null };
  /** The JPEG that was made of it, encrypted. */
  upload_body: { upload_id: string; body: Uint8Array };
  /** An application, one of a person at most waiting or verified; the newest counts. */
  identity: {
    id: Generated<number>;
    user_id: number;
    state: SentIdentityState;
    /** What was typed, as encrypted JSON of `IdentityDetails`. */
    details: string;
    /** Keyed hash of the document, to find who else has shown it. */
    document_hash: string;
    front_id: string;
    back_id: string;
    hand_id: string | null;
    submitted_at: number;
    decided_at: number | null;
    /** Why it was rejected. */
    remark: string;
  };
}
