/** Before each file: what the testing library waits for may take as long as what `expect.poll` waits for. */
import { configure } from '@testing-library/preact';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    patienceMs: number;
  }
}

configure({ asyncUtilTimeout: inject('patienceMs') });
