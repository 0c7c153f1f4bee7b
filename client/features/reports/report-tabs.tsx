import { Link } from "@tanstack/react-router";
import styles from "../../ui/layout/tabs.module.css";
import { t } from "../../words/made/reports";

export function ReportTabs({ current }: { current: "reports" | "rounds" | "certificates" }) {
	return (
		<nav aria-label={t("tab.label")} className={styles.tabs}>
			{(["reports", "rounds", "certificates"] as const).map((view) => (
				<Link
					key={view}
					to="/reports"
					search={{ view: view === "reports" ? undefined : view }}
					activeOptions={{ exact: true, explicitUndefined: true }}
					resetScroll={false}
					aria-current={view === current ? "page" : undefined}
				>
					{t(`tab.${view}`)}
				</Link>
			))}
		</nav>
	);
}
