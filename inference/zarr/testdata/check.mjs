// Compares what zarrita reads from third.zip with expected.json: npm install zarrita fflate, then node check.mjs.
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import * as zarr from "zarrita";

const files = new Map(Object.entries(unzipSync(readFileSync("third.zip"))).map(([k, v]) => ["/" + k, v]));
files.getRange = (k, r) => {
  const b = files.get(k);
  return b && ("suffixLength" in r ? b.slice(b.length - r.suffixLength) : b.slice(r.offset, r.offset + r.length));
};
const expected = JSON.parse(readFileSync("expected.json"))["third.zip"];
let compared = 0;
for (const [name, want] of Object.entries(expected)) {
  try {
    const a = await zarr.open(zarr.root(files).resolve(name), { kind: "array" });
    const got = await zarr.get(a);
    const values = Array.from(got.data, (x) => (typeof x === "boolean" ? Number(x) : typeof x === "bigint" ? Number(x) : x));
    // zarrita keeps the order in which the chunks are stored.
    const strides = got.stride, flat = [];
    const walk = (d, at) => { for (let i = 0; i < want.shape[d]; i++) d + 1 < want.shape.length ? walk(d + 1, at + i * strides[d]) : flat.push(values[at + i * strides[d]]); };
    walk(0, 0);
    if (JSON.stringify(flat) !== JSON.stringify(want.values)) throw new Error("other values");
    compared++;
  } catch (e) {
    console.log(name, String(e), e.cause ? String(e.cause) : "");
  }
}
console.log(compared, "arrays are equal");
