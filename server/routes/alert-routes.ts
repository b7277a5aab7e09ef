/** Price alerts: one's own, of either realm. */
import {
  AlertListReply,
  AlertPageQuery,
  AlertRow,
  CreateAlertQuery,
  DeleteAlertQuery,
  DeletedAlertReply,
  EditAlertQuery,
  FiredListReply,
} from '#protocol/rest/alert.ts';
import {
  alertListEndpoint,
  createAlertEndpoint,
  deleteAlertEndpoint,
  editAlertEndpoint,
  firedAlertsEndpoint,
} from '#protocol/rest/alert-endpoints.ts';
import type { Alerts } from '../alerts/alert-desk.ts';
import { done } from '../outcome.ts';
import { OWN, ownRoute, type Route } from './route.ts';

export const alertRoutes = ({ alerts }: { readonly alerts: Alerts }): Route[] => [
  ownRoute({
    endpoint: alertListEndpoint,
    summary: 'Own active price alerts, newest first',
    access: OWN,
    rate: 'list',
    input: AlertPageQuery,
    reply: AlertListReply,
    handle: async ({ trader }) => done(await alerts.list(trader)),
  }),
  ownRoute({
    endpoint: firedAlertsEndpoint,
    summary: 'Own price alerts that fired, newest first, in pages of 20',
    access: OWN,
    rate: 'list',
    input: AlertPageQuery,
    reply: FiredListReply,
    handle: async ({ trader, input }) => done(await alerts.fired(trader, Number(input.page))),
  }),
  ownRoute({
    endpoint: createAlertEndpoint,
    summary: 'Sets an alert for a price or for a move within a time',
    access: OWN,
    rate: 'close',
    input: CreateAlertQuery,
    reply: AlertRow,
    handle: ({ session, input, key }) => alerts.create(session, input, key),
  }),
  ownRoute({
    endpoint: editAlertEndpoint,
    summary: 'Changes an alert and starts it again',
    access: OWN,
    rate: 'close',
    input: EditAlertQuery,
    reply: AlertRow,
    handle: ({ session, input, key }) => alerts.edit(session, input, key),
  }),
  ownRoute({
    endpoint: deleteAlertEndpoint,
    summary: 'Deletes an alert',
    access: OWN,
    rate: 'close',
    input: DeleteAlertQuery,
    reply: DeletedAlertReply,
    handle: ({ session, input, key }) => alerts.remove(session, input.id, key),
  }),
];
