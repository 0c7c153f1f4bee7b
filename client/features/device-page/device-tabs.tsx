import { Link } from "@tanstack/react-router";
import classes from "./device-page.module.css";
import type { DeviceTab } from "./device-page-search";

const tabs: { tab: DeviceTab; label: string }[] = [
	{ tab: "overview", label: "Overview" },
	{ tab: "log", label: "Log" },
	{ tab: "alerts", label: "Alerts" },
	{ tab: "settings", label: "Settings" },
];

/** Links rather than buttons: each part has an address, and is loaded on intent. */
export function DeviceTabs({ deviceId, current }: { deviceId: string; current: DeviceTab }) {
	return (
		<nav aria-label="Parts of this device" className={classes.tabs}>
			{tabs.map(({ tab, label }) => (
				<Link
					key={tab}
					to="/devices/$deviceId"
					params={{ deviceId }}
					search={{ tab: tab === "overview" ? undefined : tab }}
					// Without it the address of the first part, which names none, would count as part of every other.
					activeOptions={{ exact: true, explicitUndefined: true }}
					resetScroll={false}
					aria-current={tab === current ? "page" : undefined}
				>
					{label}
				</Link>
			))}
		</nav>
	);
}
