/** The endpoints of photos and of real-name verification, apart from the others: what a first page loads names none of them. */
import { type Endpoint, type FileEndpoint, read } from './endpoint.ts';

/** A form of one file: the request layer's calls have no such body, `src/rest/upload.ts` sends it. */
export const uploadEndpoint: FileEndpoint = { path: '/api/common/image_upload', method: 'POST', body: 'file', money: false };
export const UPLOADED_PATH = '/api/common/file';
/** Answers a file. The id is part of the path; `e` and `s` say until when, and that the server said so. */
export const uploadedEndpoint = read(`${UPLOADED_PATH}/:id`);
export const identityEndpoint = read('/api/user_real/center');
export const realNameEndpoint: Endpoint = { path: '/api/user_real/real_name', method: 'POST', body: 'json', money: false };
