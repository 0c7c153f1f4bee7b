import { Link } from "@tanstack/react-router";
import styles from "../../ui/layout/tabs.module.css";
import { t } from "../../words/made/alerts";

type AlertsView = "events" | "rules" | "coverage" | "rosters";

/** Links, not buttons: each view has an address and preloads on intent. */
export function AlertTabs({ current }: { current: AlertsView }) {
	const tabs = [
		{ view: "events", label: t("events") },
		{ view: "rules", label: t("tab.rules") },
		{ view: "rosters", label: t("tab.rosters") },
	] as const;
	return (
		<nav aria-label={t("tab.label")} className={styles.tabs}>
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
				{t("tab.coverage")}
			</Link>
		</nav>
	);
}
