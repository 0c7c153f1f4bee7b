import {
	IconAddressBook,
	IconBell,
	IconBuilding,
	IconCreditCard,
	IconDatabase,
	IconFolders,
	IconGauge,
	IconHistory,
	IconKey,
	IconListDetails,
	IconMailForward,
	IconPalette,
	IconReport,
	IconServer2,
	IconUsers,
	type TablerIcon,
} from "@tabler/icons-react";
import { type LinkProps, useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { type Capability, can, type Role } from "../../../shared/account/permissions";

export type Area = {
	to: NonNullable<LinkProps["to"]>;
	title: string;
	icon: TablerIcon;
	capability: Capability;
	things: string;
	key: string;
};

type Section = { title: string | null; areas: Area[] };

const pairWithinMs = 1_500;

export const sections: Section[] = [
	{
		title: null,
		areas: [
			{
				to: "/dashboard",
				title: "Dashboard",
				icon: IconGauge,
				capability: "viewAccount",
				things: "the account",
				key: "h",
			},
			{ to: "/devices", title: "Devices", icon: IconDatabase, capability: "viewFleet", things: "devices", key: "d" },
			{ to: "/groups/", title: "Groups", icon: IconFolders, capability: "viewFleet", things: "groups", key: "g" },
			{ to: "/log/", title: "Log", icon: IconListDetails, capability: "viewFleet", things: "readings", key: "l" },
			{ to: "/alerts/", title: "Alerts", icon: IconBell, capability: "viewFleet", things: "alerts", key: "a" },
			{ to: "/reports/", title: "Reports", icon: IconReport, capability: "viewFleet", things: "reports", key: "r" },
		],
	},
	{
		title: "Administration",
		areas: [
			{ to: "/accounts/users/", title: "Users", icon: IconUsers, capability: "viewUsers", things: "users", key: "u" },
			{
				to: "/accounts/contacts/",
				title: "Contacts",
				icon: IconAddressBook,
				capability: "viewContacts",
				things: "contacts",
				key: "c",
			},
			{
				to: "/accounts/messages/",
				title: "Delivery log",
				icon: IconMailForward,
				capability: "viewMessages",
				things: "the delivery log",
				key: "m",
			},
			{
				to: "/accounts/audit/",
				title: "Audit log",
				icon: IconHistory,
				capability: "viewAudit",
				things: "the audit log",
				key: "t",
			},
			{
				to: "/accounts/keys/",
				title: "API keys",
				icon: IconKey,
				capability: "editKeys",
				things: "API keys",
				key: "k",
			},
			{
				to: "/accounts/storage/",
				title: "Storage",
				icon: IconServer2,
				capability: "viewStorage",
				things: "storage",
				key: "s",
			},
			{
				to: "/accounts/customize/",
				title: "Customize",
				icon: IconPalette,
				capability: "customize",
				things: "how the console is customized",
				key: "z",
			},
			{
				to: "/accounts/company/",
				title: "Company",
				icon: IconBuilding,
				capability: "viewAccount",
				things: "the company",
				key: "y",
			},
			{
				to: "/accounts/billing/",
				title: "Billing",
				icon: IconCreditCard,
				capability: "viewBilling",
				things: "billing",
				key: "b",
			},
		],
	},
];

export const areas = sections.flatMap((section) => section.areas);

export function firstAccountArea(role: Role | undefined): Area["to"] {
	const ofAccount = areas.filter(({ to }) => to.startsWith("/accounts/"));
	const [first] = role === undefined ? ofAccount : ofAccount.filter(({ capability }) => can(role, capability));
	return first?.to ?? "/dashboard";
}

export function areaByKey(key: string): Area | undefined {
	return areas.find((area) => area.key === key);
}

/** `g` and then an area's key, unless the user is typing. */
export function useGoKeys(role: Role): void {
	const router = useRouter();
	useLayoutEffect(() => {
		let pressedAt = Number.NEGATIVE_INFINITY;
		const onKeyDown = (event: KeyboardEvent) => {
			const isFollowing = event.timeStamp - pressedAt < pairWithinMs;
			pressedAt = Number.NEGATIVE_INFINITY;
			if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
			const key = event.key.toLowerCase();
			const area = areaByKey(key);
			if (isFollowing && area && can(role, area.capability)) {
				event.preventDefault();
				event.stopImmediatePropagation();
				void router.navigate({ to: area.to });
			} else if (key === "g") pressedAt = event.timeStamp;
		};
		document.addEventListener("keydown", onKeyDown, { capture: true });
		return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
	}, [role, router]);
}

function isBusy(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	return target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null;
}
