/** One action for each frame of the socket: what a careful hand does where the back end sends many ticks at once. */
import { showReduxScreen } from './redux-screen.tsx';

void showReduxScreen(true);
