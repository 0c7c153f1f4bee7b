import { IconDatabase, IconGauge, IconListDetails, type TablerIcon } from "@tabler/icons-react";
import type { Capability } from "../../../shared/permissions";

type Area = {
	to: "/dashboard" | "/devices" | "/log/";
	title: string;
	icon: TablerIcon;
	capability: Capability;
	/** Shown where the role lacks the capability. */
	refusal: string;
};

/** The areas in the order of the navigation. A new area is one entry here. */
export const areas: Area[] = [
	{ to: "/dashboard", title: "Dashboard", icon: IconGauge, capability: "viewAccount", refusal: "" },
	{
		to: "/devices",
		title: "Devices",
		icon: IconDatabase,
		capability: "viewFleet",
		refusal: "Your role cannot see devices. Ask an owner or admin.",
	},
	{
		to: "/log/",
		title: "Log",
		icon: IconListDetails,
		capability: "viewFleet",
		refusal: "Your role cannot see readings. Ask an owner or admin.",
	},
];
