import type { AlertListRow } from "../../../shared/alert";

const shownCount = 3;

/** Alerts with open events; while there are none, those that fired last. */
export function alertsToShow(alerts: AlertListRow[]): AlertListRow[] {
	const open = alerts.filter(({ openEvents }) => openEvents > 0);
	const fired = alerts.filter(({ lastFiredAt }) => lastFiredAt !== null);
	const newestFirst = (a: AlertListRow, b: AlertListRow) =>
		(b.lastFiredAt?.getTime() ?? 0) - (a.lastFiredAt?.getTime() ?? 0);
	return (open.length > 0 ? open : fired).sort(newestFirst).slice(0, shownCount);
}
