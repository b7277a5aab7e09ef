/** One action for each tick, as a handler of messages does it. */
import { showReduxScreen } from './redux-screen.tsx';

void showReduxScreen(false);
