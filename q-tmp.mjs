import { readFileSync } from "node:fs";
const state = JSON.parse(readFileSync("/tmp/walk/half-state.json"));
const cookie = state.cookies.map((c) => `${c.name}=${c.value}`).join("; ");
export const origin = "http://localhost:5391";
export const query = async (p, input = {}) => (await (await fetch(`${origin}/api/proxy/${p}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, { headers: { cookie } })).text());
export const mutate = async (p, input) => (await (await fetch(`${origin}/api/proxy/${p}`, { method: "POST", headers: { cookie, origin, "content-type": "application/json", "x-requested-by": "aqlcloud" }, body: JSON.stringify({ json: input }) })).text());
if (process.argv[2]) console.log((await (process.argv[4] ? mutate : query)(process.argv[2], JSON.parse(process.argv[3] ?? "{}"))).slice(0, 1500));
