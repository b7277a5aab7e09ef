/** The endpoints of messages to a person, apart from the others: what a first page loads names none of them. */
import { read } from './endpoint.ts';

export const messagesEndpoint = read('/api/internalMessage/list');
