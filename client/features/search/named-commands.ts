import { type Capability, can, type Role } from "../../../shared/account/permissions";
import type { ScreenCommand } from "../../base/screen-commands";
import { t } from "../../words/made/search";
import {
	type FoundGroup,
	type NamedCommandId,
	rankItems,
	type SearchItem,
	type SearchKind,
	searchItem,
} from "./find-items";
import { wordList, wordsOf } from "./text-match";

type NamedCommand = {
	id: NamedCommandId;
	label: string;
	hasDialog?: true;
	phrases: string[];
	/** Words that are a command only in front of a name: "Report" alone means the page. */
	nouns?: string[];
	kinds: Partial<Record<SearchKind, Capability>>;
	/** Absent: the page of the thing offers the command. */
	address?: (item: SearchItem) => string;
};

const byKind = ({ kind, id }: SearchItem) => new URLSearchParams({ [kind]: id });

const namedCommands: NamedCommand[] = [
	{
		id: "acknowledge",
		label: t("command.acknowledge"),
		hasDialog: true,
		phrases: wordList(t("command.acknowledge.phrases")),
		kinds: { event: "acknowledgeAlerts" },
	},
	{
		id: "mute",
		label: t("command.mute"),
		hasDialog: true,
		phrases: wordList(t("command.mute.phrases")),
		kinds: { device: "muteDevices", group: "muteDevices", alert: "editAlerts", event: "acknowledgeAlerts" },
	},
	{
		id: "unmute",
		label: t("command.unmute"),
		phrases: wordList(t("command.unmute.phrases")),
		kinds: { device: "muteDevices", group: "muteDevices", alert: "editAlerts" },
	},
	{
		id: "note",
		label: t("command.note"),
		hasDialog: true,
		phrases: wordList(t("command.note.phrases")),
		nouns: wordList(t("command.note.nouns")),
		kinds: { device: "addNotes" },
	},
	{
		id: "import",
		label: t("command.import"),
		hasDialog: true,
		phrases: wordList(t("command.import.phrases")),
		kinds: { device: "importReadings" },
	},
	{
		id: "export",
		label: t("command.export"),
		phrases: wordList(t("command.export.phrases")),
		kinds: { device: "viewFleet", group: "viewFleet" },
		address: (item) => (item.kind === "device" ? `/devices/${item.id}?tab=log` : `/log/?${byKind(item)}`),
	},
	{
		id: "rule",
		label: t("command.rule"),
		phrases: wordList(t("command.rule.phrases")),
		nouns: wordList(t("command.rule.nouns")),
		kinds: { device: "editAlerts", group: "editAlerts" },
		address: (item) => `/alerts/new/?${byKind(item)}`,
	},
	{
		id: "report",
		label: t("command.report"),
		phrases: wordList(t("command.report.phrases")),
		nouns: wordList(t("command.report.nouns")),
		kinds: { device: "editReports", group: "editReports" },
		address: (item) => `/reports/new/?${byKind(item)}`,
	},
	{
		id: "run",
		label: t("command.run"),
		hasDialog: true,
		phrases: wordList(t("command.run.phrases")),
		kinds: { report: "editReports" },
	},
];

const linkWords = new Set(wordList(t("command.fillers")));

const shortestBeginning = 3;

type TypedCommand = { command: NamedCommand; name: string; isWhole: boolean };

/** Null: the text begins with no command. `name`: the words after it. `isWhole` false: the command is half typed. */
function typedCommand(text: string): TypedCommand | null {
	const words = wordsOf(text);
	for (const command of namedCommands) {
		for (const phrase of [...command.phrases, ...(command.nouns ?? [])]) {
			const rest = wordsAfter(words, phrase);
			if (rest === null || (rest.length === 0 && command.nouns?.includes(phrase))) continue;
			return { command, name: rest.join(" "), isWhole: true };
		}
	}
	const [only, ...others] = words;
	if (only === undefined || others.length > 0 || only.length < shortestBeginning) return null;
	const begun = namedCommands.find(({ phrases }) => phrases.some((phrase) => phrase.startsWith(only)));
	return begun ? { command: begun, name: "", isWhole: false } : null;
}

function wordsAfter(words: string[], phrase: string): string[] | null {
	const wanted = phrase.split(" ");
	if (wanted.some((word, index) => words[index] !== word)) return null;
	const rest = words.slice(wanted.length);
	const first = rest.findIndex((word) => !linkWords.has(word));
	return first === -1 ? [] : rest.slice(first);
}

/** The text by which things are found: what follows a command, else all of it. */
export function nameTyped(text: string): string {
	return typedCommand(text)?.name || text;
}

export type CommandContext = {
	things: SearchItem[];
	role: Role;
	recent: string[];
	/** The path of the open screen; its own commands are offered by it. */
	current: string;
};

/** The typed command for each thing that it fits, best match first. */
function namedGroup({ command, name }: TypedCommand, context: CommandContext): FoundGroup | null {
	const { things, role, recent, current } = context;
	const fitting = things.filter((item) => isOffered(command, item, role) && item.target !== current);
	const ranked = rankItems(fitting, name, { recent, groupOf: () => "named" }).get("named");
	if (!ranked) return null;
	return { kind: "named", items: ranked.best.map(({ item }) => commandItem(command, item)), total: ranked.total };
}

function isOffered({ id, kinds }: NamedCommand, item: SearchItem, role: Role): boolean {
	const capability = kinds[item.kind];
	return capability !== undefined && can(role, capability) && !item.excluded.includes(id);
}

function commandItem({ id, hasDialog, address }: NamedCommand, item: SearchItem): SearchItem {
	const title = t(`command.${id}.of`, { name: item.title });
	const { kind, note } = item;
	const target = address?.(item) ?? pageCommand(id, item);
	return searchItem({ id: `${id} ${item.id}`, kind, title: hasDialog ? `${title}…` : title, note, target });
}

function pageCommand(id: NamedCommandId, { id: subjectId, target }: SearchItem): SearchItem["target"] {
	return typeof target === "string" ? { path: target, subjectId, id } : target;
}

/** Commands on the open thing that its page, which offers `offered`, leaves to the search. */
export function commandsOfOpen(offered: ScreenCommand[], { things, role, current }: CommandContext): SearchItem[] {
	const open = things.find(({ target }) => target === current);
	if (!open) return [];
	return namedCommands.flatMap((command) => {
		const { id, label, address } = command;
		const isOfPage = offered.some((other) => other.id === id && other.subjectId === open.id);
		if (!address || isOfPage || !isOffered(command, open, role)) return [];
		const [note, target] = [open.title, address(open)];
		return searchItem({ id: `command ${id}`, kind: "command", title: label, note, target, keywords: [note] });
	});
}

export function withCommands(groups: FoundGroup[], text: string, context: CommandContext): FoundGroup[] {
	const typed = typedCommand(text);
	const named = typed && namedGroup(typed, context);
	const [firstWord = ""] = wordsOf(text);
	const isAction = groups.some(
		({ kind, items: [first] }) => kind === "action" && first && ` ${first.keys.title} `.startsWith(` ${firstWord} `),
	);
	const groupsOf = (wanted: FoundGroup["kind"]) => groups.filter(({ kind }) => kind === wanted);
	if (!typed?.isWhole && !isAction) return named ? [...groups, named] : groups;
	const ofName = named ? [named] : [];
	const actions = groupsOf("action");
	const first = typed?.name ? [...ofName, ...actions] : [...actions, ...ofName];
	return [...groupsOf("command"), ...first, ...groups.filter(({ kind }) => kind !== "command" && kind !== "action")];
}
