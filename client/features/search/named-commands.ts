import { type Capability, can, type Role } from "../../../shared/account/permissions";
import type { ScreenCommand } from "../../base/screen-commands";
import {
	type FoundGroup,
	type NamedCommandId,
	rankItems,
	type SearchItem,
	type SearchKind,
	searchItem,
} from "./find-items";
import { wordsOf } from "./text-match";

type NamedCommand = {
	id: NamedCommandId;
	label: string;
	link?: string;
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
		label: "Acknowledge",
		hasDialog: true,
		phrases: ["acknowledge", "ack"],
		kinds: { event: "acknowledgeAlerts" },
	},
	{
		id: "mute",
		label: "Mute",
		hasDialog: true,
		phrases: ["mute", "silence", "snooze"],
		kinds: { device: "muteDevices", group: "muteDevices", alert: "editAlerts", event: "acknowledgeAlerts" },
	},
	{
		id: "unmute",
		label: "Unmute",
		phrases: ["unmute"],
		kinds: { device: "muteDevices", group: "muteDevices", alert: "editAlerts" },
	},
	{
		id: "note",
		label: "Add note",
		link: "to",
		hasDialog: true,
		phrases: ["add note", "add a note"],
		nouns: ["note"],
		kinds: { device: "addNotes" },
	},
	{
		id: "import",
		label: "Import files",
		link: "to",
		hasDialog: true,
		phrases: ["import a file", "import file", "import files", "import", "upload"],
		kinds: { device: "importReadings" },
	},
	{
		id: "export",
		label: "Export log",
		link: "of",
		phrases: ["export log", "export", "download"],
		kinds: { device: "viewFleet", group: "viewFleet" },
		address: (item) => (item.kind === "device" ? `/devices/${item.id}?tab=log` : `/log/?${byKind(item)}`),
	},
	{
		id: "rule",
		label: "New rule",
		link: "for",
		phrases: ["new rule", "add rule", "new alert", "add alert"],
		nouns: ["rule"],
		kinds: { device: "editAlerts", group: "editAlerts" },
		address: (item) => `/alerts/new/?${byKind(item)}`,
	},
	{
		id: "report",
		label: "New report",
		link: "of",
		phrases: ["new report", "add report"],
		nouns: ["report"],
		kinds: { device: "editReports", group: "editReports" },
		address: (item) => `/reports/new/?${byKind(item)}`,
	},
	{
		id: "run",
		label: "Run",
		hasDialog: true,
		phrases: ["run report", "run"],
		kinds: { report: "editReports" },
	},
];

const linkWords = new Set(["a", "for", "from", "in", "of", "on", "the", "to"]);

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

function commandItem({ id, label, link, hasDialog, address }: NamedCommand, item: SearchItem): SearchItem {
	const title = [label, link, item.title].filter(Boolean).join(" ");
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
