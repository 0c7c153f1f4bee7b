import { describe, expect, it } from "vitest";
import { alertItem, deviceItem, eventItem, groupItem, viewItems } from "../../client/features/search/entity-items";
import { findItems, type SearchItem, searchItem } from "../../client/features/search/find-items";
import {
	type CommandContext,
	commandsOfOpen,
	nameTyped,
	withCommands,
} from "../../client/features/search/named-commands";
import { actionItems, pageItems } from "../../client/features/search/page-and-action-items";
import { areas } from "../../client/features/shell/navigation";
import { Role } from "../../shared/account/permissions";
import type { SavedView } from "../../shared/account/view";
import type { AlertListRow } from "../../shared/alert/alert";
import { sampleEvent } from "../component/sample-event";
import { deviceRow, groupRow } from "./list-rows";

const inAnHour = Date.now() + 3_600_000;

const ruleRow: AlertListRow = {
	id: "alr_1",
	name: "Too warm",
	isEnabled: true,
	severity: "warning",
	condition: "Temperature above 8 °C",
	reach: "reached",
	recipients: [],
	deviceCount: 1,
	isEditable: true,
	openEvents: 0,
	lastFiredAt: null,
};

const event = (id: string, name: string, state: "open" | "acknowledged") =>
	eventItem(sampleEvent({ id, state, device: { name, timezoneOffset: 0, timeZoneRule: 0 } }));

const things: SearchItem[] = [
	deviceItem(deviceRow("Cold room 1")),
	deviceItem(deviceRow("Cold room 2", { mutedUntil: inAnHour })),
	deviceItem(deviceRow("Import dock")),
	groupItem(groupRow("Cold chain")),
	event("aev_1", "Van 3", "open"),
	event("aev_2", "Van 3 rear", "acknowledged"),
	alertItem(ruleRow),
	alertItem({ ...ruleRow, id: "alr_2", name: "Too warm elsewhere", isEditable: false }),
	searchItem({ id: "rep_1", kind: "report", title: "Monthly proof", note: "", target: "/reports/edit/rep_1" }),
];

const none = () => {};
const commands = { onHelp: none, onSignOut: none, onTheme: none, onTime: none };

function search(text: string, role: Role = "owner", current = "/dashboard") {
	const items = [...pageItems(areas, role), ...actionItems({ role, scope: "all" }, commands), ...things];
	const context = { things, role, recent: [], current };
	return withCommands(findItems(items, text, context), text, context);
}

const named = (text: string, role: Role = "owner", current?: string) =>
	search(text, role, current)
		.filter(({ kind }) => kind === "named")
		.flatMap(({ items }) => items);

const titles = (items: SearchItem[]) => items.map(({ title }) => title);

describe("a command on a thing that is named", () => {
	it.each([
		["mute cold room 1", ["Mute Cold room 1…"]],
		["MUTE  the Cold", ["Mute Cold chain…", "Mute Cold room 1…"]],
		["silence room", ["Mute Cold room 1…"]],
		["unmute cold", ["Unmute Cold room 2"]],
		["acknowledge van 3", ["Acknowledge Too warm: Van 3…"]],
		["ack van", ["Acknowledge Too warm: Van 3…"]],
		["add a note to cold room 1", ["Add note to Cold room 1…"]],
		["note cold room 1", ["Add note to Cold room 1…"]],
		["import cold room 1", ["Import files to Cold room 1…"]],
		["export log of cold chain", ["Export log of Cold chain"]],
		["new rule for cold room 1", ["New rule for Cold room 1"]],
		["report cold chain", ["New report of Cold chain"]],
		["run monthly", ["Run Monthly proof…"]],
		["mute nothing like it", []],
		["report", []],
		["cold room", []],
		["", []],
	])("offers what %j means", (text, expected) => {
		expect(titles(named(text))).toEqual(expected);
	});

	it.each([
		["mute too warm", ["Mute Too warm…", "Mute Too warm: Van 3…", "Mute Too warm: Van 3 rear…"]],
		["unmute too warm", []],
	])("leaves out a rule that the member may not change: %s", (text, expected) => {
		expect(titles(named(text))).toEqual(expected);
	});

	it("opens the page of the thing for what its page offers, and the form for what begins there", () => {
		expect(named("mute cold room 1")[0]?.target).toEqual({
			path: "/devices/dev_Cold room 1",
			subjectId: "dev_Cold room 1",
			id: "mute",
		});
		expect(named("new rule for cold room 1")[0]?.target).toBe("/alerts/new/?device=dev_Cold+room+1");
		expect(named("export cold chain")[0]?.target).toBe("/log/?group=Cold+chain");
	});

	it.each([
		["mute cold room 1", ["owner", "admin", "operator"]],
		["acknowledge van 3", ["owner", "admin", "operator"]],
		["note cold room 1", ["owner", "admin", "operator"]],
		["import cold room 1", ["owner", "admin", "operator"]],
		["new rule cold room 1", ["owner", "admin", "operator"]],
		["report cold room 1", ["owner", "admin", "operator"]],
		["run monthly", ["owner", "admin", "operator"]],
		["export cold room 1", ["owner", "admin", "operator", "viewer"]],
	])("offers %j only to roles that may do it", (text, roles) => {
		expect(Role.options.filter((role) => named(text, role).length > 0)).toEqual(roles);
	});
});

