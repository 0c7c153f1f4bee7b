import type { ErrorsWords } from "../words/made/errors";
import type { Given } from "../words/open-words";

export const errorMark = "§errors.";

/** Carries a message of the area `errors`, and its parameters, as text. `errorSentence` renders it for a reader. */
export function errorKey<Key extends keyof ErrorsWords & string>(
	key: Key,
	...[values]: Given<ErrorsWords[Key]>
): string {
	return values === undefined ? `${errorMark}${key}` : `${errorMark}${key} ${JSON.stringify(values)}`;
}
