import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { ClaimedMessage } from "../../../backend/message/claim-message";
import type { SendOutcome } from "../../../backend/message/message-outcome";
import { sendSms } from "../../../backend/message/senders/sms-sender";
import { sendWebhook } from "../../../backend/message/senders/webhook-sender";
import { contentOf } from "../../../backend/message/templates/message-content";
import { alertFacts, allChannels } from "../fixtures/messages";

const consoleUrl = "https://console.test.com";
const secret = `whsec_${btoa("a secret of twenty-four b")}`;
const now = Date.UTC(2026, 10, 23, 12);

type Sent = { url: string; init: RequestInit };

function network(respond: (submitted: Sent) => Response | Promise<Response>) {
	const sent: Sent[] = [];
	const send = async (url: string, init: RequestInit) => {
		sent.push({ url, init });
		return respond({ url, init });
	};
	return { send, sent };
}

function message(changes: Partial<ClaimedMessage> & { address: string }): ClaimedMessage {
	const { address, ...others } = changes;
	return {
		messageId: "msg_1",
		attempt: 2,
		class: "alerts",
		channel: "webhook",
		isCode: false,
		isRepeatable: true,
		addressee: { name: "Ana", address, timeZone: "UTC", language: "en", secret },
		addressKey: address,
		isUnverified: false,
		isInvitation: false,
		brand: { productName: "AQLCloud", companyName: "Northwind & <Sons>" },
		notices: [{ cause: "alert", facts: { ...alertFacts, deviceName: "<Freezer> & Co" } }],
		more: 0,
		abouts: ["evt_1"],
		...others,
	};
}

const hook = "https://hooks.customer.com/in";
const clock = () => now;
const responding =
	(status: number, headers: Record<string, string> = {}) =>
	() =>
		new Response(status === 204 ? null : "a body that nobody may see", { status, headers });

function post(respond: () => Response | Promise<Response>, changes: Partial<ClaimedMessage> = {}) {
	const { send, sent } = network(respond);
	const outcome = sendWebhook({ send, consoleUrl, isLocal: false, clock }, message({ address: hook, ...changes }));
	return { outcome, sent };
}

describe("a webhook", () => {
	it("signs as Standard Webhooks demands, with the id of the message at every attempt", async () => {
		const { outcome, sent } = post(responding(204));
		expect(await outcome).toEqual({ kind: "accepted", providerId: null });
		const { url, init } = sent[0] ?? { url: "", init: {} };
		expect([url, init.method, init.redirect]).toEqual([hook, "POST", "manual"]);
		const headers = Object.fromEntries(new Headers(init.headers));
		expect(headers["webhook-id"]).toBe("msg_1");
		const body = String(init.body);
		// The library rejects a signature of another day.
		const stamped = new Webhook(secret).sign("msg_1", new Date(now), body);
		expect([headers["webhook-timestamp"], headers["webhook-signature"]]).toEqual([String(now / 1000), stamped]);
		expect(JSON.parse(body)).toEqual({
			type: "alert",
			timestamp: "2026-11-23T12:00:00.000Z",
			data: {
				messageId: "msg_1",
				company: "Northwind & <Sons>",
				more: 0,
				notices: [
					{
						cause: "alert",
						kind: "first",
						severity: "warning",
						ruleName: "Too warm",
						value: "9.4 °C",
						deviceName: "<Freezer> & Co",
						sentence: "Air is above 8 °C for 10 minutes",
						startedAt: "2026-11-23T02:10:00.000Z",
						endedAt: null,
						instruction: "Close the door.",
						eventId: alertFacts.eventId,
						ruleId: null,
						url: `${consoleUrl}/alerts/`,
					},
				],
			},
		});
	});

	it("sends a chat one line with escaped markup and a link, without a signature", async () => {
		const { outcome, sent } = post(responding(200), { channel: "slack" });
		await outcome;
		const { text } = JSON.parse(String(sent[0]?.init.body));
		expect(text).toContain("Warning: &lt;Freezer&gt; &amp; Co: Air is above 8 °C");
		expect(text).toMatch(/ <https:\/\/console\.test\.com\/alerts\/\|Open>$/);
		expect(new Headers(sent[0]?.init.headers).has("webhook-signature")).toBe(false);
	});

	const later = { kind: "later" } as const;
	const declined = { kind: "refused" } as const;
	const responses: [string, () => Response | Promise<Response>, Partial<SendOutcome>][] = [
		["a redirect", responding(302, { location: "https://elsewhere.com" }), declined],
		["a permanent redirect", responding(308, { location: "https://elsewhere.com" }), declined],
		["400", responding(400), { ...declined, error: "The address answered 400" }],
		["410", responding(410), declined],
		["408", responding(408), later],
		["429 and a wait", responding(429, { "retry-after": "90" }), { ...later, afterMs: 90_000 }],
		["503 until a date", responding(503, { "retry-after": new Date(now + 60_000).toUTCString() }), { afterMs: 60_000 }],
		["503 and a year", responding(503, { "retry-after": "31536000" }), { afterMs: 3_600_000 }],
		["503 and nonsense", responding(503, { "retry-after": "soon" }), { afterMs: 0 }],
		["nothing in time", () => Promise.reject(new DOMException("", "TimeoutError")), later],
		["no connection", () => Promise.reject(new TypeError("refused")), later],
	];
	it.each(responses)("handles the response %s", async (_, respond, expected) => {
		const outcome = await post(respond).outcome;
		expect(outcome).toMatchObject(expected);
		expect(JSON.stringify(outcome)).not.toContain("nobody may see");
	});

	// Such addresses were saved before the host was on the list.
	it.each([
		["http://127.0.0.1:80/", "https://"],
		["https://10-0-0-7.nip.io/in", "from outside"],
		["https://api.default.svc/in", "from outside"],
		["https://CONSOLE.test.com/api", "console itself"],
	])("posts nothing to %s", async (address, why) => {
		const { outcome, sent } = post(responding(200), { addressee: { ...message({ address }).addressee } });
		expect([await outcome, sent]).toEqual([{ kind: "refused", error: expect.stringContaining(why) }, []]);
	});
});

