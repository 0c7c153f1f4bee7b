import { t } from "../words/made/fields";
/** All code that copies, shows, compares or validates text fields derives from here. Empty is "", never null. */
export type PlainText = {
	label: string;
	length: number;
	kind: "line" | "paragraph";
};

type DeviceTextTraits = PlainText & {
	section: "device" | "place";
	isOfLogger: boolean;
	isRequestedAtCreation: boolean;
	/** Whether lists of devices in reports have its column, `column.<text>` of `report-file`. */
	isReported: boolean;
	/** Null: only on the device page. `column`: list column and URL parameter. `criterion`: its name in filters. */
	list: { column: string; criterion: string; isSearched: boolean } | null;
};

export const deviceTexts = {
	description: {
		label: t("description"),
		length: 255,
		kind: "paragraph",
		section: "device",
		isOfLogger: false,
		isRequestedAtCreation: true,
		isReported: false,
		list: null,
	},
	model: {
		label: t("model"),
		length: 64,
		kind: "line",
		section: "device",
		isOfLogger: true,
		isRequestedAtCreation: true,
		isReported: true,
		list: { column: "model", criterion: "models", isSearched: true },
	},
	firmwareVersion: {
		label: t("firmware"),
		length: 32,
		kind: "line",
		section: "device",
		isOfLogger: true,
		isRequestedAtCreation: false,
		isReported: false,
		list: { column: "firmware", criterion: "firmwareVersions", isSearched: false },
	},
	hardwareVersion: {
		label: t("hardware"),
		length: 32,
		kind: "line",
		section: "device",
		isOfLogger: true,
		isRequestedAtCreation: false,
		isReported: false,
		list: null,
	},
	site: {
		label: t("site"),
		length: 64,
		kind: "line",
		section: "place",
		isOfLogger: false,
		isRequestedAtCreation: true,
		isReported: true,
		list: { column: "site", criterion: "sites", isSearched: true },
	},
	address: {
		label: t("address"),
		length: 255,
		kind: "line",
		section: "place",
		isOfLogger: false,
		isRequestedAtCreation: false,
		isReported: false,
		list: null,
	},
} as const satisfies Record<string, DeviceTextTraits>;

export const groupTexts = {
	description: { label: t("description"), length: 255, kind: "paragraph" },
} as const satisfies Record<string, PlainText>;

export const contactTexts = {
	company: { label: t("company"), length: 64, kind: "line" },
	title: { label: t("title"), length: 64, kind: "line" },
} as const satisfies Record<string, PlainText>;

export type DeviceText = keyof typeof deviceTexts;
export type GroupText = keyof typeof groupTexts;
export type ContactText = keyof typeof contactTexts;
export const deviceTextNames = keysOf(deviceTexts);
export const groupTextNames = keysOf(groupTexts);
export const contactTextNames = keysOf(contactTexts);

type TextWith<Trait extends keyof DeviceTextTraits, Value> = {
	[Text in DeviceText]: (typeof deviceTexts)[Text][Trait] extends Value ? Text : never;
}[DeviceText];

export type RequestedText = TextWith<"isRequestedAtCreation", true>;
export const requestedTexts = textsWith("isRequestedAtCreation", true);
export const loggerTexts = textsWith("isOfLogger", true);
export type ReportedText = TextWith<"isReported", true>;
export const reportedTexts = textsWith("isReported", true);

export function textsWith<
	Trait extends "section" | "kind" | "isOfLogger" | "isReported" | "isRequestedAtCreation",
	const Value,
>(trait: Trait, value: Value): TextWith<Trait, Value>[] {
	const isMeant = (text: DeviceText): text is TextWith<Trait, Value> => deviceTexts[text][trait] === value;
	return deviceTextNames.filter(isMeant);
}

export type ListedText = TextWith<"list", object>;
type Listed = (typeof deviceTexts)[ListedText]["list"];
export type TextColumn = Listed["column"];
export type TextCriterion = Listed["criterion"];
type ListedTextTraits = { text: ListedText; label: string; column: TextColumn; criterion: TextCriterion };

export const listedTexts: readonly (ListedTextTraits & { isSearched: boolean })[] = deviceTextNames
	.filter((text): text is ListedText => deviceTexts[text].list !== null)
	.map((text) => ({ text, label: deviceTexts[text].label, ...deviceTexts[text].list }));
export const listedTextNames = listedTexts.map(({ text }) => text);
export const textColumns = listedTexts.map(({ column }) => column);
export const textCriteria = listedTexts.map(({ criterion }) => criterion);
type SearchedText = {
	[Text in ListedText]: (typeof deviceTexts)[Text]["list"]["isSearched"] extends true ? Text : never;
}[ListedText];
const isSearched = (text: ListedText): text is SearchedText => deviceTexts[text].list.isSearched;
export const searchedTexts = listedTextNames.filter(isSearched);
/** The fields of a device in which a search looks. */
export const searchedFields = ["name", "serialNumber", ...searchedTexts, "tags"] as const;
const texts = searchedTexts
	.map((text) => t(`searched.${text}`))
	.reduce((texts, text) => t("searchedMore", { texts, text }));
/** `name, serial number, … or tag` */
export const anySearched = t("searched", { texts });
export const anySearchedTitle = t("searchedTitle", { texts });

export function textByColumn<Value>(valueFor: (text: ListedText) => Value): Record<TextColumn, Value> {
	const entries = listedTexts.map(({ text, column }) => [column, valueFor(text)]);
	return Object.fromEntries(entries) as Record<TextColumn, Value>; // every column has its entry
}

export function textByCriterion<Value>(valueFor: (text: ListedText) => Value): Record<TextCriterion, Value> {
	const entries = listedTexts.map(({ text, criterion }) => [criterion, valueFor(text)]);
	return Object.fromEntries(entries) as Record<TextCriterion, Value>; // every criterion has its entry
}

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
