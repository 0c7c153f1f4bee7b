import type { ErrorsWords } from "../words/made/errors";

export const errorMark = "§errors.";

/** Carries a message of the area `errors`, and its parameters, as text. `errorSentence` renders it for a reader. */
export function errorKey<Key extends keyof ErrorsWords & string>(
	key: Key,
	...[values]: keyof ErrorsWords[Key] extends never ? [] : [values: ErrorsWords[Key]]
): string {
	return values === undefined ? `${errorMark}${key}` : `${errorMark}${key} ${JSON.stringify(values)}`;
}
