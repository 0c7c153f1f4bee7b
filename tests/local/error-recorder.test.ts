import { exports } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";

const local = "http://127.0.0.1:5173/__local/errors";
const service = "https://errors.aqlcloud.test/api/1/envelope/";
const fetchLocal = (url: string, init?: RequestInit) => exports.default.fetch(url, { redirect: "manual", ...init });
const begin = (state: string) => fetchLocal(`${local}/${state}`, { method: "POST" });
const recorded = async () => (await fetchLocal(local)).json<{ envelopes: unknown[] }>();

async function deflated(text: string): Promise<Uint8Array<ArrayBuffer>> {
	const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
	return new Uint8Array(await new Response(packed).arrayBuffer());
}

beforeEach(async () => void (await begin("accept")));

it("keeps what it gets, item by item, and unpacks recordings", async () => {
	const [recording, event] = [await deflated('[{"type":4}]'), JSON.stringify({ message: "é\n" })];
	const line = '{"segment_id":0}\n';
	const header = JSON.stringify({ type: "replay_recording", length: line.length + recording.length });
	const body = new Blob([`{"event_id":"e"}\n{"type":"event"}\n${event}\n${header}\n${line}`, recording]);
	expect((await fetchLocal(service, { method: "POST", body: await body.arrayBuffer() })).status).toBe(200);
	expect((await recorded()).envelopes).toMatchObject([
		{
			header: { event_id: "e" },
			items: [
				{ type: "event", payload: event },
				{ type: "replay_recording", payload: `${line}[{"type":4}]` },
			],
		},
	]);
});

it("fails or stays silent, as instructed, and keeps nothing of it", async () => {
	const send = () => fetchLocal(service, { method: "POST", body: "{}\n" });
	await begin("refuse");
	expect((await send()).status).toBe(500);
	await begin("silent");
	expect(await Promise.race([send().then(() => "answered"), scheduler.wait(100).then(() => "silent")])).toBe("silent");
	expect((await recorded()).envelopes).toEqual([]);
	expect((await begin("other")).status).toBe(404);
});

it("denies a page of another site", async () => {
	const foreign = { method: "POST", headers: { "sec-fetch-site": "cross-site" } };
	expect((await fetchLocal(`${local}/silent`, foreign)).status).toBe(403);
});
