import { customType } from "drizzle-orm/sqlite-core";
import { ownValue } from "../../shared/base/own-value";

/** Old words in stored rows: the previous release reads the same rows. */
const storedWords: Record<string, string> = {
	notified: "told",
	notNotified: "notTold",
	noLongerNeeded: "noLongerOwed",
	reportsMissed: "tellsMeanwhile",
};
const words = Object.fromEntries(Object.entries(storedWords).map(([word, stored]) => [stored, word]));

export function wordColumn<Word extends string>(name: string) {
	return customType<{ data: Word; driverData: string }>({
		dataType: () => "text",
		toDriver: (word) => ownValue(storedWords, word) ?? word,
		fromDriver: (stored) => (ownValue(words, stored) ?? stored) as Word,
	})(name);
}

/** Renames the object's own keys. */
export function objectColumn<Value extends object>(name: string) {
	const renamed = (value: object, amount: Record<string, string>) =>
		Object.fromEntries(Object.entries(value).map(([key, each]) => [ownValue(amount, key) ?? key, each]));
	return customType<{ data: Value; driverData: string }>({
		dataType: () => "text",
		toDriver: (value) => JSON.stringify(renamed(value, storedWords)),
		fromDriver: (stored) => renamed(JSON.parse(stored), words) as Value,
	})(name);
}
