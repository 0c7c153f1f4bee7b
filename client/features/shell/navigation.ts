import {
	IconAddressBook,
	IconBell,
	IconBuilding,
	IconCreditCard,
	IconDatabase,
	IconFolders,
	IconGauge,
	IconListDetails,
	IconPalette,
	IconReport,
	IconServer2,
	IconUsers,
	type TablerIcon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import type { Capability } from "../../../shared/permissions";

export type Area = {
	to: NonNullable<LinkProps["to"]>;
	title: string;
	icon: TablerIcon;
	capability: Capability;
	/** What a role without the capability cannot see. */
	things: string;
};
type Section = { title: string | null; areas: Area[] };

/** The areas in the order of the navigation. A new area is one entry here. */
export const sections: Section[] = [
	{
		title: null,
		areas: [
			{ to: "/dashboard", title: "Dashboard", icon: IconGauge, capability: "viewAccount", things: "the account" },
			{ to: "/devices", title: "Devices", icon: IconDatabase, capability: "viewFleet", things: "devices" },
			{ to: "/groups/", title: "Groups", icon: IconFolders, capability: "viewFleet", things: "groups" },
			{ to: "/log/", title: "Log", icon: IconListDetails, capability: "viewFleet", things: "readings" },
			{ to: "/alerts/", title: "Alerts", icon: IconBell, capability: "viewFleet", things: "alerts" },
			{ to: "/reports/", title: "Reports", icon: IconReport, capability: "viewFleet", things: "reports" },
		],
	},
	{
		title: "Accounts",
		areas: [
			{ to: "/accounts/users/", title: "Users", icon: IconUsers, capability: "viewUsers", things: "users" },
			{
				to: "/accounts/contacts/",
				title: "Contacts",
				icon: IconAddressBook,
				capability: "viewContacts",
				things: "contacts",
			},
			{ to: "/accounts/storage/", title: "Storage", icon: IconServer2, capability: "viewStorage", things: "storage" },
			{
				to: "/accounts/customize/",
				title: "Customize",
				icon: IconPalette,
				capability: "customize",
				things: "how the console is customized",
			},
			{
				to: "/accounts/company/",
				title: "Company",
				icon: IconBuilding,
				capability: "viewAccount",
				things: "the company",
			},
			{
				to: "/accounts/billing/",
				title: "Billing",
				icon: IconCreditCard,
				capability: "viewBilling",
				things: "billing",
			},
		],
	},
];
