import type { Membership, User } from "../../../shared/account/account";
import { type Capability, can, type Role } from "../../../shared/account/permissions";
import type { TimeDisplayMode } from "../../../shared/time/time-zones";
import { namedAccount } from "../../api/named-account";
import { openAccount } from "../../api/open-account";
import type { ScreenCommand } from "../../base/screen-commands";
import { membershipNote, membershipTitle } from "../../entities/membership";
import { t } from "../../words/made/search";
import { type SearchItem, searchItem } from "./find-items";
import { wordList } from "./text-match";

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

const themeKeywords = wordList(t("action.theme.keywords"));

const timeKeywords = wordList(t("action.time.keywords"));

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
				title: t("account.switchTo", { account: membershipTitle(membership) }),
				note: membershipNote(membership, memberships),
				keywords: wordList(t("account.keywords")),
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
			title: t("action.addDevice"),
			note: t("action.addDevice.note"),
			keywords: wordList(t("action.addDevice.keywords")),
			capability: "editDevices",
			takesWholeScope: true,
			target: "/devices?add=yes",
		},
		{
			title: t("action.newGroup"),
			note: t("action.newGroup.note"),
			keywords: wordList(t("action.newGroup.keywords")),
			capability: "editGroups",
			takesWholeScope: true,
			target: "/groups/new/",
		},
		{
			title: t("action.newRule"),
			note: t("action.newRule.note"),
			keywords: wordList(t("action.newRule.keywords")),
			capability: "editAlerts",
			target: "/alerts/new/",
		},
		{
			title: t("action.newReport"),
			note: t("action.newReport.note"),
			keywords: wordList(t("action.newReport.keywords")),
			capability: "editReports",
			target: "/reports/new/",
		},
		{
			title: t("action.inviteUser"),
			note: t("action.inviteUser.note"),
			keywords: wordList(t("action.inviteUser.keywords")),
			capability: "editUsers",
			target: "/accounts/users/new/",
		},
		{
			title: t("action.importDevices"),
			note: t("action.importDevices.note"),
			keywords: wordList(t("action.importDevices.keywords")),
			capability: "editDevices",
			takesWholeScope: true,
			target: "/devices?import=yes",
		},
		{
			title: t("action.exportLog"),
			note: t("action.exportLog.note"),
			keywords: wordList(t("action.exportLog.keywords")),
			capability: "viewFleet",
			target: "/log/",
		},
		{
			title: t("action.profile"),
			note: t("action.profile.note"),
			keywords: wordList(t("action.profile.keywords")),
			capability: "viewAccount",
			target: "/profile",
		},
		{
			title: t("action.lightTheme"),
			keywords: themeKeywords,
			capability: "viewAccount",
			target: () => onTheme("light"),
		},
		{ title: t("action.darkTheme"), keywords: themeKeywords, capability: "viewAccount", target: () => onTheme("dark") },
		{
			title: t("action.systemTheme"),
			keywords: themeKeywords,
			capability: "viewAccount",
			target: () => onTheme("auto"),
		},
		{ title: t("action.deviceTime"), keywords: timeKeywords, capability: "viewFleet", target: () => onTime("local") },
		{ title: t("action.myTime"), keywords: timeKeywords, capability: "viewFleet", target: () => onTime("current") },
		{
			title: t("action.shortcuts"),
			keywords: wordList(t("action.shortcuts.keywords")),
			capability: "viewAccount",
			target: onHelp,
		},
		{
			title: t("action.signOut"),
			keywords: wordList(t("action.signOut.keywords")),
			capability: "viewAccount",
			target: onSignOut,
		},
	];
}
