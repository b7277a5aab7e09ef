/** A micro trade that was begun before its person had an account: the form, and with which trade it is to be sent. */
import type { NewMicro } from '#domain/micro-trade.ts';
import { begun, type Sending } from '../visit/begun.ts';
import type { MicroForm } from './micro-form.ts';

export const begunMicro = begun<MicroForm, Sending & { readonly asked: NewMicro }>();
