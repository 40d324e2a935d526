#!/usr/bin/env node
import { EXIT_UNCHECKED, verifyCommand } from './command.ts';

verifyCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = EXIT_UNCHECKED;
  },
);
