import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import { storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { callWire, readResponse, wireBindings } from "../fixtures/wire";

describe("an upstream that restarts", () => {
	it("loses none of 200 calls in flight, and signs no one out", async ({ expect }) => {
		const people = await Promise.all(Array.from({ length: 10 }, () => storedSession()));
		const bindings = wireBindings({ BACKEND: env.RESTARTING_WIRE });
		const call = async (index: number) => {
			const isMutation = index % 4 === 0;
			const init = isMutation ? { method: "POST", headers: { "content-type": "application/json" }, body: "{}" } : {};
			const response = await callWire("wire.slow,a.b?batch=1", {
				...init,
				bindings,
				cookies: people[index % 10]?.cookies ?? "",
			});
			return { ...(await readResponse(response)), setCookies: response.headers.getSetCookie() };
		};
		const before = Array.from({ length: 100 }, (_, index) => call(index));
		await Promise.race(before);
		await env.WIRE.fetch("http://upstream/other/stop");
		const during = Array.from({ length: 100 }, (_, index) => call(index));
		// Restarts only once a call has failed, on a machine of any speed.
		await Promise.race(during);
		await env.WIRE.fetch("http://upstream/other/start");
		const responses = await Promise.all([...before, ...during]);

		const isAnswered = ({ status, text }: (typeof responses)[number]) =>
			status === 200 &&
			text === JSON.stringify(Array.from({ length: 2 }, () => ({ result: { data: { json: "slow" } } })));
		const isDenied = ({ status, reason }: (typeof responses)[number]) =>
			status === 502 && reason === "UPSTREAM_UNREACHABLE";
		expect(responses.filter((response) => !isAnswered(response) && !isDenied(response))).toEqual([]);
		expect(responses.filter(isDenied).length).toBeGreaterThan(0);
		expect(responses.flatMap(({ setCookies }) => setCookies)).toEqual([]);
		expect([...new Set(loggedEvents().map(({ event, name }) => `${event} ${name}`))]).toEqual([
			"upstream-failed UPSTREAM_UNREACHABLE",
		]);
		for (const index of [0, 1]) expect(isAnswered(await call(index))).toBe(true);
	});
});
