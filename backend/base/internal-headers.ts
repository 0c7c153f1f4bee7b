import { ReasonText } from "../../shared/account/change-reasons";
import { type HeaderReader, headerNames } from "../../shared/base/header-names";
import { requestKeyHeader } from "../../shared/base/request-key";
import type { AccountEnding } from "../../shared/session/session-endings";
import { sessionHeaders } from "../../shared/session/session-limits";
import { RequestIdentity } from "./context";

const requestIdForm = /^[\w-]{8,64}$/;
const addressForm = /^[\da-f.:]{2,45}$/i;

export const internalHeaders = {
	identity: "x-aqlcloud-identity",
	notMember: "x-aqlcloud-not-member",
} as const;

/** `unknown`: the directory has a row but the object was not reached. A removed user counts as disabled. */
export type NotMember = "disabled" | "unknown";

function notMemberOf({ headers }: Response): NotMember | null {
	const notMember = headers.get(internalHeaders.notMember);
	return notMember === "disabled" || notMember === "unknown" ? notMember : null;
}

/** `idle`: ended in this browser for all accounts. */
export type Denial = NotMember | "ended" | "idle";

export function denialOf(response: Response): Denial | null {
	const isEnded = response.status === 401 && response.headers.get(sessionHeaders.state) === "ended";
	if (!isEnded) return notMemberOf(response);
	return response.headers.get(sessionHeaders.reason) === ("idle" satisfies AccountEnding) ? "idle" : "ended";
}

/** Headers that an object receives. All others are dropped: tokens, and outside headers with the internal names. */
const forwardedNames = [
	...["accept", "content-type", requestKeyHeader, headerNames.reason],
	...["trpc-accept", "user-agent", "upgrade"],
];

type Caller = Omit<RequestIdentity, "address" | "callerRequestId">;

export function forwardedHeaders(headers: Headers, caller: Caller): Record<string, string> {
	const identity: RequestIdentity = {
		...caller,
		address: addressOf(headers),
		callerRequestId: callerRequestIdOf(headers),
	};
	const forwarded: Record<string, string> = { [internalHeaders.identity]: toAscii(JSON.stringify(identity)) };
	for (const name of forwardedNames) {
		const value = headers.get(name);
		if (value !== null) forwarded[name] = value;
	}
	return forwarded;
}

/** Null: missing or not safe to store. */
export function addressOf(headers: HeaderReader<"x-forwarded-for">): string | null {
	const address = headers.get("x-forwarded-for");
	return address !== null && addressForm.test(address) ? address : null;
}

/** Throws if the header is missing: only the backend Worker reaches an object. */
export function parseIdentity(headers: Headers): RequestIdentity {
	return RequestIdentity.parse(JSON.parse(headers.get(internalHeaders.identity) ?? "null"));
}

/** Null: missing, empty, too long or not decodable. */
export function reasonOf(headers: HeaderReader<typeof headerNames.reason>): string | null {
	const sent = headers.get(headerNames.reason) ?? "";
	try {
		const { success, data } = ReasonText.safeParse(decodeURIComponent(sent));
		return success ? data : null;
	} catch (error) {
		if (error instanceof URIError) return null;
		throw error;
	}
}

function toAscii(json: string): string {
	return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Null: missing or not safe to log. */
export function callerRequestIdOf(headers: HeaderReader<typeof headerNames.callerRequestId>): string | null {
	const id = headers.get(headerNames.callerRequestId);
	return id !== null && requestIdForm.test(id) ? id : null;
}

export function requestIdOf(headers: HeaderReader<typeof headerNames.requestId>): string {
	const sent = headers.get(headerNames.requestId);
	return sent !== null && requestIdForm.test(sent) ? sent : crypto.randomUUID();
}
