import { callPath } from "../../shared/base/links";
import { directEndpoints } from "../../shared/direct-endpoints";
import type { AccountObjects, CallOrigin } from "../base/context";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
import type { MessageSettings } from "../base/message-settings";
import { readText } from "../base/read-text";
import type { CallClaims, CallTokens } from "../keys/call-tokens";
import type { CallEvent, CallSpeech } from "../message/senders/call-sender";
import { twilioCalls } from "../message/senders/twilio-calls";

export type CallCalls = {
	takeCallEvent(
		call: Pick<CallClaims, "messageId" | "attempt">,
		event: CallEvent,
		now: number,
		origin: CallOrigin,
	): Promise<CallSpeech | null>;
};

type Parts = {
	settings: Pick<MessageSettings, "call" | "consoleUrl">;
	tokens: CallTokens;
	accounts: AccountObjects<CallCalls>;
	clock: () => number;
};

const noOrigin: CallOrigin = { address: null, browser: null, requestId: null, callerRequestId: null };

/** `POST /api/calls/<token>`: the provider of calls reports, and receives what to say next. */
export function createCallEndpoint({ settings, tokens, accounts, clock }: Parts) {
	const { call, consoleUrl } = settings;
	const sender = call && twilioCalls(call, () => Promise.reject(new Error("Calls are placed by the consumer")));
	return async function callEndpoint(request: DirectRequest<"calls">): Promise<DirectResponse<"calls">> {
		if (sender === null || consoleUrl === null) return responseWith(null, { status: 404 });
		const body = await readText(request, directEndpoints.calls.mostBytes);
		if (body === null) return responseWith(null, { status: 413 });
		const { pathname, search } = new URL(request.url);
		// The signature covers the address that the provider was given.
		const url = `${consoleUrl}${pathname}${search}`;
		const signature = request.headers.get("x-twilio-signature") ?? "";
		const event = await sender.readEvent({ url, body, signature });
		if (event === null) return responseWith(null, { status: 403 });
		const now = clock();
		const claims = await tokens.parse(pathname.slice(callPath.length), now);
		if (claims === null) return responseWith(null, { status: 404 });
		const { accountId, messageId, attempt } = claims;
		const object = accounts.get(accounts.idFromName(accountId));
		const speech = await object.takeCallEvent({ messageId, attempt }, event, now, noOrigin);
		const { contentType, body: said } = sender.instructions(`${consoleUrl}${pathname}`, speech);
		return responseWith(said, { headers: { "content-type": contentType } });
	};
}
