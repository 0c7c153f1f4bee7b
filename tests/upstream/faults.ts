import { serverLimits } from "../../shared/base/limits";
import type { Fetch } from "../conformance/probe";

export type Exchange = { url: URL; init: RequestInit; response: Response };

/** A backend with one fault, and every check that must notice it. */
export type Fault = { fault: string; fails: string[]; spoil: (fetch: Fetch) => Fetch };

function respondWith(body: unknown, init: ResponseInit = {}): Response {
	return new Response(typeof body === "string" ? body : JSON.stringify(body), {
		...init,
		headers: { "content-type": "application/json", vary: "trpc-accept, accept", ...init.headers },
	});
}

function changing(change: (exchange: Exchange) => Response | Promise<Response>, when = (_: Exchange) => true) {
	return (fetch: Fetch): Fetch =>
		async (address, init) => {
			const response = await fetch(address, init);
			const exchange = { url: new URL(address), init, response };
			// A stream has no end; a fault of a stream names it.
			const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
			return (!isStream || when === isWatch) && when(exchange) ? change(exchange) : response;
		};
}

function changingHeaders(change: (headers: Headers) => void) {
	return changing(({ response }) => {
		const headers = new Headers(response.headers);
		change(headers);
		return new Response(response.body, { status: response.status, headers });
	});
}

function changingText(change: (text: string) => string, when?: (exchange: Exchange) => boolean) {
	return changing(async ({ response }) => {
		const { status, headers } = response;
		return new Response(status === 204 ? null : change(await response.text()), { status, headers });
	}, when);
}

function names({ url }: Exchange): string[] {
	return (url.pathname.split("/").at(-1) ?? "").split(",");
}

const isWatch = ({ url }: Exchange) => url.pathname.endsWith("log.watch");
const isBatchOf = (count: number) => (exchange: Exchange) => names(exchange).length === count;
const asks = (name: string) => (exchange: Exchange) =>
	names(exchange).join() === name && exchange.init.method === "GET";
const isPlain = ({ init }: Exchange) => !new Headers(init.headers).has("trpc-accept") && init.method === "GET";

function reverse(text: string): string {
	const items: unknown = JSON.parse(text);
	return JSON.stringify(Array.isArray(items) ? items.toReversed() : items);
}

const hasToken = ({ init }: Exchange) => new Headers(init.headers).has("authorization");
const success = [{ result: { data: { json: {} } } }];
const batchSize = 10;

