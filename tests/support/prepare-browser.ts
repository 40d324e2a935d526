import { prepareChromium } from './chromium.ts';

export default prepareChromium;
