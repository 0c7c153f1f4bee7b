import { headerNames } from "../../shared/base/header-names";

export function pickHeaders(from: Headers, names: readonly string[], picked = new Headers()): Headers {
	for (const name of names) {
		const value = from.get(name);
		if (value !== null) picked.set(name, value);
	}
	return picked;
}

const safeId = /^[A-Za-z0-9_-]{8,64}$/;

export function callerRequestIdOf(headers: Headers): string | null {
	const id = headers.get(headerNames.requestId);
	return id !== null && safeId.test(id) ? id : null;
}

export function setRequestIds(headers: Headers, submitted: Headers, requestId: string): void {
	headers.set(headerNames.requestId, requestId);
	const callerId = callerRequestIdOf(submitted);
	if (callerId !== null) headers.set(headerNames.callerRequestId, callerId);
}

export function setForwardedFor(headers: Headers, submitted: Headers): void {
	const address = submitted.get("cf-connecting-ip");
	if (address !== null) headers.set("x-forwarded-for", address);
}
