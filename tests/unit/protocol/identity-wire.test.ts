import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { IdentityForm } from '#domain/identity.ts';
import { IDENTITY_STATES } from '#domain/identity-state.ts';
import {
  identityFormFromWire,
  identityFormToWire,
  identityFromWire,
  identityPartOfField,
  identityToWire,
  uploadedUrl,
  uploadIdOf,
} from '#protocol/identity-wire.ts';
import { RealNameForm, RealNameReply } from '#protocol/rest/identity.ts';

const ID = '0123456789abcdef0123456789abcdef';
const FORM: IdentityForm = {
  ...{ name: 'Ada', document: 'passport', number: 'P1', ssn: '12-34', country: 'GB', birthday: '1990-12-10' },
  photos: { front: 'f', back: 'b', hand: 'h' },
};

it('S1-3.18 D1.3.19 D1.5.13 an identity goes over the wire and comes back as it was, with id_type 1 or 2', () => {
  const wire = identityFormToWire(FORM);
  expect(wire).toMatchObject({ id_type: '2', card_id: 'P1', front_pic: 'f', reverse_pic: 'b', hand_pic: 'h' });
  expect(identityFormToWire({ ...FORM, document: 'card' }).id_type).toBe('1');
  expect(identityFormFromWire(v.parse(RealNameForm, wire))).toEqual(FORM);
  const identity = { form: FORM, state: 'rejected', reason: 'blurred', submittedMs: Date.UTC(2026, 0, 2) } as const;
  const row = identityToWire(identity);
  expect(v.parse(RealNameReply, row)).toMatchObject({ review_status: 3, remark: 'blurred', submitted_at: '2026-01-02 00:00:00' });
  expect(identityFromWire(row)).toEqual(identity);
});

it('S1-4.21 states are 0 to 3; what is no state is none, and what is no reply is nothing', () => {
  const state = (review_status: unknown) => identityFromWire({ review_status })?.state;
  expect([0, '1', 2, 3, 7, null].map(state)).toEqual(['none', 'waiting', 'verified', 'rejected', 'none', 'none']);
  expect(['x', null, []].map(identityFromWire)).toEqual([undefined, undefined, undefined]);
  expect(identityFormFromWire(v.parse(RealNameForm, { id_type: '0' })).document).toBe('');
  expect(identityFormFromWire(v.parse(RealNameForm, { id_type: '9' })).document).toBe('');
});

it.each(IDENTITY_STATES)('S1-4.21 a verification that is %s is so at the other end', (state) => {
  const row = identityToWire({ form: FORM, state, reason: '', submittedMs: Date.UTC(2026, 0, 2) });
  expect(v.parse(RealNameReply, row).review_status).toBe(IDENTITY_STATES.indexOf(state));
  expect(identityFromWire(row)?.state).toBe(state);
});

it('S1-3.18 what is no number of a state is no reply', () => {
  const row = identityToWire({ form: FORM, state: 'waiting', reason: '', submittedMs: Date.UTC(2026, 0, 2) });
  for (const review_status of [-1, IDENTITY_STATES.length, '1']) expect(v.is(RealNameReply, { ...row, review_status })).toBe(false);
});

it('a photo is named by its address or its id, and by nothing else', () => {
  expect(uploadIdOf(uploadedUrl(ID, 1_772_582_400, 'a'.repeat(32)))).toBe(ID);
  expect(uploadIdOf(ID)).toBe(ID);
  for (const other of [
    '',
    ID.toUpperCase(),
    `https://evil.example/api/common/file/${ID}`,
    `/api/common/file/${ID}/..`,
    `/x/${ID}`,
    `${ID}\n`,
  ])
    expect(uploadIdOf(other), other).toBeUndefined();
  expect([identityPartOfField('reverse_pic'), identityPartOfField('constructor')]).toEqual(['back', undefined]);
});