export const faults: Fault[] = [
	{
		fault: "a field of a list is missing",
		fails: ["device.getDevices", "a batch keeps count and order", "queries may come as POST"],
		spoil: changingText((text) => text.replaceAll('"serialNumber"', '"serial"')),
	},
	{
		fault: "a group has a kind nobody knows",
		fails: ["group.getGroups", "group.getGroup", "a batch keeps count and order", "queries may come as POST"],
		spoil: changingText((text) => text.replaceAll('"kind":"static"', '"kind":"fixed"')),
	},
	{
		fault: "readings come as text",
		fails: ["log.getLogs"],
		spoil: changingText((text) => text.replace(/"value":\[[^\]]*\]/, '"value":["4.1"]'), asks("log.getLogs")),
	},
	{
		fault: "a meter nobody knows is billed",
		fails: ["billing.getBillingSummary"],
		spoil: changingText(
			(text) => text.replace('"meter":"users"', '"meter":"seats"'),
			asks("billing.getBillingSummary"),
		),
	},
	{
		fault: "an id is answered with another's thing",
		fails: ["alert.getAlert"],
		spoil: changingText(
			(text) => text.replace(/"id":"alr_[^"]+"/, '"id":"alr_01jcz000000000000000000009"'),
			asks("alert.getAlert"),
		),
	},
	{
		fault: "an unknown id is answered with null",
		fails: ["report.getReport: an unknown id is NOT_FOUND"],
		spoil: changing(
			() => respondWith([{ result: { data: { json: null } } }]),
			({ url }) => url.href.includes("rep_00000"),
		),
	},
	{
		fault: "dates come as plain text",
		fails: [
			"report.getReports",
			"alert.getAlerts",
			"account.getCurrent",
			"account.getUsers",
			"account.getContacts",
			"billing.getStorageDetails",
			"group.getGroup",
			"report.getReport",
			"alert.getAlert",
			"dates travel as superjson's dates",
			"a batch keeps count and order",
			"queries may come as POST",
			"an unknown procedure beside a known one: 207, each in its place",
		],
		spoil: changingText((text) => text.replace(/,"meta":\{"values":.*?"v":\d\}/g, "")),
	},
	{
		fault: "a batch is answered in the order of completion",
		fails: ["a batch keeps count and order"],
		spoil: changingText(reverse, (exchange) => isBatchOf(batchSize)(exchange) && isPlain(exchange)),
	},
	{
		fault: "a batch loses its last answer",
		fails: ["a batch keeps count and order"],
		spoil: changingText(
			(text) => JSON.stringify(JSON.parse(text).slice(0, -1)),
			(exchange) => isBatchOf(batchSize)(exchange) && isPlain(exchange),
		),
	},
	{
		fault: "queries are refused as POST",
		fails: ["queries may come as POST"],
		spoil: changing(
			() => {
				const data = { code: "METHOD_NOT_SUPPORTED", httpStatus: 405 };
				return respondWith({ error: { json: { message: "Refused", code: -32005, data } } }, { status: 405 });
			},
			({ init }) => init.method === "POST" && typeof init.body === "string",
		),
	},
	{
		fault: "twenty calls are too many",
		fails: [`a batch of ${serverLimits.batchCalls} is taken`],
		spoil: changing(() => {
			const data = { code: "BAD_REQUEST", httpStatus: 400 };
			return respondWith({ error: { json: { message: "Too many", code: -32600, data } } }, { status: 400 });
		}, isBatchOf(serverLimits.batchCalls)),
	},
	{
		fault: "a batch of any size is answered",
		fails: ["a batch over the cap is one error"],
		spoil: changing(
			({ url }) =>
				respondWith(
					Array.from({ length: names({ url, init: {}, response: new Response() }).length }, () => success[0]),
				),
			isBatchOf(serverLimits.batchCalls + 1),
		),
	},
	{
		fault: "a mixed batch is answered with 200",
		fails: ["an unknown procedure beside a known one: 207, each in its place"],
		spoil: changing(
			({ response }) => new Response(response.body, { status: 200, headers: response.headers }),
			({ response }) => response.status === 207,
		),
	},
	{
		fault: "failures are answered with 200",
		fails: [
			"group.getGroup: an unknown id is NOT_FOUND",
			"report.getReport: an unknown id is NOT_FOUND",
			"alert.getAlert: an unknown id is NOT_FOUND",
			"a batch of one kind of failure has its status",
		],
		spoil: changing(
			({ response }) => new Response(response.body, { status: 200, headers: response.headers }),
			({ response }) => response.status === 404,
		),
	},
	{
		fault: "input that is no JSON is an internal error",
		fails: ["input that is no JSON is BAD_REQUEST"],
		spoil: changing(
			() => {
				const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 };
				return respondWith({ error: { json: { message: "Internal error", code: -32603, data } } }, { status: 500 });
			},
			({ url }) => url.search.includes("not-json"),
		),
	},
	{
		fault: "input of the wrong shape is believed",
		fails: ["input of the wrong shape is BAD_REQUEST"],
		spoil: changing(
			() => respondWith(success),
			({ url }) => url.search.includes("fortnight"),
		),
	},
	{
		fault: "nobody needs a token",
		fails: ["no token is 401", "no token is 401 for the whole batch, whatever it names"],
		spoil: changing(
			() => respondWith(success),
			(exchange) => !hasToken(exchange),
		),
	},
	{
		fault: "tokens are read and not verified",
		fails: ["a token with another end is 401"],
		spoil: changing(
			() => respondWith(success),
			({ init, response }) => response.status === 401 && claimsOf(init)?.exp === 4_102_444_800,
		),
	},
	{
		fault: "a token may choose to have no signature",
		fails: ["a token without its signature is 401"],
		spoil: changing(
			() => respondWith(success),
			({ init }) => new Headers(init.headers).get("authorization")?.endsWith(".") ?? false,
		),
	},
	{
		fault: "a token that is none is an internal error",
		fails: ["a token that is none is 401"],
		spoil: changing(
			() => {
				const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 };
				return respondWith({ error: { json: { message: "Internal error", code: -32603, data } } }, { status: 500 });
			},
			({ init }) => new Headers(init.headers).get("authorization")?.endsWith("not-a-token") ?? false,
		),
	},
	{
		fault: "the end of a token does not matter",
		fails: ["an expired token is 401"],
		spoil: changing(
			() => respondWith(success),
			({ init }) => (claimsOf(init)?.exp ?? Number.POSITIVE_INFINITY) < Date.now() / 1000,
		),
	},
	{
		fault: "a missing token is one answer of a mixed batch",
		fails: ["no token is 401 for the whole batch, whatever it names"],
		spoil: changing(
			async ({ response }) => respondWith(await response.text(), { status: 207 }),
			(exchange) => !hasToken(exchange) && isBatchOf(2)(exchange),
		),
	},
	{
		fault: "a single call is answered with a list",
		fails: ["a single call without batch=1"],
		spoil: changingText(
			(text) => `[${text}]`,
			({ url, init }) => !url.searchParams.has("batch") && init.method === "GET",
		),
	},
	{
		fault: "HEAD is refused",
		fails: ["HEAD has a status and no body"],
		spoil: changing(
			() => new Response(null, { status: 405 }),
			({ init }) => init.method === "HEAD",
		),
	},
	{
		fault: "JSON lines break off",
		fails: ["JSON lines"],
		spoil: changingText(
			(text) => text.slice(0, -5),
			({ init }) => new Headers(init.headers).has("trpc-accept"),
		),
	},
	{
		fault: "a form is not understood",
		fails: ["a form as a mutation"],
		spoil: changing(
			() => {
				const data = { code: "UNSUPPORTED_MEDIA_TYPE", httpStatus: 415 };
				return respondWith({ error: { json: { message: "No forms", code: -32015, data } } }, { status: 415 });
			},
			({ init }) => init.body instanceof FormData,
		),
	},
	{
		fault: "an event stream is answered as JSON",
		fails: ["an event stream"],
		spoil: changing(async ({ response }) => {
			await response.body?.cancel();
			return respondWith(success[0]);
		}, isWatch),
	},
	{
		fault: "answers are called HTML",
		fails: ["every answer: application/json"],
		spoil: changing(
			({ response }) =>
				new Response(response.body, {
					status: response.status,
					headers: { "content-type": "text/html", vary: "trpc-accept" },
				}),
			asks("billing.getBillingSummary"),
		),
	},
	{
		fault: "an unknown procedure is a redirect",
		fails: ["a batch of one kind of failure has its status", "every answer: no redirect"],
		spoil: changing(
			({ response }) => new Response(response.body, { status: 302, headers: response.headers }),
			asks("conformance.noSuchProcedure,conformance.noSuchProcedure"),
		),
	},
	{
		fault: "answers set a cookie",
		fails: ["every answer: no cookie"],
		spoil: changingHeaders((headers) => headers.append("set-cookie", "session=1")),
	},
	{
		fault: "answers may be kept by anybody",
		fails: ["every answer: not for shared caches"],
		spoil: changingHeaders((headers) => headers.set("cache-control", "public, max-age=60")),
	},
	{
		fault: "answers do not say what they vary by",
		fails: ["every good answer: vary names trpc-accept, or no-store"],
		spoil: changingHeaders((headers) => headers.delete("vary")),
	},
	{
		fault: "an answer is over the size limit",
		fails: [`every answer: at most ${serverLimits.upstreamBodyBytes / 1e6} MB`],
		spoil: changingText((text) => text.padEnd(serverLimits.upstreamBodyBytes + 1), asks("account.getUsers")),
	},
	{
		fault: "refusals have no envelope",
		fails: [
			"no token is 401",
			"no token is 401 for the whole batch, whatever it names",
			"every error: an envelope that agrees with the status",
		],
		spoil: changing(
			() => respondWith({ message: "Unauthorized" }, { status: 401 }),
			(exchange) => !hasToken(exchange),
		),
	},
	{
		fault: "errors name another status than their answer has",
		fails: ["every error: an envelope that agrees with the status"],
		spoil: changingText((text) => text.replaceAll('"httpStatus":404', '"httpStatus":500')),
	},
	{
		fault: "errors carry stack traces",
		fails: ["every error: no stack trace"],
		spoil: changingText((text) =>
			text.replaceAll('"httpStatus":400', '"httpStatus":400,"stack":"at fail (/srv/secret.ts:1:1)"'),
		),
	},
];

function claimsOf({ headers }: RequestInit): { exp?: number } | null {
	const token = new Headers(headers).get("authorization")?.replace("Bearer ", "") ?? "";
	const [, payload = ""] = token.split(".");
	try {
		return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
	} catch {
		return null; // no token of three parts
	}
}
