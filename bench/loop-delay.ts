import { existsSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Preloaded into a server under test. When `ask` appears in LOOP_FOLDER, each process of the server writes the 99th percentile of its event loop
// delay in milliseconds to a file there, and starts anew when `ask` is gone.

const folder = process.env.LOOP_FOLDER ?? '';
const histogram = monitorEventLoopDelay({ resolution: 5 });
histogram.enable();
let wasAsked = false;
setInterval(() => {
  const isAsked = existsSync(`${folder}/ask`);
  if (isAsked && !wasAsked) {
    writeFileSync(`${folder}/${process.pid}.loop`, String(histogram.percentile(99) / 1e6));
  }
  if (wasAsked && !isAsked) histogram.reset();
  wasAsked = isAsked;
}, 250).unref();
