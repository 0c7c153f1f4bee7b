import { headerNames } from "../../shared/limits";
import { RequestIdentity } from "./context";

const requestIdForm = /^[\w-]{8,64}$/;

/** Headers between the backend Worker and an account's object. */
export const internalHeaders = {
	/** JSON of `RequestIdentity`. */
	identity: "x-aqlcloud-identity",
	/** On an answer: why the person is no active member of this account, a `NotMember`. */
	notMember: "x-aqlcloud-not-member",
} as const;

/**
 * Who is removed from an account stays in it as disabled. Unknown is somebody who never was in it: the directory was
 * written, and the account's object was not reached.
 */
export type NotMember = "disabled" | "unknown";

/** What an object's answer says of the person; null: they are an active member. */
export function notMemberOf({ headers }: Response): NotMember | null {
	const notMember = headers.get(internalHeaders.notMember);
	return notMember === "disabled" || notMember === "unknown" ? notMember : null;
}

/** What an object reads of a request. Everything else stays behind: tokens, and headers of our own names from outside. */
const forwardedNames = ["accept", "content-type", "trpc-accept", "user-agent", "upgrade"];

/** A request's headers as the object gets them, with the identity that was verified. */
export function forwardedHeaders(headers: Headers, identity: RequestIdentity): Headers {
	const forwarded = new Headers({ [internalHeaders.identity]: toAscii(JSON.stringify(identity)) });
	for (const name of forwardedNames) {
		const value = headers.get(name);
		if (value !== null) forwarded.set(name, value);
	}
	return forwarded;
}

/** Throws where the header is missing: only the backend Worker reaches an object. */
export function parseIdentity(headers: Headers): RequestIdentity {
	return RequestIdentity.parse(JSON.parse(headers.get(internalHeaders.identity) ?? "null"));
}

/** JSON with every character a header cannot carry escaped. */
function toAscii(json: string): string {
	return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The console's id of a request, or a new one where there is none fit for a log line. */
export function requestIdOf(request: Request): string {
	const sent = request.headers.get(headerNames.requestId);
	return sent !== null && requestIdForm.test(sent) ? sent : crypto.randomUUID();
}
