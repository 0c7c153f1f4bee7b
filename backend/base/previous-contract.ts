import { contractVersion, headerNames } from "../../shared/base/header-names";

/**
 * What a page of the release before calls things, as JSON writes it. Inside a text of JSON quotes are escaped, so none of
 * these stands in what a person wrote. To be emptied with the next release.
 */
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
] as const;

export function isOfPreviousContract({ headers }: Request): boolean {
	return headers.get(headerNames.contractVersion) === String(Number(contractVersion) - 1);
}

/** An input in the words of this release. */
export function toOwnContract(input: string): string {
	return requestWords.reduce((text, [old, now]) => text.replaceAll(old, now), input);
}

/** The response in the words of the release before. */
export async function toPreviousContract(response: Response): Promise<Response> {
	const text = responseWords.reduce((text, [old, now]) => text.replaceAll(now, old), await response.text());
	return new Response(response.body === null ? null : text, response);
}
