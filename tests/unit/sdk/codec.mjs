// For codec_js_test.py: what danno.mjs reads of each payload, and the frames that it writes.
// In: a JSON list of ["decode", hex] and ["answer" or "ready", fields…]. Out: a JSON list.
import { readFileSync, writeFileSync } from "node:fs";

const { decode, encodeAnswer, encodeReady } = await import(process.argv[2]);

const shown = (key, value) => {
  if (typeof value === "bigint") return value.toString();
  return value === undefined ? null : value;
};
const tasks = {
  decode(hex) {
    const data = Buffer.from(hex, "hex");
    try {
      const message = decode(data, 0, data.length);
      return message === undefined ? null : [message.constructor.name, message];
    } catch (error) {
      return error.message;
    }
  },
  answer: (...fields) => Buffer.from(encodeAnswer(...fields)).toString("hex"),
  ready: (...fields) => Buffer.from(encodeReady(...fields)).toString("hex"),
};
const list = JSON.parse(readFileSync(0, "utf-8"));
const results = list.map(([task, ...rest]) => tasks[task](...rest));
writeFileSync(1, JSON.stringify(results, shown));
