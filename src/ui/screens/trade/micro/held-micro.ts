/** A micro trade that was begun before its person had an account: the form, and with which trade it is to be sent. */
import type { NewMicro } from '#domain/micro-order.ts';
import { held, type Sending } from '../visit/held.ts';
import type { MicroForm } from './micro-form.ts';

export const heldMicro = held<MicroForm, Sending & { readonly asked: NewMicro }>();
