import type { Membership, User } from "../../../shared/account/account";
import { type Capability, can, type Role } from "../../../shared/account/permissions";
import type { TimeDisplayMode } from "../../../shared/time/time-zones";
import { namedAccount } from "../../api/named-account";
import { openAccount } from "../../api/open-account";
import type { ScreenCommand } from "../../base/screen-commands";
import { membershipNote, membershipTitle } from "../../entities/membership";
import { type SearchItem, searchItem } from "./find-items";

export type SearchPage = { to: string; title: string; capability: Capability; keywords?: string[] };

type SearchCommands = {
	onHelp: () => void;
	onSignOut: () => void;
	onTheme: (scheme: "light" | "dark" | "auto") => void;
	onTime: (mode: TimeDisplayMode) => void;
};

type Action = {
	title: string;
	note?: string;
	keywords: string[];
	capability: Capability;
	takesWholeScope?: true;
	target: SearchItem["target"];
};

const themeKeywords = ["switch", "appearance", "colors", "colours"];

const timeKeywords = ["switch", "clock", "zone"];

export function pageItems(pages: SearchPage[], role: Role): SearchItem[] {
	return pages
		.filter(({ capability }) => can(role, capability))
		.map(({ to, title, keywords = [] }) =>
			searchItem({ id: `page ${to}`, kind: "page", title, note: "", target: to, keywords }),
		);
}

export function commandItems(commands: ScreenCommand[]): SearchItem[] {
	return commands
		.filter(({ denial }) => !denial)
		.map(({ id, label, note, keywords = [], onRun }) =>
			searchItem({
				id: `command ${id}`,
				kind: "command",
				title: label,
				note,
				target: onRun,
				keywords: [...keywords, note],
			}),
		);
}

export function accountItems(memberships: Membership[]): SearchItem[] {
	const here = namedAccount();
	return memberships
		.filter(({ accountId, state }) => accountId !== here && state === "open")
		.map((membership) =>
			searchItem({
				id: `account ${membership.accountId}`,
				kind: "action",
				title: `Switch to ${membershipTitle(membership)}`,
				note: membershipNote(membership, memberships),
				keywords: ["account", "company", "organization", "tenant"],
				target: () => openAccount(membership.accountId),
			}),
		);
}

export function actionItems({ role, scope }: Pick<User, "role" | "scope">, commands: SearchCommands): SearchItem[] {
	return actionsWith(commands)
		.filter(({ capability, takesWholeScope }) => can(role, capability) && (scope === "all" || !takesWholeScope))
		.map(({ title, note = "", keywords, target }) =>
			searchItem({ id: `action ${title}`, kind: "action", title, note, target, keywords }),
		);
}

function actionsWith({ onHelp, onSignOut, onTheme, onTime }: SearchCommands): Action[] {
	return [
		{
			title: "Add device",
			note: "By name and serial number",
			keywords: ["new logger", "sensor", "create"],
			capability: "editDevices",
			takesWholeScope: true,
			target: "/devices?add=yes",
		},
		{
			title: "New group",
			note: "Of devices you choose, or of what a filter finds",
			keywords: ["add", "create"],
			capability: "editGroups",
			takesWholeScope: true,
			target: "/groups/new/",
		},
		{
			title: "New rule",
			note: "Alerts about a limit, silence, or a low battery",
			keywords: ["add", "create", "alert", "alarm", "threshold"],
			capability: "editAlerts",
			target: "/alerts/new/",
		},
		{
			title: "New report",
			note: "Of devices or groups, once or on a schedule",
			keywords: ["add", "create", "pdf", "excel", "proof"],
			capability: "editReports",
			target: "/reports/new/",
		},
		{
			title: "Invite user",
			note: "By e-mail, with a role",
			keywords: ["add", "new", "member", "colleague", "people"],
			capability: "editUsers",
			target: "/accounts/users/new/",
		},
		{
			title: "Import devices",
			note: "From a CSV file",
			keywords: ["add", "new", "loggers", "upload"],
			capability: "editDevices",
			takesWholeScope: true,
			target: "/devices?import=yes",
		},
		{
			title: "Export log…",
			note: "Opens the log: its Export menu makes files of what it shows",
			keywords: ["download", "csv", "excel", "json"],
			capability: "viewFleet",
			target: "/log/",
		},
		{
			title: "My profile",
			note: "Name, password, two-step sign-in, sessions",
			keywords: [
				"account",
				"e-mail",
				"change password",
				"authenticator",
				"second step",
				"two-step sign-in",
				"sessions",
			],
			capability: "viewAccount",
			target: "/profile",
		},
		{ title: "Light theme", keywords: themeKeywords, capability: "viewAccount", target: () => onTheme("light") },
		{ title: "Dark theme", keywords: themeKeywords, capability: "viewAccount", target: () => onTheme("dark") },
		{ title: "System theme", keywords: themeKeywords, capability: "viewAccount", target: () => onTheme("auto") },
		{ title: "Show device time", keywords: timeKeywords, capability: "viewFleet", target: () => onTime("local") },
		{ title: "Show my time", keywords: timeKeywords, capability: "viewFleet", target: () => onTime("current") },
		{ title: "Keyboard shortcuts", keywords: ["help", "keys"], capability: "viewAccount", target: onHelp },
		{ title: "Sign out", keywords: ["log out", "leave"], capability: "viewAccount", target: onSignOut },
	];
}
