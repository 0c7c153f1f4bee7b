import { encodeBase64 } from "hono/utils/encode";
import { localMessageSettings } from "./local-settings";

export const callHost = "api.twilio.com";

export const callActs = ["pickUp", "hangUp", "busy", "voicemail", "noAnswer", "fail"] as const;
export type CallAct = (typeof callActs)[number] | `${number}`;

/** `said`: everything heard so far. `next`: where a key is reported, or null if none is expected. */
export type LocalCall = {
	sid: string;
	to: string;
	status: "queued" | "ringing" | "in-progress" | "completed" | "busy" | "no-answer" | "failed";
	said: string[];
	next: string | null;
	pickedUpBy: string | null;
	placedAt: number;
	urls: { talk: string; status: string };
};

type Post = (url: string, body: string, signature: string) => Promise<Response>;

const mostCalls = 50;

/** The part of Twilio's API that the product uses. Nothing leaves this machine. */
export class CallService {
	readonly #authToken: string;
	#calls: LocalCall[] = [];

	constructor(authToken: string = localMessageSettings.TWILIO_AUTH_TOKEN) {
		this.#authToken = authToken;
	}

	get calls(): readonly LocalCall[] {
		return this.#calls;
	}

	take(path: string, body: string): Response {
		const form = new URLSearchParams(body);
		const [to, talk, status] = [form.get("To"), form.get("Url"), form.get("StatusCallback")];
		if (!path.endsWith("/Calls.json") || !to || !talk || !status) {
			return Response.json({ code: 21205, message: "Url is not a valid URL", status: 400 }, { status: 400 });
		}
		const sid = `CA${crypto.randomUUID().replaceAll("-", "")}`;
		const fresh = { said: [], next: null, pickedUpBy: null, placedAt: Date.now() };
		const call: LocalCall = { sid, to, status: "queued", ...fresh, urls: { talk, status } };
		this.#calls = [call, ...this.#calls].slice(0, mostCalls);
		return Response.json({ sid, status: "queued", to }, { status: 201 });
	}

	async act(sid: string, act: CallAct, post: Post): Promise<boolean> {
		const call = this.#calls.find((each) => each.sid === sid);
		if (!call) return false;
		const isRinging = call.status === "queued" || call.status === "ringing";
		if (/^\d$/.test(act)) return call.next === null ? false : this.#instruct(call, call.next, post, act);
		if (act === "hangUp") {
			if (isRinging) return this.#end(call, "no-answer", post);
			return call.status === "in-progress" && this.#end(call, "completed", post);
		}
		if (!isRinging) return false;
		if (act === "busy" || act === "noAnswer" || act === "fail") return this.#end(call, ended[act], post);
		call.status = "in-progress";
		call.pickedUpBy = act === "voicemail" ? "machine_start" : "human";
		return this.#instruct(call, call.urls.talk, post);
	}

	async report(sid: string, status: LocalCall["status"], post: Post): Promise<Response | null> {
		const call = this.#calls.find((each) => each.sid === sid);
		return call ? this.#post(call, { url: call.urls.status, status }, post) : null;
	}

	async #end(call: LocalCall, status: LocalCall["status"], post: Post): Promise<boolean> {
		call.status = status;
		call.next = null;
		await this.#post(call, { url: call.urls.status, status }, post);
		return true;
	}

	async #instruct(call: LocalCall, url: string, post: Post, digits?: string): Promise<boolean> {
		const response = await this.#post(call, { url, status: "in-progress", digits }, post);
		const xml = response.ok ? await response.text() : "<Response><Hangup/></Response>";
		const said = Array.from(xml.matchAll(/<Say[^>]*>([^<]*)<\/Say>/g), ([, text = ""]) => unescaped(text));
		const action = /<Gather[^>]* action="([^"]*)"/.exec(xml)?.[1];
		const isAsked = action !== undefined;
		call.said.push(...(isAsked ? said.slice(0, -1) : said));
		call.next = isAsked ? unescaped(action) : null;
		return isAsked || this.#end(call, "completed", post);
	}

	async #post(
		call: LocalCall,
		{ url, status, digits }: { url: string; status: string; digits?: string | undefined },
		post: Post,
	): Promise<Response> {
		const fields = new URLSearchParams({
			AccountSid: localMessageSettings.TWILIO_ACCOUNT_SID,
			CallSid: call.sid,
			CallStatus: status,
			To: call.to,
			...(call.pickedUpBy !== null && { AnsweredBy: call.pickedUpBy }),
			...(digits !== undefined && { Digits: digits }),
		});
		return post(url, fields.toString(), await this.sign(url, fields));
	}

	async sign(url: string, fields: URLSearchParams): Promise<string> {
		const text = [...fields].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => name + value);
		const bytes = (of: string) => new TextEncoder().encode(of);
		const algorithm = { name: "HMAC", hash: "SHA-1" };
		const key = await crypto.subtle.importKey("raw", bytes(this.#authToken), algorithm, false, ["sign"]);
		return encodeBase64(await crypto.subtle.sign("HMAC", key, bytes(url + text.join(""))));
	}
}

const ended = { busy: "busy", noAnswer: "no-answer", fail: "failed" } as const;

function unescaped(text: string): string {
	return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
