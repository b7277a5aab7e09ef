import { simulationRuns } from './simulation-runs.ts';

simulationRuns('base', []);
