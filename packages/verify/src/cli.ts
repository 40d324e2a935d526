#!/usr/bin/env node
import { EXIT_UNCHECKED, verifyCommand } from './command.ts';
import { printable } from './texts.ts';

verifyCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message.split('\n').map(printable).join('\n'));
    process.exitCode = EXIT_UNCHECKED;
  },
);
