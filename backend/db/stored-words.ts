import { customType } from "drizzle-orm/sqlite-core";
import { ownValue } from "../../shared/base/own-value";

/** Words that rows keep from before they were renamed, as the release before reads the same rows. */
const storedWords: Record<string, string> = {
	notified: "told",
	notNotified: "notTold",
	noLongerNeeded: "noLongerOwed",
	reportsMissed: "tellsMeanwhile",
};
const words = Object.fromEntries(Object.entries(storedWords).map(([word, stored]) => [stored, word]));

/** A column of such words: text. */
export function wordColumn<Word extends string>(name: string) {
	return customType<{ data: Word; driverData: string }>({
		dataType: () => "text",
		toDriver: (word) => ownValue(storedWords, word) ?? word,
		// Only words of this type are written.
		fromDriver: (stored) => (ownValue(words, stored) ?? stored) as Word,
	})(name);
}

/** A column of an object whose own keys may be such words: text of JSON. */
export function objectColumn<Value extends object>(name: string) {
	const renamed = (value: object, amount: Record<string, string>) =>
		Object.fromEntries(Object.entries(value).map(([key, each]) => [ownValue(amount, key) ?? key, each]));
	return customType<{ data: Value; driverData: string }>({
		dataType: () => "text",
		toDriver: (value) => JSON.stringify(renamed(value, storedWords)),
		// Only values of this type are written.
		fromDriver: (stored) => renamed(JSON.parse(stored), words) as Value,
	})(name);
}
