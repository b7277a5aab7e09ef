// What `npm start` does before the server: install what is missing, build what is stale.
import { buildIfStale } from './build.mjs';
import { installIfMissing } from './install.mjs';

installIfMissing();
buildIfStale();
