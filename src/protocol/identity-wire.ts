/** How real-name verification looks on the wire, both ways, and the field that a refusal names. */
import { DOCUMENT_KINDS, type DocumentKind, type IdentityForm, type IdentityPart, PHOTO_SLOTS } from '#domain/identity.ts';
import type { IdentityState } from '#domain/identity-state.ts';
import { identityStateFromWire, identityStateToWire } from './identity-state.ts';
import type { RealNameFields, RealNameReply } from './rest/identity.ts';
import { UPLOADED_PATH } from './rest/identity-endpoints.ts';
import { stampMs, stampToWire } from './stamp.ts';
import { asText, isObject } from './wire-value.ts';

/** What a person sent, and how it stands. `submittedMs`: NaN before anything was sent. `reason`: of a rejection. */
export type Identity = {
  readonly form: IdentityForm;
  readonly state: IdentityState;
  readonly reason: string;
  readonly submittedMs: number;
};

export const IDENTITY_FIELD_NAMES: Readonly<Record<IdentityPart, string>> = {
  name: 'name',
  document: 'id_type',
  number: 'card_id',
  ssn: 'ssn',
  country: 'country',
  birthday: 'birthday',
  front: 'front_pic',
  back: 'reverse_pic',
  hand: 'hand_pic',
};
type WireDocument = RealNameReply['id_type'];
const DOCUMENTS = { card: '1', passport: '2' } as const satisfies Record<DocumentKind, WireDocument>;
const documentToWire = (document: DocumentKind | ''): WireDocument => (document === '' ? '' : DOCUMENTS[document]);
const documentFromWire = (text: string): DocumentKind | '' => DOCUMENT_KINDS.find((kind) => Number(DOCUMENTS[kind]) === Number(text)) ?? '';
const TEXT_LENGTH_MAX = 600;

/** The part that a field of a refusal is about; `undefined` for another field. */
export const identityPartOfField = (field: string): IdentityPart | undefined =>
  (Object.keys(IDENTITY_FIELD_NAMES) as IdentityPart[]).find((part) => IDENTITY_FIELD_NAMES[part] === field);

export const identityFormFromWire = (row: RealNameFields): IdentityForm => ({
  ...{ name: row.name, number: row.card_id, ssn: row.ssn, country: row.country, birthday: row.birthday },
  document: documentFromWire(row.id_type),
  photos: { front: row.front_pic, back: row.reverse_pic, hand: row.hand_pic },
});

export function identityFormToWire(form: IdentityForm): Record<string, string> {
  const { document, photos, ...texts } = form;
  const parts: Record<IdentityPart, string> = { ...texts, ...photos, document: documentToWire(document) };
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [IDENTITY_FIELD_NAMES[part as IdentityPart], value]));
}

export const identityToWire = ({ form, state, reason, submittedMs }: Identity): RealNameReply => ({
  ...(identityFormToWire(form) as Pick<RealNameReply, 'name' | 'id_type' | 'card_id' | 'front_pic' | 'reverse_pic' | 'hand_pic'>),
  ...{ ssn: form.ssn, country: form.country, birthday: form.birthday },
  review_status: identityStateToWire(state),
  remark: reason,
  submitted_at: Number.isNaN(submittedMs) ? '' : stampToWire(submittedMs),
});

/** The reply of a server; `undefined` for what is none. Fields that another back end does not send are empty. */
export function identityFromWire(value: unknown): Identity | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string): string => asText(value[name], TEXT_LENGTH_MAX);
  const field = (part: IdentityPart): string => text(IDENTITY_FIELD_NAMES[part]);
  const [front = '', back = '', hand = ''] = PHOTO_SLOTS.map(field);
  return {
    form: {
      ...{ name: field('name'), number: field('number'), ssn: field('ssn'), country: field('country'), birthday: field('birthday') },
      document: documentFromWire(field('document')),
      photos: { front, back, hand },
    },
    state: identityStateFromWire(text('review_status')),
    reason: text('remark'),
    submittedMs: stampMs(text('submitted_at')),
  };
}

const UPLOADED = new RegExp(`^(?:${UPLOADED_PATH}/)?([0-9a-f]{32})(?:\\?[\\w=&]{0,200})?$`);

/** The id of an uploaded photo, of the address that the upload answered or by itself; `undefined` for any other text. */
export const uploadIdOf = (url: string): string | undefined => UPLOADED.exec(url)?.[1];

/** The address under which an uploaded photo can be had until `expiresS` (unix seconds). */
export const uploadedUrl = (id: string, expiresS: number, signature: string): string =>
  `${UPLOADED_PATH}/${id}?e=${expiresS}&s=${signature}`;
