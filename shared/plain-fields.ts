/**
 * Plain texts of entities, each declared once: whatever copies, shows, compares or checks such fields derives from here,
 * or does not compile until it knows a new one. "" is empty, never null.
 */
export type PlainText = {
	/** In forms and conflicts; in the log in lower case. */
	label: string;
	/** Characters at most. */
	length: number;
	/** Of a paragraph the log says only that it changed. */
	kind: "line" | "paragraph";
};

type DeviceTextTraits = PlainText & {
	/** The part of the settings that it stands in. */
	section: "device" | "place";
	/** Whether it goes with the logger, so that a replacement has its own. */
	isOfLogger: boolean;
	/** Whether the form and the files that add devices ask for it. */
	isRequestedAtCreation: boolean;
	/**
	 * Null: it is shown on the device's own page alone. `column`: its column of the list, and its search parameter.
	 * `criterion`: its name in filters.
	 */
	list: { column: string; criterion: string; isSearched: boolean } | null;
};

/** In the order of the settings. */
export const deviceTexts = {
	description: {
		label: "Description",
		length: 255,
		kind: "paragraph",
		section: "device",
		isOfLogger: false,
		isRequestedAtCreation: true,
		list: null,
	},
	model: {
		label: "Model",
		length: 64,
		kind: "line",
		section: "device",
		isOfLogger: true,
		isRequestedAtCreation: true,
		list: { column: "model", criterion: "models", isSearched: true },
	},
	firmwareVersion: {
		label: "Firmware",
		length: 32,
		kind: "line",
		section: "device",
		isOfLogger: true,
		isRequestedAtCreation: false,
		list: { column: "firmware", criterion: "firmwareVersions", isSearched: false },
	},
	hardwareVersion: {
		label: "Hardware",
		length: 32,
		kind: "line",
		section: "device",
		isOfLogger: true,
		isRequestedAtCreation: false,
		list: null,
	},
	site: {
		label: "Site",
		length: 64,
		kind: "line",
		section: "place",
		isOfLogger: false,
		isRequestedAtCreation: true,
		list: { column: "site", criterion: "sites", isSearched: true },
	},
	address: {
		label: "Address",
		length: 255,
		kind: "line",
		section: "place",
		isOfLogger: false,
		isRequestedAtCreation: false,
		list: null,
	},
} as const satisfies Record<string, DeviceTextTraits>;

export const groupTexts = {
	description: { label: "Description", length: 255, kind: "paragraph" },
} as const satisfies Record<string, PlainText>;

export type DeviceText = keyof typeof deviceTexts;
export type GroupText = keyof typeof groupTexts;
export const deviceTextNames = keysOf(deviceTexts);
export const groupTextNames = keysOf(groupTexts);

/** The texts of a device that have a trait. */
type TextWith<Trait extends keyof DeviceTextTraits, Value> = {
	[Text in DeviceText]: (typeof deviceTexts)[Text][Trait] extends Value ? Text : never;
}[DeviceText];

export type RequestedText = TextWith<"isRequestedAtCreation", true>;
export const requestedTexts = textsWith("isRequestedAtCreation", true);
export const loggerTexts = textsWith("isOfLogger", true);

export function textsWith<Trait extends "section" | "kind" | "isOfLogger" | "isRequestedAtCreation", const Value>(
	trait: Trait,
	value: Value,
): TextWith<Trait, Value>[] {
	const isMeant = (text: DeviceText): text is TextWith<Trait, Value> => deviceTexts[text][trait] === value;
	return deviceTextNames.filter(isMeant);
}

export type ListedText = TextWith<"list", object>;
type Listed = (typeof deviceTexts)[ListedText]["list"];
export type TextColumn = Listed["column"];
export type TextCriterion = Listed["criterion"];
type ListedTextTraits = { text: ListedText; label: string; column: TextColumn; criterion: TextCriterion };

/** The texts that rows of lists hold, in the order of their columns and filters. */
export const listedTexts: readonly (ListedTextTraits & { isSearched: boolean })[] = deviceTextNames
	.filter((text): text is ListedText => deviceTexts[text].list !== null)
	.map((text) => ({ text, label: deviceTexts[text].label, ...deviceTexts[text].list }));
export const listedTextNames = listedTexts.map(({ text }) => text);
export const textColumns = listedTexts.map(({ column }) => column);
export const textCriteria = listedTexts.map(({ criterion }) => criterion);
export const searchedTexts = listedTexts.filter(({ isSearched }) => isSearched).map(({ text }) => text);

/** Something for each column of the list, by its text. */
export function textByColumn<Value>(valueFor: (text: ListedText) => Value): Record<TextColumn, Value> {
	const entries = listedTexts.map(({ text, column }) => [column, valueFor(text)]);
	return Object.fromEntries(entries) as Record<TextColumn, Value>; // every column has its entry
}

/** Something for each criterion of filters, by the text that it looks at. */
export function textByCriterion<Value>(valueFor: (text: ListedText) => Value): Record<TextCriterion, Value> {
	const entries = listedTexts.map(({ text, criterion }) => [criterion, valueFor(text)]);
	return Object.fromEntries(entries) as Record<TextCriterion, Value>; // every criterion has its entry
}

/** The part of something that has these names. */
export function pick<Source extends object, Name extends keyof Source & string>(
	source: Source,
	names: readonly Name[],
): Pick<Source, Name> {
	return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>; // every name has its entry
}

export function recordOf<Name extends string, Value>(
	names: readonly Name[],
	valueFor: (name: Name) => Value,
): Record<Name, Value> {
	return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>; // every name has its entry
}

function keysOf<Name extends string>(record: Record<Name, unknown>): Name[] {
	return Object.keys(record) as Name[]; // keys of a declaration are its keyof
}
