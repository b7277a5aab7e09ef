/** The endpoints of price alerts, apart from the others: what a first page loads names none of them. */
import { form, read } from './endpoint.ts';

export const alertListEndpoint = read('/v2/api/alert/list');
export const firedAlertsEndpoint = read('/v2/api/alert/fired');
/** No money calls: what one of them does under a key it does once, and without one a person sees in the list. */
export const createAlertEndpoint = form('/v2/api/alert/create');
export const editAlertEndpoint = form('/v2/api/alert/edit');
export const deleteAlertEndpoint = form('/v2/api/alert/delete');
