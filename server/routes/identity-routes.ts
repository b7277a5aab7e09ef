/** Photos, and real-name verification (specification S1 section 7). */
import * as v from 'valibot';
import { RealNameForm, RealNameReply, UploadedLink, UploadedQuery, UploadReply } from '#protocol/rest/identity.ts';
import { identityEndpoint, realNameEndpoint, uploadEndpoint, uploadedEndpoint } from '#protocol/rest/identity-endpoints.ts';
import type { Identities } from '../identity/identity-desk.ts';
import { done, refused } from '../outcome.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { OWN, ownRoute, PUBLIC, publicRoute, type Route } from './route.ts';

/** A photo is saved, not opened: nothing in it may act as a page of this origin (security S33). */
const SHOWN_APART = { 'content-security-policy': "sandbox; default-src 'none'", 'referrer-policy': 'no-referrer' };
const REAL = { ...OWN, realm: 'real' } as const;

export const identityRoutes = ({ uploads, identities }: { uploads: Uploads; identities: Identities }): Route[] => [
  ownRoute({
    endpoint: uploadEndpoint,
    summary: 'Takes a photo: JPEG, PNG or WebP, at most 8 MB',
    access: REAL,
    rate: 'upload',
    input: v.object({}),
    reply: UploadReply,
    handle: ({ session, ip, receive }) => uploads.add({ session, ip }, receive),
  }),
  publicRoute({
    endpoint: uploadedEndpoint,
    summary: 'A photo by a signed link, which only its owner and the reviewer are given',
    access: PUBLIC,
    rate: 'list',
    files: ['image/jpeg'],
    input: UploadedQuery,
    reply: v.null(),
    async handle({ input }) {
      const photo = v.is(UploadedLink, input) && (await uploads.open(input));
      if (!photo) return refused('notFound');
      return { file: [photo], mediaType: 'image/jpeg', disposition: 'attachment; filename="photo.jpg"', headers: SHOWN_APART };
    },
  }),
  ownRoute({
    endpoint: identityEndpoint,
    summary: 'How real-name verification stands, and what was sent',
    access: REAL,
    rate: 'list',
    input: v.object({}),
    reply: RealNameReply,
    handle: async ({ trader }) => done(await identities.center(trader)),
  }),
  ownRoute({
    endpoint: realNameEndpoint,
    summary: 'Sends real-name verification to review',
    access: REAL,
    rate: 'submit',
    input: RealNameForm,
    reply: RealNameReply,
    handle: ({ session, input, ip, lang }) => identities.submit(session, input, { ip, lang }),
  }),
];