describe("an SMS", () => {
	const settings = allChannels?.sms;
	if (!settings) throw new Error("The settings of the test are not valid");
	const content = contentOf(message({ address: "+351912345678", channel: "sms" }), consoleUrl);

	function text(respond: () => Response | Promise<Response>, address = "+351912345678") {
		const { send, sent } = network(respond);
		return {
			outcome: sendSms({ settings: settings ?? never(), send }, message({ address, channel: "sms" }), content),
			sent,
		};
	}
	const never = () => {
		throw new Error("checked above");
	};

	it("publishes once, signed for the region, in one sentence with its page", async () => {
		const published = { PublishResponse: { PublishResult: { MessageId: "sns-1" } } };
		const { outcome, sent } = text(() => Response.json(published));
		expect(await outcome).toEqual({ kind: "accepted", providerId: "sns-1" });
		const { url, init } = sent[0] ?? { url: "", init: {} };
		expect(url).toBe("https://sns.eu-west-1.amazonaws.com/");
		const headers = new Headers(init.headers);
		expect(headers.get("authorization")).toMatch(
			/^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-west-1\/sns\/aws4_request/,
		);
		expect(Object.fromEntries(new URLSearchParams(String(init.body)))).toMatchObject({
			Action: "Publish",
			PhoneNumber: "+351912345678",
			"MessageAttributes.entry.1.Value.StringValue": "Transactional",
			Message: expect.stringMatching(/^Warning: <Freezer> & Co: Air .* https:\/\/console\.test\.com\/alerts\/$/),
		});
	});

	it.each([
		["no country that was set", "+447400123456"],
		["a country that shares its code with one that was", "+18765551234"],
	])("sends nothing to %s", async (_, address) => {
		const { outcome, sent } = text(responding(200), address);
		expect([await outcome, sent]).toEqual([
			{ kind: "suppressed", reason: "countryOff", error: expect.any(String) },
			[],
		]);
	});

	// Such numbers were saved before their kind was rejected.
	it.each([
		["no number", "+999123", "no such phone number"],
		["a premium number", "+351760123456", "premium-rate"],
		["a shared-cost number", "+351808123456", "shared-cost"],
		["a personal number", "+351884123456", "personal number"],
		["an access number", "+351707123456", "access number"],
		["a satellite", "+870773111632", "no country"],
	])("sends nothing to %s, and says so", async (_, address, why) => {
		const { outcome, sent } = text(responding(200), address);
		const error = expect.stringContaining(why);
		expect([await outcome, sent]).toEqual([{ kind: "suppressed", reason: "numberOff", error }, []]);
	});

	const fault = (status: number, code: string) => () => Response.json({ Error: { Code: code } }, { status });
	const responses: [string, () => Response | Promise<Response>, Partial<SendOutcome>][] = [
		["a busy provider", fault(429, "Throttled"), { kind: "later" }],
		["a busy provider that says 400", fault(400, "ThrottlingException"), { kind: "later" }],
		["a provider that fails inside", fault(500, "InternalError"), { kind: "later" }],
		["credentials that are not right", fault(403, "AuthorizationError"), { kind: "later" }],
		[
			"a number that is none",
			fault(400, "InvalidParameter"),
			{ kind: "refused", error: "The provider answered 400 InvalidParameter" },
		],
		["somebody who opted out", fault(400, "OptedOut"), { kind: "suppressed", reason: "providerSuppressed" }],
		["an answer that is no JSON", responding(502), { kind: "later" }],
		["no connection", () => Promise.reject(new TypeError("refused")), { kind: "later" }],
		["no answer in time", () => Promise.reject(new DOMException("", "TimeoutError")), { kind: "unknown" }],
	];
	it.each(responses)("handles in its outcome %s", async (_, respond, expected) => {
		expect(await text(respond).outcome).toMatchObject(expected);
	});
});
