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
import { t } from "../../words/made/first-screen";

export type Area = {
	to: NonNullable<LinkProps["to"]>;
	title: string;
	icon: TablerIcon;
	capability: Capability;
	key: string;
};

type Section = { title: string | null; areas: Area[] };

const pairWithinMs = 1_500;

export const sections: Section[] = [
	{
		title: null,
		areas: [
			{ to: "/dashboard", title: t("area.dashboard"), icon: IconGauge, capability: "viewAccount", key: "h" },
			{ to: "/devices", title: t("area.devices"), icon: IconDatabase, capability: "viewFleet", key: "d" },
			{ to: "/groups/", title: t("area.groups"), icon: IconFolders, capability: "viewFleet", key: "g" },
			{ to: "/log/", title: t("area.log"), icon: IconListDetails, capability: "viewFleet", key: "l" },
			{ to: "/alerts/", title: t("area.alerts"), icon: IconBell, capability: "viewFleet", key: "a" },
			{ to: "/reports/", title: t("area.reports"), icon: IconReport, capability: "viewFleet", key: "r" },
		],
	},
	{
		title: t("navigation.administration"),
		areas: [
			{ to: "/accounts/users/", title: t("area.users"), icon: IconUsers, capability: "viewUsers", key: "u" },
			{
				to: "/accounts/contacts/",
				title: t("area.contacts"),
				icon: IconAddressBook,
				capability: "viewContacts",
				key: "c",
			},
			{
				to: "/accounts/messages/",
				title: t("area.deliveryLog"),
				icon: IconMailForward,
				capability: "viewMessages",
				key: "m",
			},
			{ to: "/accounts/audit/", title: t("area.auditLog"), icon: IconHistory, capability: "viewAudit", key: "t" },
			{ to: "/accounts/keys/", title: t("area.keys"), icon: IconKey, capability: "editKeys", key: "k" },
			{ to: "/accounts/storage/", title: t("area.storage"), icon: IconServer2, capability: "viewStorage", key: "s" },
			{ to: "/accounts/customize/", title: t("area.customize"), icon: IconPalette, capability: "customize", key: "z" },
			{ to: "/accounts/company/", title: t("area.company"), icon: IconBuilding, capability: "viewAccount", key: "y" },
			{ to: "/accounts/billing/", title: t("area.billing"), icon: IconCreditCard, capability: "viewBilling", key: "b" },
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
