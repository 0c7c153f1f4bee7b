import { neutralProductName } from "../../shared/account/brand";
import { binaryText } from "../../shared/base/binary-text";
import { linkPath } from "../../shared/base/links";
import { networkOf } from "../../shared/base/network-of";
import type { ReturnedHeader } from "../../shared/direct-endpoints";
import { acceptedLanguage } from "../../shared/message/language";
import { wordsIn } from "../../shared/words/made/links-in";
import type { AccountObjects, CallOrigin } from "../base/context";
import {
	type DirectRequest,
	type DirectResponse,
	jsonWith,
	type ResponseWith,
	responseWith,
} from "../base/direct-response";
import { addressOf, callerRequestIdOf, requestIdOf } from "../base/internal-headers";
import { readText } from "../base/read-text";
import type { LinkActionName, LinkClaims, LinkTokens } from "../keys/link-tokens";
import { contentDisposition } from "../report/formats/report-file";
import { browserLabel } from "../session/sign-ins";
import type { LinkFile, LinkPage, LinkUse } from "./link-action";
import { linkStyleOf, renderLinkPage } from "./link-page";
import { askForPress, pressField, pressScript } from "./press-script";

/** `now` is epoch ms. `use` null: the page is only viewed. */
export type LinkCalls = {
	openLink(claims: LinkClaims, use: LinkUse | null, now: number, origin: CallOrigin): Promise<LinkPage>;
};

type LinkParts = {
	tokens: LinkTokens;
	accounts: AccountObjects<LinkCalls>;
	files: Pick<R2Bucket, "get">;
	/** Limits guesses of numbers and tokens, by network. */
	rateLimit: RateLimit;
	clock: () => number;
};

type PageResponse = ResponseWith<ReturnedHeader<"link"> & ReturnedHeader<"shortLink">>;
type Rendered = Parameters<typeof renderLinkPage>[0];

/** The period of the limit in wrangler.toml. */
const limitPeriodSeconds = 60;
const longestComment = 1_000;
/** A character of a comment may take nine bytes in a form. */
const largestForm = 12_000;

type Notice = "unknown" | "unknownShort" | "updating" | "unreadable" | "tooMany";

/** GET changes nothing. Never log, cache or pass on the URL: anyone with the link may use it. */
export function createLinkEndpoint(parts: LinkParts) {
	return async function linkEndpoint(request: DirectRequest<"link">): Promise<DirectResponse<"link">> {
		const address = networkOf(request.headers.get("x-forwarded-for") ?? "unknown");
		const { success } = await parts.rateLimit.limit({ key: address });
		const language = acceptedLanguage(request.headers.get("accept-language"));
		if (!success) return tooManyPage(language);
		const now = parts.clock();
		const token = new URL(request.url).pathname.slice(linkPath.length);
		const parsed = await parts.tokens.parse(token, now);
		if (parsed === null) return respond(404, message("unknown", language));
		const { claims } = parsed;
		if (parsed.isExpired) return expiredPage(claims.action, language);
		const { headers } = request;
		const origin = {
			address: addressOf(headers),
			browser: browserLabel(headers.get("user-agent")),
			requestId: requestIdOf(headers),
			callerRequestId: callerRequestIdOf(headers),
		};
		const object = parts.accounts.get(parts.accounts.idFromName(claims.accountId));
		const page = await object.openLink(claims, null, now, origin);
		const isForProgram = headers.get("accept") === "application/json";
		if (request.method !== "POST") return respond(200, await shown(page, null));
		const form = await formOf(request);
		const say = wordsIn(page.language);
		if (form.get(pressField) === askForPress) return nonceResponse(await parts.tokens.nonceOf(token, now));
		const choice = page.choices.find(({ value }) => value === form.get("choice")) ?? onlyChoice(page);
		// A repeated one-click only finds the way back, which requires a number.
		const isOneClick = form.get("List-Unsubscribe") === "One-Click";
		if (!choice && isForProgram) return titleResponse(page);
		if (!choice || (isOneClick && choice.asksNumber)) return respond(200, await shown(page, null));
		const comment = (form.get("comment") ?? "").trim();
		if (choice.asksNumber && !(await isPerson(form))) return denied(say("wrongNumber"));
		if (comment.length > longestComment) return denied(say("longComment", { count: longestComment }));
		const after = await object.openLink(claims, { choice: choice.value, comment }, now, origin);
		if (after.file)
			return (await fileResponse(parts.files, after.file)) ?? respond(503, message("unreadable", page.language));
		if (isForProgram) return titleResponse(after);
		return respond(200, { ...(await shown(after, null)), isDone: true });

		async function isPerson(parameters: URLSearchParams): Promise<boolean> {
			const isPressed = await parts.tokens.isNonceOf(token, parameters.get(pressField) ?? "", now);
			return isPressed || parts.tokens.isNumberOf(token, parameters.get("number") ?? "", now);
		}

		async function denied(complaint: string): Promise<PageResponse> {
			return respond(422, { ...(await shown(page, complaint)), comment: form.get("comment") ?? "" });
		}

		async function shown(linkPage: LinkPage, complaint: string | null): Promise<Rendered> {
			const number = linkPage.choices.some(({ asksNumber }) => asksNumber)
				? await parts.tokens.numberOf(token, now)
				: null;
			return { page: linkPage, number, complaint, comment: "", isDone: false };
		}
	};
}

