// Stands in for ffmpeg and ffprobe in tests: node fake-ffmpeg.mjs MODE_FILE ffmpeg|ffprobe argument…
import { appendFileSync, copyFileSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [modeFile = '', program, ...args] = process.argv.slice(2);
const mode = readFileSync(modeFile, 'utf8').trim();
const log = modeFile.replace(/mode$/, 'calls');
const mp4 = fileURLToPath(new URL('../../app/sample/videos/react.mp4', import.meta.url));
const input = args[args.indexOf('-i') + 1]?.replace(/^file:/, '') ?? '';
const output = args.at(-1)?.replace(/^file:/, '') ?? '';

function probe() {
  const isAvi = readFileSync(input).toString('latin1', 0, 4) === 'RIFF';
  const video = isAvi
    ? {
        codec_type: 'video',
        codec_name: 'mpeg4',
        pix_fmt: 'yuv420p',
        width: mode === 'wide' ? 4_097 : 640,
        height: 480,
      }
    : { codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p' };
  const duration = mode === 'short' && !isAvi ? '3.0' : mode === 'endless' ? '0.1' : '12.0';
  console.log(JSON.stringify({ format: { duration }, streams: [video] }));
}

function poster() {
  // One white pixel.
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';
  writeFileSync(output, Buffer.from(png, 'base64'));
}

async function convert() {
  appendFileSync(log, `${process.pid}\n`);
  if (mode === 'hang') setInterval(() => undefined, 1_000);
  else if (mode === 'crash') process.kill(process.pid, 'SIGSEGV');
  else if (mode === 'huge') {
    const file = openSync(output, 'w');
    const block = Buffer.alloc(8 * 1_048_576);
    for (let second = 1; ; second += 1) {
      writeSync(file, block);
      writeSync(1, `out_time_us=${second}000\n`);
    }
  } else if (mode === 'chatty') {
    for (;;) writeSync(1, 'out_time_us=N/A\n'.repeat(1_000));
  } else if (mode === 'wrong') writeFileSync(output, 'This is no video.');
  else {
    for (let second = 1; second <= (mode === 'endless' ? 100 : 12); second += 1) {
      console.log(`frame=${second}\nout_time_us=${second * 1_000_000}\nprogress=continue`);
      if (mode === 'slow' || mode === 'endless') await new Promise((resolve) => setTimeout(resolve, 250));
    }
    copyFileSync(mp4, output);
    console.log('progress=end');
  }
}

if (program === 'ffprobe') probe();
else if (args.includes('image2')) poster();
else await convert();
