import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The screens on which the steps of a journey are counted. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** How long a goal may take to appear. */
const GOAL_MS = 15_000;

/** Whether an element is wholly on the screen, or covers it where it is larger. Nothing is scrolled. */
const isOnScreen = (goal: Locator) =>
  goal.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const fits = (start: number, end: number, size: number) =>
      end - start > size ? start <= 0 && end >= size : start >= -1 && end <= size + 1;
    if (right <= left || bottom <= top) return false;
    return fits(top, bottom, clientHeight) && fits(left, right, clientWidth);
  });

/**
 * Counts the steps of a journey: clicks or taps on controls, and fields that are filled by typing or with a file. Scrolling, Tab,
 * Enter in a field and what a field already holds are free. Everything that the person does must go through it.
 * @example const steps = countSteps(page); await steps.fill(search, 'Ada'); await steps.enter(search); await steps.click(row);
 *   await steps.reach(heading); expect(steps.counted()).toEqual({ clicks: 1, fields: 1 });
 */
export function countSteps(page: Page) {
  let clicks = 0;
  const fields = new Set<string>();
  let values = 0;
  /** A field counts once, whatever is typed into it until it holds its value. */
  const countField = (field: Locator) => {
    const key = `${page.url()} ${field}`;
    if (!fields.has(key)) values += 1;
    fields.add(key);
  };
  return {
    counted: () => ({ clicks, fields: values }),
    /** A link, button, tab, radio, tick box or disclosure, also with its key. */
    async click(control: Locator) {
      clicks += 1;
      await control.click();
    },
    /** Opening a select and choosing is one click. */
    async choose(select: Locator, option: string) {
      clicks += 1;
      await select.selectOption(option);
    },
    /** A link in a mail, or an address that a code leads to. */
    async follow(url: string) {
      clicks += 1;
      await page.goto(url);
    },
    async fill(field: Locator, value: string) {
      countField(field);
      await field.fill(value);
    },
    async attach(field: Locator, files: Parameters<Locator['setInputFiles']>[0]) {
      countField(field);
      await field.setInputFiles(files);
    },
    /** Submits the form of a field. */
    enter: (field: Locator) => field.press('Enter'),
    /** Waits until the goal is on the screen without scrolling. */
    async reach(...goals: Locator[]) {
      for (const goal of goals) {
        await goal.waitFor({ timeout: GOAL_MS });
        await expect
          .poll(() => isOnScreen(goal), { timeout: GOAL_MS, message: `${goal} on the screen` })
          .toBe(true);
      }
    },
  };
}
