/** The endpoints of registering and of credentials, apart from the others: what a first page loads names none of them. */
import { type Endpoint, form, read } from './endpoint.ts';

/** As every POST of the specification but login, registration and withdrawal (decision D0.06). */
const json = (path: string): Endpoint => ({ path, method: 'POST', body: 'json', money: false });

export const registerEndpoint = form('/api/user/register');
export const sendEmailEndpoint = json('/api/notify/send_email');
export const sendSmsEndpoint = json('/api/notify/send_sms');
export const captchaEndpoint = read('/api/default/captcha');
/** The way round the picture that needs no eyes: a puzzle that the device works on by itself. */
export const puzzleEndpoint = read('/api/default/puzzle');
export const forgetPasswordEndpoint = json('/api/user/forget_password');
export const amendPasswordEndpoint = json('/api/user/amend_password');
export const amendPayPasswordEndpoint = json('/api/user/amend_pay_password');
