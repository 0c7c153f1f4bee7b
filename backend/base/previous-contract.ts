import { contractVersion, headerNames } from "../../shared/base/header-names";

/** Quotes inside JSON strings are escaped, so no user text matches. Empty these lists in the next release. */
const requestWords = [
	['"shelf":', '"archived":'],
	['"tellsMeanwhile":', '"reportsMissed":'],
] as const;
const responseWords = [
	['"tellsMeanwhile":', '"reportsMissed":'],
	['"nothingOwed":', '"notQueued":'],
	['"kind":"told"', '"kind":"notified"'],
	['"kind":"notTold"', '"kind":"notNotified"'],
	['"reason":"noLongerOwed"', '"reason":"noLongerNeeded"'],
	['"state":"unknown"', '"state":"mayHaveArrived"'],
	['"status":"never"', '"status":"imported"'],
] as const;

export function isOfPreviousContract({ headers }: Request): boolean {
	return headers.get(headerNames.contractVersion) === String(Number(contractVersion) - 1);
}

export function toOwnContract(input: string): string {
	return requestWords.reduce((text, [old, now]) => text.replaceAll(old, now), input);
}

export async function toPreviousContract(response: Response): Promise<Response> {
	const text = responseWords.reduce((text, [old, now]) => text.replaceAll(now, old), await response.text());
	return new Response(response.body === null ? null : text, response);
}
