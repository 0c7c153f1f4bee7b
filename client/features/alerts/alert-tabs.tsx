import { Link } from "@tanstack/react-router";
import styles from "../../ui/layout/tabs.module.css";

type AlertsView = "events" | "rules" | "coverage";

/** Links, not buttons: each view has an address and preloads on intent. */
export function AlertTabs({ current }: { current: AlertsView }) {
	const tabs = [
		{ view: "events", label: "Events" },
		{ view: "rules", label: "Rules" },
	] as const;
	return (
		<nav aria-label="Parts of alerts" className={styles.tabs}>
			{tabs.map(({ view, label }) => (
				<Link
					key={view}
					to="/alerts"
					search={{ view: view === "events" ? undefined : view }}
					// Without it, the address without a view would match every tab.
					activeOptions={{ exact: true, explicitUndefined: true }}
					resetScroll={false}
					aria-current={view === current ? "page" : undefined}
				>
					{label}
				</Link>
			))}
			<Link to="/alerts/coverage" resetScroll={false} aria-current={current === "coverage" ? "page" : undefined}>
				Coverage
			</Link>
		</nav>
	);
}
