import { headerNames } from "../shared/limits";
import { RequestIdentity } from "./context";

/** Headers between the backend Worker and an account's object. */
export const internalHeaders = {
	/** JSON of `RequestIdentity`. */
	identity: "x-aqlcloud-identity",
	/** On an answer: the person is not, or no longer, an active member of this account. */
	notMember: "x-aqlcloud-not-member",
} as const;

/** A request's headers as the object gets them: no token, no copy of ours from outside, the identity instead. */
export function forwardedHeaders(headers: Headers, identity: RequestIdentity): Headers {
	const forwarded = new Headers(headers);
	for (const name of ["authorization", headerNames.idToken, ...Object.values(internalHeaders)]) forwarded.delete(name);
	forwarded.set(internalHeaders.identity, toAscii(JSON.stringify(identity)));
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
