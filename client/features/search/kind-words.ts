import {
	IconAddressBook,
	IconArrowRight,
	IconBell,
	IconBolt,
	IconDatabase,
	IconFolders,
	IconHistory,
	IconReport,
	IconUsers,
	type TablerIcon,
} from "@tabler/icons-react";
import type { FoundGroup } from "./find-items";

type KindWords = {
	title: string;
	noun: string;
	icon: TablerIcon;
	/** The list that searches all of the kind. */
	list: string | null;
};

export const kindWords: Record<FoundGroup["kind"], KindWords> = {
	recent: { title: "Opened lately", noun: "screen", icon: IconHistory, list: null },
	page: { title: "Pages", noun: "page", icon: IconArrowRight, list: null },
	action: { title: "Actions", noun: "action", icon: IconBolt, list: null },
	device: { title: "Devices", noun: "device", icon: IconDatabase, list: "/devices" },
	group: { title: "Groups", noun: "group", icon: IconFolders, list: "/groups/" },
	alert: { title: "Alerts", noun: "alert", icon: IconBell, list: "/alerts/" },
	contact: { title: "Contacts", noun: "contact", icon: IconAddressBook, list: "/accounts/contacts/" },
	report: { title: "Reports", noun: "report", icon: IconReport, list: "/reports/" },
	user: { title: "Users", noun: "user", icon: IconUsers, list: "/accounts/users/" },
};