describe("a text that begins with a command", () => {
	it.each([
		["mute cold", ["named"]],
		["import dock", ["named", "device"]],
		["export", ["action", "named"]],
		["acknowledge", ["named"]],
		["invite", ["action"]],
		["new rule", ["action", "named"]],
		["mut", ["named"]],
		["cold", ["device", "group"]],
	])("lists commands first for %j", (text, kinds) => {
		expect(search(text).map(({ kind }) => kind)).toEqual(kinds);
	});

	it("states how many things it fits beyond those listed", () => {
		const many = Array.from({ length: 40 }, (_, index) => deviceItem(deviceRow(`Logger ${index}`)));
		const [group] = withCommands([], "mute logger", { things: many, role: "owner", recent: [], current: "/" });
		expect([group?.items.length, group?.total]).toEqual([6, 40]);
	});

	it("searches an account with many devices by the name alone", () => {
		const texts = ["mute cold room", "new rule for van", "cold room", "mute", ""];
		expect(texts.map(nameTyped)).toEqual(["cold room", "van", "cold room", "mute", ""]);
	});
});

describe("the thing that is open", () => {
	const context: CommandContext = { things, role: "owner", recent: [], current: "/devices/dev_Cold room 1" };

	it("leaves to its page what the page offers, and adds the rest", () => {
		const offered = [{ id: "report", subjectId: "dev_Cold room 1", label: "Report this", note: "", onRun: none }];
		expect(titles(commandsOfOpen(offered, context))).toEqual(["Export log", "New rule"]);
		expect(titles(commandsOfOpen([], { ...context, role: "viewer" }))).toEqual(["Export log"]);
		expect(commandsOfOpen([], { ...context, current: "/dashboard" })).toEqual([]);
	});

	it("offers no command on it a second time", () => {
		expect(titles(named("mute cold room", "owner", context.current))).toEqual([]);
	});
});

describe("a saved view", () => {
	const view = (screen: SavedView["screen"], search: string): SavedView => ({
		id: `viw_${screen}`,
		screen,
		search,
		name: `Morning ${screen}`,
		isShared: true,
		author: "Ana",
		isEditable: false,
		version: 1,
	});
	const views = [view("log", "range=24h"), view("devices", ""), view("users", "role=owner")];

	it("opens by its name on its screen, unless the role may not open the screen", () => {
		const items = viewItems(views, { pages: areas, role: "viewer" });
		const [group] = findItems(items, "morning", { recent: [], current: "/" });
		expect(group?.items.map(({ target, note }) => [target, note])).toEqual([
			["/devices", "View of devices · Shared by Ana"],
			["/log/?range=24h", "View of the log · Shared by Ana"],
		]);
		expect(viewItems(views, { pages: areas, role: "owner" })).toHaveLength(3);
		expect(viewItems(views, { pages: areas, role: "billing" })).toEqual([]);
	});
});
