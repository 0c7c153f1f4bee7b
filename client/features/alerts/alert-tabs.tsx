import { Link } from "@tanstack/react-router";
import styles from "../../ui/layout/tabs.module.css";
import { t } from "../../words/made/alerts";

type AlertsView = "events" | "mine" | "rules" | "coverage" | "rosters";

function searchOf(view: Exclude<AlertsView, "coverage">) {
	if (view === "mine") return { view: undefined, whose: "mine" };
	return { view: view === "events" ? undefined : view, whose: undefined };
}

/** Links, not buttons: each view has an address and preloads on intent. */
export function AlertTabs({ current, mine = 0 }: { current: AlertsView; mine?: number }) {
	const tabs = [
		{ view: "events", label: t("events") },
		{ view: "mine", label: mine === 0 ? t("tab.mine") : t("tab.mineCount", { count: mine }) },
		{ view: "rules", label: t("tab.rules") },
		{ view: "rosters", label: t("tab.rosters") },
	] as const;
	return (
		<nav aria-label={t("tab.label")} className={styles.tabs}>
			{tabs.map(({ view, label }) => (
				<Link
					key={view}
					to="/alerts"
					search={searchOf(view)}
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