function titleResponse({ title }: LinkPage) {
	return jsonWith({ title }, { headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } });
}

/** Downloads the file from R2. Null: not found. */
async function fileResponse(files: LinkParts["files"], file: LinkFile): Promise<DirectResponse<"link"> | null> {
	const object = await files.get(file.objectKey);
	if (object === null) return null;
	return responseWith(object.body, {
		headers: {
			"content-type": file.mediaType,
			"content-length": String(object.size),
			"content-disposition": contentDisposition(file.name),
			"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"cache-control": "no-store",
		},
	});
}

export function tooManyPage(language: string): Promise<PageResponse> {
	return respond(429, message("tooMany", language), { "retry-after": String(limitPeriodSeconds) });
}

export function unknownShortPage(language: string): Promise<PageResponse> {
	return respond(404, message("unknownShort", language));
}

export function expiredPage(action: LinkActionName, language: string): Promise<PageResponse> {
	const say = wordsIn(language);
	return respond(410, noticeOf(say("expired"), say(`expired.${action}`), language));
}

export function updatingPage(retryAfterSeconds: number, language: string): Promise<PageResponse> {
	return respond(503, message("updating", language), { "retry-after": String(retryAfterSeconds) });
}

function nonceResponse(nonce: string) {
	return jsonWith({ nonce }, { headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } });
}

/** A mail program's own button sends no choice: RFC 8058. */
function onlyChoice({ choices }: LinkPage) {
	return choices.length === 1 ? choices[0] : undefined;
}

async function formOf(request: Pick<Request, "body">): Promise<URLSearchParams> {
	return new URLSearchParams((await readText(request, largestForm)) ?? "");
}

function message(name: Notice, language: string): Rendered {
	const say = wordsIn(language);
	return noticeOf(say(name), say(`${name}.advice`), language);
}

function noticeOf(title: string, text: string, language: string): Rendered {
	const page = { brand: neutralProductName, language, title, text: [text], choices: [] };
	return { page, number: null, complaint: null, comment: "", isDone: false };
}

async function respond(
	status: number,
	rendered: Rendered,
	headers: { "retry-after"?: string } = {},
): Promise<PageResponse> {
	const [style, script] = await Promise.all([digestOf(linkStyleOf(rendered.page)), digestOf(pressScript)]);
	const policy = [
		"default-src 'none'",
		`style-src 'sha256-${style}'`,
		"font-src 'self'",
		...(rendered.number === null ? [] : [`script-src 'sha256-${script}'`, "connect-src 'self'"]),
		// Browsers request an icon for each page.
		"img-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join("; ");
	return responseWith(renderLinkPage(rendered), {
		status,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": policy,
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"cache-control": "no-store",
			...headers,
		},
	});
}

async function digestOf(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
	return btoa(binaryText(bytes));
}
