import { simulationRuns } from './simulation-runs.ts';

// An order that was closed while the account's code was on its way came back with what had waited for it.
simulationRuns('ext', [372_193]);
