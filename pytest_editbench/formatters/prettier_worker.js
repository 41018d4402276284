// Reads one JSON request a line and answers each with one JSON line; argument: the folder of Prettier.
'use strict';

const readline = require('node:readline');

// Standard output is the conversation: what a parser or a plugin prints must not become part of it.
console.log = console.info = console.error;

const prettier = require(process.argv[2]);

async function answer({ id, text, options }) {
  try {
    return { id, text: await prettier.format(text, options) };
  } catch (error) {
    return { id, error: String((error && error.message) || error) };
  }
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  process.stdout.write(JSON.stringify(await answer(JSON.parse(line))) + '\n');
});
