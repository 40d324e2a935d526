import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Browser, launch } from 'puppeteer-core';
import { freePort } from './server.ts';

/** Debian's paths. */
const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const SCREEN = { width: 1024, height: 768 };
const STARTS_WITHIN_MS = 60_000;

/** A page in an engine. Controls are named by CSS selectors. */
export type EnginePage = {
  goto(url: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Types into a field. Files must lie on disk. */
  type(selector: string, text: string): Promise<void>;
  /** Types a date into a field that shows month, day and year in this order. */
  typeDate(selector: string, parts: [month: string, day: string, year: string]): Promise<void>;
  attach(selector: string, path: string): Promise<void>;
  /** Runs a function in the page, which sees none of the test's variables. */
  run<T>(work: () => T): Promise<T>;
  /** PNG of an element. */
  picture(selector: string): Promise<Buffer>;
};

export type Engine = { page: EnginePage; close: () => Promise<void> };

async function openFirefox(): Promise<Engine> {
  const browser: Browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    timeout: STARTS_WITHIN_MS,
    defaultViewport: SCREEN,
  });
  const page = await browser.newPage();
  const one = async (selector: string) => {
    const element = await page.waitForSelector(selector, { visible: true });
    if (!element) throw new Error(`${selector} is not shown`);
    return element;
  };
  return {
    page: {
      goto: async (url) => void (await page.goto(url)),
      click: async (selector) => (await one(selector)).click(),
      type: async (selector, text) => (await one(selector)).type(text),
      typeDate: async (selector, parts) => (await one(selector)).type(parts.join('')),
      attach: async (selector, path) => {
        const field = await page.waitForSelector(selector);
        await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
      },
      run: (work) => page.evaluate(work),
      picture: async (selector) => Buffer.from(await (await one(selector)).screenshot()),
    },
    close: () => browser.close(),
  };
}

/** The key of an element in answers of WebDriver, https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const ARROW_RIGHT = '\uE014';

/** Sends commands of WebDriver. */
function sessionOf(origin: string, session: string) {
  const send = async <Value = unknown>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<Value> => {
    const answer = await fetch(`${origin}/session${session && `/${session}`}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (answer.ok) return value;
    // The page was left meanwhile. The next one is asked.
    if (value.error === 'no such frame') return send(method, path, body);
    throw new Error(`${path}: ${value.error}, ${value.message}`);
  };
  const one = async (selector: string): Promise<string> => {
    const found = await send<Record<string, string>[]>('POST', '/elements', {
      using: 'css selector',
      value: selector,
    });
    const id = found[0]?.[ELEMENT];
    if (!id) throw new Error(`${selector} is not on the page`);
    return id;
  };
  return { send, one };
}

/** Stops a process and what it started. */
async function end(child: ChildProcess) {
  if (child.exitCode !== null || !child.pid) return;
  process.kill(-child.pid, 'SIGKILL');
  await once(child, 'exit');
}

async function openWebKit(): Promise<Engine> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'certrace-webkit-'));
  const driver = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1400x1000x24', 'dbus-run-session', '--', WEBKIT_DRIVER, `--port=${port}`],
    {
      detached: true,
      stdio: 'ignore',
      // As root, its sandbox cannot start.
      env: { ...process.env, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + STARTS_WITHIN_MS;
  while (
    !(await fetch(`${origin}/status`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer');
    await delay(100);
  }
  const { sessionId } = await sessionOf(origin, '').send<{ sessionId: string }>('POST', '', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } },
    },
  });
  const { send, one } = sessionOf(origin, sessionId);
  await send('POST', '/timeouts', { implicit: 15_000 });
  await send('POST', '/window/rect', SCREEN);
  const onElement = async (selector: string, act: string, body?: object) =>
    void (await send('POST', `/element/${await one(selector)}/${act}`, body));
  return {
    page: {
      goto: async (url) => void (await send('POST', '/url', { url })),
      click: (selector) => onElement(selector, 'click'),
      type: (selector, text) => onElement(selector, 'value', { text }),
      typeDate: (selector, parts) => onElement(selector, 'value', { text: parts.join(ARROW_RIGHT) }),
      attach: (selector, path) => onElement(selector, 'value', { text: path }),
      run: (work) => send('POST', '/execute/sync', { script: `return (${work})()`, args: [] }),
      // Its pictures of single elements are empty where the page runs from the right.
      async picture(selector) {
        const { x, y, width, height } = await send<DOMRect>('GET', `/element/${await one(selector)}/rect`);
        const screen = await loadImage(Buffer.from(await send<string>('GET', '/screenshot'), 'base64'));
        const canvas = createCanvas(width, height);
        canvas.getContext('2d').drawImage(screen, -x, -y);
        return canvas.encode('png');
      },
    },
    async close() {
      await send('DELETE', '').catch(() => undefined);
      await end(driver);
      rmSync(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Firefox and WebKit, which is Safari's engine, where they are installed. */
export const ENGINES = [
  { name: 'Firefox', isInstalled: existsSync(FIREFOX), open: openFirefox },
  { name: 'WebKit', isInstalled: existsSync(WEBKIT_DRIVER) && existsSync(MINI_BROWSER), open: openWebKit },
];
