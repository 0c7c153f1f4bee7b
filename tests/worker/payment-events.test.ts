import { describe, it } from "vitest";
import { largestPaymentEvent, paymentEventsPath } from "../../shared/account/payment-events";
import { outcomeOf } from "./fixtures/browser";
import { connectionLost, fetcherOf, freshBindings, get, ownOrigin, send } from "./fixtures/console";

const body = '{"id":"evt_1",  "object":"event"}';

function post(headers: Record<string, string> = {}, text = body): Request {
	return new Request(`${ownOrigin}${paymentEventsPath}`, { method: "POST", headers, body: text });
}

describe("an event of the payment provider", () => {
	it("reaches the backend byte for byte with its signature and address, without a session", async ({ expect }) => {
		const seen: Request[] = [];
		const BACKEND = fetcherOf(async (url, init) => {
			seen.push(new Request(url, init));
			return new Response("said", { status: 200, headers: { "set-cookie": "a=1" } });
		});
		const headers = { "stripe-signature": "t=1,v1=ab", cookie: "a=1", authorization: "Bearer x" };
		const response = await send(post({ ...headers, "cf-connecting-ip": "203.0.113.9" }), freshBindings({ BACKEND }));
		expect([response.status, await response.text(), response.headers.get("set-cookie")]).toEqual([200, "", null]);
		expect(response.headers.get("cache-control")).toBe("no-store");
		const [request] = seen;
		expect(await request?.text()).toBe(body);
		const sent = ["stripe-signature", "x-forwarded-for", "cookie", "authorization"];
		expect(sent.map((name) => request?.headers.get(name) ?? null)).toEqual(["t=1,v1=ab", "203.0.113.9", null, null]);
	});

	it("stops at the Worker if it is too large or by another method", async ({ expect }) => {
		const bindings = freshBindings({ BACKEND: fetcherOf(connectionLost) });
		const large = post({ "content-length": String(largestPaymentEvent + 1) }, "x".repeat(largestPaymentEvent + 1));
		expect((await send(large, bindings)).status).toBe(413);
		expect((await get(paymentEventsPath, { bindings })).status).toBe(405);
	});

	it("returns 502 in an outage, to be sent again, and reaches this product's own backend alone", async ({ expect }) => {
		expect(await outcomeOf(await send(post(), freshBindings({ BACKEND: fetcherOf(connectionLost) })))).toEqual([
			502,
			"UpstreamUnreachable",
		]);
		const elsewhere = freshBindings({ UPSTREAM_URL: "https://backend.example.com" });
		expect((await send(post(), elsewhere)).status).toBe(501);
	});
});
