// The Job that Danno ships for Kubernetes, held against the schema of its API: job_test.mjs FILE
// Skipped (77) where the schema is missing; .ci/browser installs it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

const batch = await import('kubernetes-models/batch/v1').catch(() => null);
if (!batch) {
  console.log('skipped: no tests/site/node_modules; .ci/browser installs it');
  process.exit(77);
}
const {parse} = await import('yaml');

const [file] = process.argv.slice(2);
const job = () => parse(readFileSync(file, 'utf8'));
const check = (data) => new batch.Job(data).validate();

test(file, () => {
  assert.deepEqual([job().apiVersion, job().kind], ['batch/v1', 'Job']);
  check(job());
});

test(`${file}, with mistakes`, () => {
  for (const spoil of [
    (spec) => { spec.completions = 'forty'; },
    (spec) => { spec.template.spec.restartPolicy = 'Sometimes'; },
    (spec) => { spec.podFailurePolicy.rules[0].action = 'FailPart'; },
    (spec) => { delete spec.template.spec.containers[0].name; },
  ]) {
    const data = job();
    spoil(data.spec);
    assert.throws(() => check(data), spoil.toString());
  }
});
