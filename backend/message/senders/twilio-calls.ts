import { encodeBase64 } from "hono/utils/encode";
import { ownValue } from "../../../shared/base/own-value";
import type { CallSettings } from "../../base/message-settings";
import type { SendOutcome } from "../message-outcome";
import type { CallEvent, CallPress, CallRequest, CallSender, CallSpeech, CallToPlace } from "./call-sender";
import type { NetworkSend } from "./webhook-sender";

const deadlineMs = 15_000;
const ringSeconds = 30;
const longestCallSeconds = 240;
/** Silence at the phone while Twilio listens for a voice mail. */
const listenSeconds = 8;
const pressSeconds = 8;
const pauseSeconds = 1;

const voices: Record<string, { voice: string; language: string }> = {
	en: { voice: "Polly.Amy", language: "en-GB" },
	de: { voice: "Polly.Vicki", language: "de-DE" },
	es: { voice: "Polly.Lucia", language: "es-ES" },
	fr: { voice: "Polly.Lea", language: "fr-FR" },
	it: { voice: "Polly.Bianca", language: "it-IT" },
	ja: { voice: "Polly.Mizuki", language: "ja-JP" },
	nl: { voice: "Polly.Lotte", language: "nl-NL" },
	pl: { voice: "Polly.Ewa", language: "pl-PL" },
	"pt-BR": { voice: "Polly.Camila", language: "pt-BR" },
	"zh-Hans": { voice: "Polly.Zhiyu", language: "cmn-CN" },
};
const usualVoice = { voice: "Polly.Amy", language: "en-GB" };

/** https://www.twilio.com/docs/voice/api/call-resource */
export function twilioCalls(settings: CallSettings, send: NetworkSend): CallSender {
	return {
		place: (call) => place(settings, send, call),
		readEvent: (request) => readEvent(settings, request),
		instructions: (url, speech) => ({ contentType: "text/xml; charset=utf-8", body: twiml(url, speech) }),
	};
}

async function place(settings: CallSettings, send: NetworkSend, { to, url }: CallToPlace): Promise<SendOutcome> {
	const { accountSid, authToken, from } = settings;
	const status = `${url}?at=status`;
	const body = new URLSearchParams({
		To: to,
		From: from,
		Url: `${url}?at=talk`,
		FallbackUrl: `${url}?at=talk`,
		StatusCallback: status,
		Timeout: String(ringSeconds),
		TimeLimit: String(longestCallSeconds),
		MachineDetection: "Enable",
		MachineDetectionTimeout: String(listenSeconds),
	});
	for (const event of ["initiated", "ringing", "completed"]) body.append("StatusCallbackEvent", event);
	const headers = {
		authorization: `Basic ${encodeBase64(new TextEncoder().encode(`${accountSid}:${authToken}`).buffer)}`,
		"content-type": "application/x-www-form-urlencoded",
	};
	const address = `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Calls.json`;
	const signal = AbortSignal.timeout(deadlineMs);
	try {
		const init = { method: "POST", headers, body: body.toString(), signal, redirect: "manual" } as const;
		return await outcomeOf(await send(address, init));
	} catch (error) {
		const isTimeout = error instanceof Error && error.name === "TimeoutError";
		if (isTimeout) return { kind: "unknown", error: "The provider did not respond" };
		return { kind: "later", error: "The provider could not be reached" };
	}
}

type Placed = { sid?: unknown; code?: unknown };

async function outcomeOf(response: Response): Promise<SendOutcome> {
	const { ok, status } = response;
	const result: Placed = await response.json<Placed>().catch(() => ({}));
	if (ok) return { kind: "accepted", providerId: typeof result.sid === "string" ? result.sid : null };
	const code = typeof result.code === "number" ? ` ${result.code}` : "";
	const error = `The provider responded with ${status}${code}`;
	// 401 and 403: credentials or permissions, which the operator can fix. 500: may have been placed.
	if (status >= 500 && status !== 503) return { kind: "unknown", error };
	const mayMend = status === 503 || status === 429 || status === 401 || status === 403;
	return mayMend ? { kind: "later", error } : { kind: "refused", error };
}

const endings: Record<string, Extract<CallEvent, { kind: "ended" }>["how"]> = {
	completed: "completed",
	busy: "busy",
	"no-answer": "noAnswer",
	failed: "failed",
	canceled: "failed",
};

async function readEvent(settings: CallSettings, { url, body, signature }: CallRequest): Promise<CallEvent | null> {
	const form = new URLSearchParams(body);
	if (form.get("AccountSid") !== settings.accountSid) return null;
	if (!(await isSigned(settings, { url, form, signature }))) return null;
	const query = new URL(url).searchParams;
	const isMachine = /^(?:machine|fax)/.test(form.get("AnsweredBy") ?? "");
	switch (query.get("at")) {
		case "talk":
			return { kind: "pickedUp", isMachine };
		case "first":
		case "second": {
			const press: CallPress = query.get("at") === "first" ? "first" : "second";
			return { kind: "pressed", press, digits: form.get("Digits") ?? "", round: Number(query.get("round") ?? 0) };
		}
		default: {
			const how = ownValue(endings, form.get("CallStatus") ?? "");
			if (how === undefined) return { kind: "underWay" };
			return { kind: "ended", how: how === "completed" && isMachine ? "voicemail" : how };
		}
	}
}

type Signed = { url: string; form: URLSearchParams; signature: string };

/** https://www.twilio.com/docs/usage/security#validating-requests. Twilio signs addresses with a port in two ways. */
async function isSigned({ authToken }: CallSettings, { url, form, signature }: Signed): Promise<boolean> {
	const given = bytesOf(signature);
	if (given === null) return false;
	const algorithm = { name: "HMAC", hash: "SHA-1" };
	const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(authToken), algorithm, false, ["verify"]);
	const withoutPort = new URL(url);
	withoutPort.port = "";
	const fields = [...new Set(form.keys())].sort().map((name) => {
		return [...new Set(form.getAll(name))]
			.sort()
			.map((value) => name + value)
			.join("");
	});
	const checks = [...new Set([url, withoutPort.href])].map((address) => {
		return crypto.subtle.verify("HMAC", key, given, new TextEncoder().encode(address + fields.join("")));
	});
	return (await Promise.all(checks)).includes(true);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
	if (!/^[A-Za-z0-9+/]{27}=$/.test(base64)) return null;
	return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** https://www.twilio.com/docs/voice/twiml. A key pressed while the text is spoken counts. */
function twiml(url: string, speech: CallSpeech | null): string {
	if (speech === null) return `${head}<Response><Hangup/></Response>`;
	const { language, sentences, expects } = speech;
	const { voice, language: tag } = ownValue(voices, language) ?? usualVoice;
	const say = (text: string) => `<Say voice="${voice}" language="${tag}">${escaped(text)}</Say>`;
	const spoken = sentences.map(say).join(`<Pause length="${pauseSeconds}"/>`);
	if (expects === null) return `${head}<Response>${spoken}<Hangup/></Response>`;
	const { press, round, otherwise } = expects;
	const action = escaped(`${url}?at=${press}&round=${round}`);
	const gather = `<Gather input="dtmf" numDigits="1" timeout="${pressSeconds}" action="${action}">${spoken}</Gather>`;
	return `${head}<Response>${gather}${say(otherwise)}<Hangup/></Response>`;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';

function escaped(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
	const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "");
	return allowed.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
